import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Remittance } from './835.ts';
import { checkRemittances } from './835-balance.ts';
import { readAnswerFile } from './answer-file.ts';
import {
  deniedReason,
  plainReason,
  providerAdjustmentWords,
  REASONS,
  reasonWords,
  remarkWords,
} from './reason-words.ts';
import emedny from './samples/emedny_sample.835?raw';
import managed from './samples/managed-care.835?raw';
import secondary from './samples/secondary-payment.835?raw';
import { writeRemittances } from './testing/remittance-file.ts';
import { sumOfAdjustments } from './x12/adjustments.ts';

const read = (text: string) => {
  const reading = readAnswerFile(text);
  if (!reading.ok) throw new Error(JSON.stringify(reading));
  return { remittances: reading.value.remittances, remarks: reading.remarks.map(({ message }) => message) };
};
const sentences = (text: string) => {
  const reading = readAnswerFile(text);
  return reading.ok ? [] : reading.faults.map(({ message }) => message);
};
/** The claims that wait for a person with their reasons, and the claims that are posted. */
const checkedClaims = (text: string) =>
  checkRemittances(read(text).remittances).flatMap(({ claims }) => claims);
const waiting = (text: string) =>
  checkedClaims(text).flatMap(({ claim, reasons }) => (reasons.length > 0 ? [[claim.id, ...reasons]] : []));
const posted = (text: string) =>
  checkedClaims(text).flatMap(({ claim, reasons }) => (reasons.length > 0 ? [] : [claim.id]));
const total = (remittance: Remittance | undefined) =>
  (remittance?.claims ?? []).reduce((sum, { paid }) => sum + paid, 0);

describe('remittances of real payers', () => {
  test('New York Medicaid: a denied claim and a partly paid one both have status 2', () => {
    const { remittances, remarks } = read(emedny);
    expect(remarks).toEqual([]);
    expect(remittances).toMatchObject([
      {
        paid: 4575,
        method: 'ACH',
        date: '2010-01-01',
        trace: '10100000000',
        payer: { name: 'NYSDOH', id: '1000000000' },
        claims: [
          { status: '1', charge: 3425, paid: 3425, icn: '1000210000000030', memberId: 'LL99999L' },
          {
            status: '2',
            charge: 3400,
            paid: 0,
            lines: [
              { paid: 0, adjustments: [{ group: 'CO', reason: '29', amount: 1200 }] },
              { paid: 0, adjustments: [{ group: 'CO', reason: '29', amount: 2200 }] },
            ],
          },
          { status: '2', charge: 3425, paid: 1150 },
        ],
      },
    ]);
    expect(remittances[0]?.claims[2]?.lines.map(({ paid, remarks, from }) => [paid, remarks, from])).toEqual([
      [600, [], '2010-01-01'],
      [550, [], '2013-09-17'],
      [0, ['N206'], '2010-01-01'],
      [0, ['N206'], '2010-01-01'],
    ]);
  });

  test('managed care: adjustments of both claim and line; a date that does not exist is left out', () => {
    const { remittances, remarks } = read(managed);
    expect(remarks).toEqual(['Segment 4 (BPR): the date of payment is not a date and was left out.']);
    expect(remittances[0]).toMatchObject({ paid: 94500, date: '2002-03-14', trace: '7170066655' });
    expect(remittances[0]?.claims).toMatchObject([
      {
        charge: 80000,
        paid: 45000,
        patientShare: 30000,
        adjustments: [{ group: 'CO', reason: 'A2', amount: 5000 }],
        lines: [{ paid: 50000, from: '2002-03-01', through: '2002-03-04' }],
      },
      { charge: 120000, paid: 49500 },
    ]);
  });

  test('secondary payment: codes separated by a character that ISA does not name', () => {
    const { remittances, remarks } = read(secondary);
    expect(remarks).toEqual([
      'Segment 29 (SVC): the procedure code is parted by >, which ISA does not name.',
      'Segment 34 (SVC): the procedure code is parted by >, which ISA does not name.',
    ]);
    expect(remittances[0]?.claims).toMatchObject([
      { id: 'L0004828311', charge: 1032364, paid: 91200, frequency: '1', lines: [] },
      {
        id: '0001000053',
        lines: [
          { procedure: { code: '12345', modifiers: ['26'] }, charge: 16650, paid: 3000 },
          { procedure: { code: '66543', modifiers: ['26'] }, charge: 58500, paid: 28000 },
        ],
      },
    ]);
    expect(total(remittances[0])).toBe(122200);
  });
});

