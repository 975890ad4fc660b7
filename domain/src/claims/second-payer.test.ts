import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { served } from '../billing/testing/served.ts';
import { sum } from '../sum.ts';
import { writeClaims } from './837p-write.ts';
import { claimsOf } from './claim.ts';
import { dayLines } from './day-lines.ts';
import { type FirstPayer, isBalanced, missingDecisions, type PayerDecision } from './second-payer.ts';
import { claimAgain, claimsToSend } from './sent-claim.ts';
import { readClaims } from './testing/837p-read.ts';
import { coloradoFile } from './testing/colorado-file.ts';
import { AGENCY, CLIENT, cardToClaim, TERM } from './testing/example-month.ts';

const ZONE = 'America/Denver';
const NUMBERS = { interchange: 101, group: 101, batch: 12, date: '2026-12-01', time: '0905' };
const LINES = dayLines(
  [
    cardToClaim([
      served('2026-11-03', '08:00', '10:00'),
      served('2026-11-04', '08:00', '09:00'),
      served('2026-11-20', '08:00', '09:00'),
    ]),
  ],
  ZONE,
);

const decision = (
  day: string,
  charge: number,
  paid: number,
  more: Partial<PayerDecision> = {},
): PayerDecision => ({
  day,
  procedureCode: TERM.procedureCode ?? '',
  modifiers: TERM.modifiers,
  charge,
  paid,
  adjustments: [
    { group: 'CO', reason: '45', amount: charge - paid - 500, quantity: null },
    { group: 'PR', reason: '3', amount: 500, quantity: null },
  ],
  decided: '2026-11-28',
  ...more,
});
const AETNA: FirstPayer = {
  name: 'Aetna',
  number: '60054',
  from: '2026-11-01',
  through: '2026-11-15',
  memberId: 'W123',
  groupNumber: 'G9',
  decisions: [decision('2026-11-03', 4_864, 2_000), decision('2026-11-04', 2_432, 1_000)],
};
const of = (...payers: FirstPayer[]) => new Map([[CLIENT.id, payers]]);
const clients = new Map([[CLIENT.id, CLIENT]]);

const written = (payers: ReturnType<typeof of>, lines = LINES) => {
  const text = writeClaims(
    coloradoFile(AGENCY, clients, claimsToSend(lines, 12, 0, payers), NUMBERS, payers),
  );
  const read = readClaims(text);
  if (!read.ok) throw new Error(JSON.stringify(read.faults));
  return { text, file: read.value };
};

describe('what Medicaid is not asked for yet', () => {
  test('is the days of an insurer that has not answered or was billed a different amount', () => {
    expect(missingDecisions(LINES, of(AETNA))).toEqual([]);
    const silent = { ...AETNA, decisions: [decision('2026-11-03', 4_000, 2_000)] };
    expect(missingDecisions(LINES, of(silent)).map(({ message }) => message)).toEqual([
      'Aetna was billed $40.00 for 11-03-2026, the card comes to $48.64.',
      'Aetna pays first and has not answered for 11-04-2026.',
    ]);
    expect(missingDecisions(LINES, of({ ...AETNA, decisions: [], through: '2026-11-02' }))).toEqual([]);
    expect(missingDecisions(LINES, new Map())).toEqual([]);
  });

  test('depends on the last answer', () => {
    const twice = [...AETNA.decisions, decision('2026-11-03', 4_864, 0)];
    const { file } = written(of({ ...AETNA, decisions: twice }));
    expect(claimsOf(file)[0]?.lines[0]?.adjudications[0]?.paid).toBe(0);
  });
});

test('a sent line contains what insurers paid, each once and together never more than its charge', () => {
  const insuredOf = (...payers: FirstPayer[]) =>
    claimsToSend(LINES, 12, 0, of(...payers)).flatMap(({ lines }) => lines.map(({ insured }) => insured));
  expect(insuredOf(AETNA)).toEqual([2_000, 1_000, undefined]);
  const cigna = { ...AETNA, number: '62308', decisions: [decision('2026-11-04', 2_432, 2_000)] };
  expect(insuredOf(AETNA, cigna)).toContain(2_432);
});

test('an insurer whose coverage ended and began again counts once per day, with the member number of that day', () => {
  const answers = [...AETNA.decisions, decision('2026-11-20', 2_432, 900)];
  const before = { ...AETNA, decisions: answers, through: '2026-11-10' };
  const again = { ...before, from: '2026-11-18', through: null, memberId: 'W999' };
  const payers = of(before, again);
  expect(missingDecisions(LINES, payers)).toEqual([]);
  const claims = claimsToSend(LINES, 12, 0, payers);
  expect(claims.map(({ lines }) => lines.map(({ day, insured }) => [day, insured]))).toEqual([
    [
      ['2026-11-03', 2_000],
      ['2026-11-04', 1_000],
    ],
    [['2026-11-20', 900]],
  ]);
  const said = claimsOf(written(payers).file).map(({ otherPayers }) =>
    (otherPayers ?? []).map(({ amounts, subscriber }) => [
      amounts.map(({ cents }) => cents),
      subscriber.party.identity?.value,
    ]),
  );
  expect(said).toEqual([[[[3_000], 'W123']], [[[900], 'W999']]]);
});

