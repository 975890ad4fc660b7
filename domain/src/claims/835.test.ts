import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Remittance } from './835.ts';
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
const total = (remittance: Remittance | undefined) =>
  (remittance?.claims ?? []).reduce((sum, { paid }) => sum + paid, 0);

describe('remittances of others', () => {
  test('New York Medicaid: a denied and a part-paid claim both say status 2', () => {
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

  test('managed care: adjustments of the claim and of the line; a date that does not exist is left out', () => {
    const { remittances, remarks } = read(managed);
    expect(remarks).toEqual(['Segment 4 (BPR): the date of payment is no date and was left out.']);
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

  test('secondary payment: codes parted by a sign that ISA does not name', () => {
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
  const doubled = emedny.replace(/(CLP\*PATIENT ACCOUNT NUMBER\*2\*34\*.*?)(?=CLP)/s, '$1$1');
  test.each([
    [
      'an unbalanced line',
      emedny.replace('SVC*HC:V2020:RB*6*6*', 'SVC*HC:V2020:RB*6*5*'),
      ['Segment 22 (SVC): 6.00 charged less 0.00 of adjustments is not the 5.00 paid.'],
    ],
    [
      'an unbalanced claim',
      managed.replace('*1*800.00*450.00', '*1*800.00*449.00'),
      [
        'Segment 13 (CLP): 800.00 charged less 350.00 of adjustments is not the 449.00 paid.',
        'Segment 4 (BPR): 945.00 was paid, but its claims come to 944.00 less 0.00 of provider adjustments.',
      ],
    ],
    [
      'an unbalanced payment',
      emedny.replace('BPR*I*45.75', 'BPR*I*45.76'),
      ['Segment 4 (BPR): 45.76 was paid, but its claims come to 45.75 less 0.00 of provider adjustments.'],
    ],
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
    ['a claim that stands twice', doubled.replace('SE*65', 'SE*77'), [/stands twice/]],
    [
      'an amount with a comma',
      managed.replace('*1200.00*495.00', '*1200,00*495.00'),
      ['Segment 20 (CLP): the charge is no amount.'],
    ],
    [
      'a claim without a number',
      managed.replace('CLP*5554555444', 'CLP*'),
      ['Segment 13 (CLP): the claim number is missing.'],
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
      ['Segment 3 (ST): this is a file of claims, not an answer about claims.'],
    ],
  ])('%s', (_, text, expected) => {
    const found = sentences(text);
    expect(found).toHaveLength(expected.length);
    for (const [at, wanted] of expected.entries())
      if (typeof wanted === 'string') expect(found[at]).toBe(wanted);
      else expect(found[at]).toMatch(wanted);
  });

  test('cut anywhere', () => {
    for (let length = 1; length < secondary.trimEnd().length - 2; length += 1)
      expect(readAnswerFile(secondary.slice(0, length)).ok, `cut at ${length}`).toBe(false);
  });

  test('loaded onto itself', () => {
    expect(sentences(managed + managed)).toEqual([
      'Segment 31 (ISA): a second file begins here. Load each one on its own.',
    ]);
  });
});

describe('any remittance that balances', () => {
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

  test('is refused when one amount in it is another', () => {
    fc.assert(
      fc.property(remittance, fc.nat(), fc.integer({ min: 1, max: 999 }), (given, pick, by) => {
        const lines = writeRemittances([given]).split('\n');
        const places = lines.flatMap((text, at) => (/^(BPR|CLP|SVC|CAS|PLB)/.test(text) ? [at] : []));
        const at = places[pick % places.length] ?? 0;
        const place = { BPR: 2, CLP: 4, SVC: 3, CAS: 3, PLB: 4 }[lines[at]?.slice(0, 3) ?? ''] ?? 0;
        const changed = lines.map((text, index) => {
          if (index !== at) return text;
          const values = text.slice(0, -1).split('*');
          return `${values.map((v, n) => (n === place ? (Number(v) + by).toFixed(2) : v)).join('*')}~`;
        });
        expect(readAnswerFile(changed.join('\n')).ok).toBe(false);
      }),
    );
  });

  test('is refused when a segment of it is lost or stands twice', () => {
    fc.assert(
      fc.property(remittance, fc.nat(), fc.boolean(), (given, pick, twice) => {
        const lines = writeRemittances([given]).trimEnd().split('\n');
        const at = pick % lines.length;
        const damaged = lines.flatMap((text, index) => (index === at ? (twice ? [text, text] : []) : [text]));
        expect(readAnswerFile(damaged.join('\n')).ok).toBe(false);
      }),
    );
  });

  test('is refused when the same payment stands twice in the file', () => {
    fc.assert(
      fc.property(remittance, (given) => {
        const file = writeRemittances([given, { ...given, control: '0002' }]);
        expect(sentences(file)).toContainEqual(
          expect.stringMatching(/this payment stands twice in the file/),
        );
      }),
    );
  });
});

describe('reasons in plain words', () => {
  test('are there for what home care meets, others are named by number', () => {
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

  test('name the greatest first, each once, and agreed rates last', () => {
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

test('a bare code that somebody typed is told in words; words stay', () => {
  expect(plainReason('CO-29')).toBe(reasonWords({ group: 'CO', reason: '29' }));
  expect(plainReason(' 197 ')).toMatch(/^197: /);
  expect(plainReason('b7')).toMatch(/^B7: /);
  for (const words of ['29: filed too late', 'No authorisation.', '', 'see 29'])
    expect(plainReason(words)).toBe(words);
});