describe('a damaged remittance is refused', () => {
  test.each([
    [
      'a wrong count of segments',
      emedny.replace('SE*65', 'SE*64'),
      [/^Segment \d+ \(SE\): it says 64 segments, but there are 65\.$/],
    ],
    [
      'an ISA of a wrong length',
      emedny.replace('EMEDNYBAT      ', 'EMEDNYBAT     '),
      ['Segment 1 (ISA): element 6 has 14 characters, it must have 15.'],
    ],
    [
      'a payment without a number',
      managed.replace('TRN*1*7170066655*1935665544~\n', '').replace('SE*26', 'SE*25'),
      ['Segment 3 (ST): TRN (the number of the payment) is missing.'],
    ],
    [
      'something that does not belong there',
      managed.replace('LX*1', 'SV1*1'),
      ['Segment 12 (SV1): it is not expected here, or not supported.'],
    ],
    [
      'a file of claims',
      managed.replace('ST*835', 'ST*837'),
      ['Segment 3 (ST): this is a file of claims: it is not read. TA1, 999, 277CA and 835 files are read.'],
    ],
    [
      'a second interchange that was cut off',
      managed + secondary.trimEnd().slice(0, -30),
      [/^Segment \d+ \(/],
    ],
  ])('%s', (_, text, expected) => {
    const found = sentences(text);
    expect(found).toHaveLength(expected.length);
    for (const [at, wanted] of expected.entries())
      if (typeof wanted === 'string') expect(found[at]).toBe(wanted);
      else expect(found[at]).toMatch(wanted);
  });

  test('when it is cut off anywhere', () => {
    for (let length = 1; length < secondary.trimEnd().length - 2; length += 1)
      expect(readAnswerFile(secondary.slice(0, length)).ok, `cut at ${length}`).toBe(false);
  });
});

describe('a wrong claim waits for a person while the others are posted', () => {
  const NYC = 'PATIENT ACCOUNT NUMBER';
  const doubled = emedny.replace(/(CLP\*PATIENT ACCOUNT NUMBER\*2\*34\*.*?)(?=CLP)/s, '$1$1');
  test.each([
    [
      'an unbalanced line',
      emedny.replace('SVC*HC:V2020:RB*6*6*', 'SVC*HC:V2020:RB*6*5*'),
      [
        [
          NYC,
          expect.stringMatching(
            /^The service line of [\d-]+, V2020 RB: \$6\.00 charged less \$0\.00 of adjustments is not the \$5\.00 paid\.$/,
          ),
        ],
      ],
      [NYC, NYC],
    ],
    [
      'an unbalanced claim: the payment says what was paid for it',
      managed.replace('*1*800.00*450.00', '*1*800.00*449.00'),
      [
        [
          '5554555444',
          'The claim: $800.00 charged less $350.00 of adjustments is not the $449.00 paid.',
          'The payment leaves $450.00 for this claim.',
        ],
      ],
      ['8765432112'],
    ],
    [
      'a claim that stands twice',
      doubled.replace('SE*65', 'SE*77'),
      [[NYC, 'This claim is in the payment twice.']],
      [NYC, NYC, NYC],
    ],
    [
      'an amount with a comma',
      managed.replace('*1200.00*495.00', '*1200,00*495.00'),
      [
        [
          '8765432112',
          'The claim: the charge is not an amount.',
          'The payment leaves $495.00 for this claim.',
        ],
      ],
      ['5554555444'],
    ],
    [
      'a claim without a number',
      managed.replace('CLP*5554555444', 'CLP*'),
      [['', 'The claim: the claim number is missing.', 'The payment leaves $450.00 for this claim.']],
      ['8765432112'],
    ],
    [
      'a segment within a claim that does not belong there',
      managed.replace(/DTM\*150[^~]*~/, 'SV1*1~'),
      [
        [
          '5554555444',
          expect.stringMatching(
            /^A part of the claim \(segment \d+\): it is not expected here, or not supported\.$/,
          ),
          'The payment leaves $450.00 for this claim.',
        ],
      ],
      ['8765432112'],
    ],
    [
      'a payment that is not the sum of its claims: nobody knows which is wrong, so all of them wait',
      managed.replace('BPR*I*945', 'BPR*I*946'),
      ['5554555444', '8765432112'].map((id) => [
        id,
        'The payment: $946.00 was paid, but its claims come to $945.00 less $0.00 of provider adjustments.',
      ]),
      [],
    ],
  ])('%s', (_, text, wrong, right) => {
    expect(waiting(text)).toEqual(wrong);
    expect(posted(text)).toEqual(right);
  });

  test('several interchanges in one file are read, whatever their separators', () => {
    const bars = secondary.replaceAll('*', '|').replaceAll('~', "'");
    for (const text of [managed + secondary, managed + bars, `${bars}\r\n\r\n${managed}`])
      expect(posted(text).toSorted()).toEqual([...posted(managed), ...posted(secondary)].toSorted());
    const wrapped = (managed + secondary).replaceAll('\n', '').replaceAll(/.{80}/g, '$&\n');
    expect(posted(wrapped)).toEqual([...posted(managed), ...posted(secondary)]);
    expect(waiting(secondary.replace('*2*10323.64*912.00', '*2*10323.64*911.00') + managed)).toHaveLength(1);
  });

  test('a payment that is in a file twice waits the second time', () => {
    expect(posted(managed + managed)).toEqual(posted(managed));
    expect(waiting(managed + managed)).toEqual(
      ['5554555444', '8765432112'].map((id) => [id, 'This payment is in the file twice.']),
    );
  });
});

describe('any balanced remittance', () => {
  const cents = fc.integer({ min: 0, max: 200_000 });
  const reason = fc.constantFrom('45', '29', '197', 'B7', '999');
  const adjustment = fc.record({
    group: fc.constantFrom('CO', 'PR', 'OA', 'PI'),
    reason,
    amount: fc.integer({ min: -5_000, max: 50_000 }),
    quantity: fc.option(fc.record({ digits: fc.nat({ max: 99 }), places: fc.constant(0) }), { nil: null }),
  });
  const adjustments = fc.array(adjustment, { maxLength: 8 });
  const line = fc
    .record({
      code: fc.constantFrom('T1019', 'S5130'),
      paid: cents,
      adjustments,
      control: fc.option(fc.integer({ min: 1, max: 999 }).map(String), { nil: null }),
      remarks: fc.array(fc.constantFrom('N206', 'M62'), { maxLength: 2 }),
    })
    .map(({ code, paid, adjustments, control, remarks }) => ({
      at: 0,
      procedure: { qualifier: 'HC', code, modifiers: ['U1'] },
      charge: paid + sumOfAdjustments(adjustments),
      paid,
      units: null,
      from: '2026-11-02',
      through: '2026-11-02',
      control,
      adjustments,
      remarks,
    }));
  const claims = fc
    .array(
      fc.record({
        status: fc.constantFrom('1', '2', '4', '22'),
        lines: fc.array(line, { maxLength: 4 }),
        adjustments,
      }),
      { maxLength: 5 },
    )
    .map((list) =>
      list.map(({ status, lines, adjustments }, at) => {
        const charge = lines.reduce((sum, one) => sum + one.charge, 0);
        const paid = lines.reduce((sum, one) => sum + one.paid, 0) - sumOfAdjustments(adjustments);
        return {
          at: 0,
          id: `12-${at + 1}`,
          status,
          charge,
          paid,
          patientShare: 0,
          icn: `22260010000${at}`,
          frequency: '1',
          patient: 'DOE, JANE',
          memberId: 'A123456',
          adjustments,
          remarks: [],
          lines,
          unreadable: [],
        };
      }),
    );
  const remittance = fc
    .record({ claims, taken: fc.array(fc.integer({ min: -9_000, max: 9_000 }), { maxLength: 7 }) })
    .map(({ claims, taken }) => {
      const adjustments = taken.map((amount) => ({ at: 0, reason: 'WO', reference: '2226001', amount }));
      const paid = claims.reduce((sum, one) => sum + one.paid, 0) - taken.reduce((a, b) => a + b, 0);
      const named = { name: 'PAYER', id: '1234567890' };
      const remittance: Remittance = {
        control: '0001',
        at: 0,
        paid,
        method: 'ACH',
        date: '2026-12-04',
        trace: 'EFT1',
        payer: named,
        payee: { name: 'AGENCY', id: '1234567893' },
        claims,
        adjustments,
        unreadable: [],
      };
      return remittance;
    });
  const placeless = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value, (key, inner: unknown) => (key === 'at' ? 0 : inner)));

  test('is read as it was written', () => {
    fc.assert(
      fc.property(remittance, (given) => {
        expect(placeless(read(writeRemittances([given])).remittances)).toEqual(placeless([given]));
      }),
    );
  });

  /** Computed with plain sums, without the reader: the claims that can still be posted after one amount is changed. */
  const rightAfter = (lines: readonly string[]): number => {
    const parts = lines.map((text) => text.replace('~', '').split('*'));
    const cents = (text = '') => Math.round(Number(text || 0) * 100);
    const casOf = (cas: readonly string[]) =>
      [3, 6, 9, 12, 15, 18].reduce((sum, place) => sum + cents(cas[place]), 0);
    let [claims, wrong, rest, isWrong, claimDue, lineDue] = [0, 0, 0, false, 0, 0];
    const closeLine = () => {
      if (lineDue !== 0) isWrong = true;
      lineDue = 0;
    };
    const closeClaim = () => {
      closeLine();
      if (isWrong || claimDue !== 0) wrong += 1;
      [isWrong, claimDue] = [false, 0];
    };
    for (const part of parts) {
      const [id, second, , charge, paid] = part;
      if (id === 'BPR') rest += cents(part[2]);
      if (id === 'CLP' || id === 'PLB' || id === 'SE') closeClaim();
      if (id === 'CLP') {
        claims += 1;
        claimDue = cents(charge) - cents(paid);
        rest -= cents(paid);
      }
      if (id === 'SVC') {
        closeLine();
        lineDue = cents(part[2]) - cents(part[3]);
      }
      if (id === 'CAS') {
        claimDue -= casOf(part);
        if (second !== undefined && parts.indexOf(part) > 0)
          lineDue -= isInLine(parts, part) ? casOf(part) : 0;
      }
      if (id === 'PLB') rest += cents(part[4]);
    }
    return wrong === 0 && rest !== 0 ? 0 : claims - wrong;
  };
  /** Whether the nearest SVC or CLP before it is an SVC. */
  const isInLine = (parts: readonly (readonly string[])[], cas: readonly string[]) =>
    parts.slice(0, parts.indexOf(cas)).findLast(([id]) => id === 'SVC' || id === 'CLP')?.[0] === 'SVC';

  test('posts what one wrong amount leaves correct, and nothing more', () => {
    fc.assert(
      fc.property(remittance, fc.nat(), fc.integer({ min: 1, max: 999 }), (given, pick, by) => {
        const lines = writeRemittances([given]).trimEnd().split('\n');
        expect(posted(lines.join('\n'))).toHaveLength(rightAfter(lines));
        const places = lines.flatMap((text, at) => (/^(BPR|CLP|SVC|CAS|PLB)/.test(text) ? [at] : []));
        const at = places[pick % places.length] ?? 0;
        const place = { BPR: 2, CLP: 4, SVC: 3, CAS: 3, PLB: 4 }[lines[at]?.slice(0, 3) ?? ''] ?? 0;
        const changed = lines.map((text, index) => {
          if (index !== at) return text;
          const values = text.slice(0, -1).split('*');
          return `${values.map((v, n) => (n === place ? (Number(v) + by).toFixed(2) : v)).join('*')}~`;
        });
        expect(posted(changed.join('\n'))).toHaveLength(rightAfter(changed));
        if (given.claims.length > 0) expect(waiting(changed.join('\n')).length).toBeGreaterThan(0);
      }),
    );
  });

  test('is refused if a segment is lost or repeated', () => {
    fc.assert(
      fc.property(remittance, fc.nat(), fc.boolean(), (given, pick, twice) => {
        const lines = writeRemittances([given]).trimEnd().split('\n');
        const at = pick % lines.length;
        const damaged = lines.flatMap((text, index) => (index === at ? (twice ? [text, text] : []) : [text]));
        expect(readAnswerFile(damaged.join('\n')).ok).toBe(false);
      }),
    );
  });

  test('is posted once if it is in the file twice', () => {
    fc.assert(
      fc.property(remittance, (given) => {
        const file = writeRemittances([given, { ...given, control: '0002' }]);
        expect(posted(file)).toHaveLength(given.claims.length);
        expect(waiting(file)).toHaveLength(given.claims.length);
      }),
    );
  });
});