describe('a claim after another payer', () => {
  const { text, file } = written(of(AETNA));
  const [claim] = claimsOf(file);

  test('asks Medicaid as the second payer, stating what the first one paid and did not pay', () => {
    expect(file.sets[0]?.providers[0]?.subscribers[0]?.coverage).toMatchObject({
      responsibility: 'S',
      filing: 'MC',
    });
    expect(claim?.otherPayers).toMatchObject([
      {
        coverage: { responsibility: 'P', relationship: '18', group: 'G9', filing: 'CI' },
        amounts: [{ qualifier: 'D', cents: 3_000 }],
        benefitsAssigned: 'Y',
        release: 'Y',
        subscriber: { party: { last: 'DOE', identity: { qualifier: 'MI', value: 'W123' } } },
        payer: { party: { name: 'AETNA', identity: { qualifier: 'PI', value: '60054' } } },
      },
    ]);
    const said = claim?.lines.map(({ adjudications }) => adjudications);
    expect(said?.map((own) => own.length)).toEqual([1, 1]);
    expect(said?.[0]?.[0]).toMatchObject({ payer: '60054', paid: 2_000, day: '2026-11-28', owed: 500 });
  });

  test('has its loops in the order of the guide', () => {
    const ids = text.split('~').map((segment) => segment.trim().split('*').slice(0, 2).join('*'));
    const at = (id: string) => ids.indexOf(id);
    expect(at('HI*ABK:R6889')).toBeLessThan(at('SBR*P'));
    const loop = ids.slice(at('SBR*P'), at('LX*1'));
    expect(loop.map((id) => id.split('*')[0])).toEqual(['SBR', 'AMT', 'OI', 'NM1', 'N3', 'N4', 'NM1']);
    const line = ids.slice(at('LX*1'), at('LX*2')).map((id) => id.split('*')[0]);
    expect(line).toEqual(['LX', 'SV1', 'DTP', 'REF', 'SVD', 'CAS', 'CAS', 'DTP', 'AMT']);
    // What the client still owes is stated by line, and so not for the claim as well.
    expect(text).toContain('DTP*573*D8*20261128~\nAMT*EAF*5.00~');
  });

  test('is separate from claims of the same client and authorization without another payer', () => {
    const levels = file.sets[0]?.providers[0]?.subscribers ?? [];
    expect(
      levels.map(({ coverage, claims }) => [
        coverage.responsibility,
        claims.map(({ lines }) => lines.map(({ from }) => from)),
      ]),
    ).toEqual([
      ['S', [['2026-11-03', '2026-11-04']]],
      ['P', [['2026-11-20']]],
    ]);
  });

  test('states the same when it is replaced or voided', () => {
    const [sent] = claimsToSend(LINES, 12);
    if (!sent) throw new Error('no claim');
    const again = claimAgain(sent, { id: '13-1', icn: '222', frequency: '8' });
    const [voided] = claimsOf(coloradoFile(AGENCY, clients, [again], NUMBERS, of(AETNA)));
    expect(voided?.otherPayers).toHaveLength(1);
  });

  test("is the third payer's after two others", () => {
    const second = { ...AETNA, name: 'Cigna', number: '62308', memberId: 'C1' };
    const levels = written(of(AETNA, second)).file.sets[0]?.providers[0]?.subscribers;
    expect(levels?.[0]?.coverage.responsibility).toBe('T');
    expect(levels?.[0]?.claims[0]?.otherPayers.map(({ coverage }) => coverage.responsibility)).toEqual([
      'P',
      'S',
    ]);
  });
});

test('a file without other payers is byte for byte the same as before', () => {
  const sent = claimsToSend(LINES, 12);
  const plain = writeClaims(coloradoFile(AGENCY, clients, sent, NUMBERS));
  const other = new Map([[999, [AETNA]]]);
  expect(writeClaims(coloradoFile(AGENCY, clients, sent, NUMBERS, other))).toBe(plain);
  expect(plain).not.toContain('SVD*');
});

test('a claim balances: the charge of each line is the sum of what was paid and what was not', () => {
  const cents = fc.array(fc.integer({ min: 0, max: 4_864 }), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(cents, fc.constantFrom('CO', 'OA', 'PR'), (parts, group) => {
      const adjustments = parts
        .slice(1)
        .map((amount, n) => ({ group, reason: `${n + 1}`, amount, quantity: null }));
      const charge = 4_864;
      const paid = charge - sum(adjustments.map(({ amount }) => amount));
      fc.pre(paid >= 0);
      const said = [decision('2026-11-03', charge, paid, { adjustments }), ...AETNA.decisions.slice(1)];
      const [claim] = claimsOf(written(of({ ...AETNA, decisions: said })).file);
      for (const { charge: charged, adjudications } of claim?.lines ?? [])
        for (const one of adjudications)
          expect(isBalanced({ ...one, charge: charged, procedureCode: '', modifiers: [] })).toBe(true);
      const stated = claim?.otherPayers[0]?.amounts.find(({ qualifier }) => qualifier === 'D')?.cents;
      expect(stated).toBe(paid + 1_000);
    }),
    { numRuns: 60 },
  );
});