describe('reasons in plain words', () => {
  test('exist for what home care meets; other codes are shown by number', () => {
    expect(Object.keys(REASONS).length).toBeGreaterThanOrEqual(60);
    expect(reasonWords({ group: 'CO', reason: '29' })).toBe(
      'CO 29 (by contract): It was sent after the time limit for claims.',
    );
    expect(reasonWords({ group: 'XX', reason: '999' })).toBe("XX 999: Reason 999, see the payer's list.");
    expect(remarkWords('N206')).toBe('N206: The papers do not fit the claim.');
    expect(providerAdjustmentWords('WO')).toBe('WO: An overpayment was taken back.');
    expect(providerAdjustmentWords('ZZ')).toBe("ZZ: See the payer's list.");
    expect(remarkWords('N9')).toBe("N9: See the payer's list of remarks.");
  });

  test('list the greatest amount first, each reason once, and agreed rates last', () => {
    const of = (group: string, reason: string, amount: number) => ({ group, reason, amount, quantity: null });
    const text = deniedReason(
      [of('CO', '45', 9_000), of('CO', '29', 100), of('PR', '142', 300), of('CO', '29', 150)],
      ['N30', 'N30'],
    );
    expect(text).toBe(
      "PR 142 (the client's share): The client's monthly Medicaid share (patient liability). " +
        'CO 29 (by contract): It was sent after the time limit for claims. ' +
        'CO 45 (by contract): The charge is above the agreed rate. ' +
        'N30: The client is not eligible for this service.',
    );
  });
});

test('replace a bare code that somebody typed; typed words stay', () => {
  expect(plainReason('CO-29')).toBe(reasonWords({ group: 'CO', reason: '29' }));
  expect(plainReason(' 197 ')).toMatch(/^197: /);
  expect(plainReason('b7')).toMatch(/^B7: /);
  for (const words of ['29: filed too late', 'No authorisation.', '', 'see 29'])
    expect(plainReason(words)).toBe(words);
});
