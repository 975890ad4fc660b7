import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ClaimPayment, LinePayment, Remittance } from './835.ts';
import { checkRemittances } from './835-balance.ts';
import { matchClaims, paymentDay, postPayment } from './posting.ts';
import type { SentClaim, SentLine } from './sent-claim.ts';
import { shareCents } from './share-cents.ts';

const sentLine = (control: string, more: Partial<SentLine> = {}): SentLine => ({
  control,
  day: '2026-11-02',
  procedureCode: 'T1019',
  modifiers: ['U1'],
  units: 4,
  charge: 2432,
  shares: [{ cardId: 1, units: 4, amount: 2432 }],
  ...more,
});
const sentClaim = (lines: readonly SentLine[]): SentClaim => ({
  id: '12-1',
  clientId: 10,
  place: '12',
  par: '1234567890',
  frequency: '1',
  original: null,
  charge: lines.reduce((sum, { charge }) => sum + charge, 0),
  lines,
});
const linePaid = (of: SentLine, paid: number, more: Partial<LinePayment> = {}): LinePayment => ({
  at: 20,
  procedure: { qualifier: 'HC', code: of.procedureCode, modifiers: of.modifiers },
  charge: of.charge,
  paid,
  units: null,
  from: of.day,
  through: of.day,
  control: of.control,
  adjustments:
    paid === of.charge ? [] : [{ group: 'CO', reason: '197', amount: of.charge - paid, quantity: null }],
  remarks: [],
  ...more,
});
const claimPaid = (lines: readonly LinePayment[], more: Partial<ClaimPayment> = {}): ClaimPayment => ({
  at: 10,
  id: '12-1',
  status: '1',
  charge: lines.reduce((sum, { charge }) => sum + charge, 0),
  paid: lines.reduce((sum, { paid }) => sum + paid, 0),
  patientShare: 0,
  icn: '2226001000001',
  frequency: '1',
  patient: null,
  memberId: null,
  adjustments: [],
  remarks: [],
  lines,
  unreadable: [],
  ...more,
});
const remittance = (claims: readonly ClaimPayment[]): Remittance => ({
  control: '0001',
  at: 4,
  paid: claims.reduce((sum, { paid }) => sum + paid, 0),
  method: 'ACH',
  date: '2026-12-04',
  trace: 'EFT1',
  payer: { name: 'PAYER', id: '1' },
  payee: { name: 'AGENCY', id: '2' },
  claims,
  adjustments: [],
  unreadable: [],
});
const checked = (claims: readonly ClaimPayment[], more: Partial<Remittance> = {}) =>
  checkRemittances([{ ...remittance(claims), ...more }]).flatMap((one) => one.claims);
const post = (claim: SentClaim, payment: ClaimPayment, more: Partial<Remittance> = {}) =>
  postPayment(claim, payment, checked([payment], more)[0]?.key ?? '');

const A = sentLine('12-1-1');
const B = sentLine('12-1-2', {
  day: '2026-11-03',
  charge: 3648,
  shares: [
    { cardId: 1, units: 4, amount: 2432 },
    { cardId: 2, units: 2, amount: 1216 },
  ],
});
const CLAIM = sentClaim([A, B]);
const NO_PAR = 'CO 197 (by contract): No authorization (PAR) covers it.';

describe('a payment of a claim', () => {
  test('in full gives each card what was billed for it', () => {
    expect(post(CLAIM, claimPaid([linePaid(A, 2432), linePaid(B, 3648)]))).toMatchObject({
      problem: null,
      reversal: false,
      cards: [
        { cardId: 1, charge: 4864, paid: 4864, reason: null },
        { cardId: 2, charge: 1216, paid: 1216, reason: null },
      ],
    });
  });

  test("with one denied line gives the reason to that line's cards", () => {
    const posting = post(CLAIM, claimPaid([linePaid(A, 2432), linePaid(B, 0)]));
    expect(posting.lines).toEqual([
      { control: '12-1-1', paid: 2432, reason: null, adjustments: [] },
      {
        control: '12-1-2',
        paid: 0,
        reason: NO_PAR,
        adjustments: [{ group: 'CO', reason: '197', amount: 3648 }],
      },
    ]);
    expect(posting.cards).toEqual([
      { cardId: 1, charge: 4864, paid: 2432, reason: NO_PAR },
      { cardId: 2, charge: 1216, paid: 0, reason: NO_PAR },
    ]);
  });

  test('in part is shared to the cent', () => {
    const { cards } = post(CLAIM, claimPaid([linePaid(A, 2432), linePaid(B, 1001)]));
    expect(cards.map(({ paid }) => paid)).toEqual([2432 + 667, 334]);
  });

  test('without lines is shared by what was billed', () => {
    const denied = claimPaid([], {
      charge: CLAIM.charge,
      paid: 0,
      status: '4',
      adjustments: [{ group: 'CO', reason: '29', amount: CLAIM.charge, quantity: null }],
    });
    expect(post(CLAIM, denied)).toMatchObject({
      problem: null,
      cards: [
        { paid: 0, reason: 'CO 29 (by contract): It was sent after the time limit for claims.' },
        { paid: 0 },
      ],
    });
  });

  test('with an adjustment of the whole claim distributes it over the lines', () => {
    const whole = claimPaid([linePaid(A, 2432), linePaid(B, 3648)], {
      paid: 6000,
      adjustments: [{ group: 'PR', reason: '142', amount: 80, quantity: null }],
    });
    const posting = post(CLAIM, whole);
    expect(posting.lines.map(({ paid }) => paid)).toEqual([2400, 3600]);
    expect(posting.cards.map(({ paid }) => paid)).toEqual([4800, 1200]);
    expect(posting.lines.map(({ adjustments }) => adjustments)).toEqual([
      [{ group: 'PR', reason: '142', amount: 32 }],
      [{ group: 'PR', reason: '142', amount: 48 }],
    ]);
  });

  test('keeps every adjustment of a line with group and amount', () => {
    const adjustments = [
      { group: 'PR', reason: '142', amount: 432, quantity: null },
      { group: 'CO', reason: '45', amount: 1000, quantity: null },
    ];
    const payment = claimPaid([linePaid(A, 1000, { adjustments }), linePaid(B, 3648)], {
      paid: 4000,
      adjustments: [{ group: 'OA', reason: '23', amount: 648, quantity: null }],
    });
    const { lines } = post(CLAIM, payment);
    const kept = lines.flatMap((line) => line.adjustments ?? []);
    expect(lines[0]?.adjustments?.slice(0, 2)).toEqual([
      { group: 'PR', reason: '142', amount: 432 },
      { group: 'CO', reason: '45', amount: 1000 },
    ]);
    expect(kept.reduce((total, { amount }) => total + amount, 0)).toBe(CLAIM.charge - payment.paid);
  });

  test('without line control numbers is matched by day, code and modifiers', () => {
    const payment = claimPaid([linePaid(B, 0, { control: null }), linePaid(A, 2432, { control: null })]);
    expect(post(CLAIM, payment)).toMatchObject({ problem: null, lines: [{ paid: 2432 }, { paid: 0 }] });
  });

  test('that is taken back is a reversal of what was paid, as a negative amount', () => {
    const back = claimPaid([linePaid(A, -2432, { charge: -2432 }), linePaid(B, 0, { charge: -3648 })], {
      status: '22',
    });
    expect(post(CLAIM, back)).toMatchObject({
      reversal: true,
      problem: null,
      paid: -2432,
      cards: [{ paid: -2432 }, { cardId: 2, paid: 0 }],
    });
  });

  const twins = sentClaim([sentLine('12-1-1'), sentLine('12-1-2')]);
  test.each([
    [
      'another charge of the claim',
      CLAIM,
      claimPaid([linePaid(A, 2432), linePaid(B, 3648)], { charge: 6000 }),
      '60.80 was billed, the payer names 60.00.',
    ],
    [
      'another charge of a line',
      CLAIM,
      claimPaid([linePaid(A, 2431, { charge: 2431 }), linePaid(B, 3649, { charge: 3649 })]),
      'Line 12-1-1: 24.32 was billed, the payer names 24.31.',
    ],
    [
      'a line that was not sent',
      CLAIM,
      claimPaid([linePaid(A, 2432), linePaid(B, 3648, { control: '12-1-9' })]),
      'The payer answered a line that is not on the claim.',
    ],
    [
      'a line left out',
      CLAIM,
      claimPaid([linePaid(A, 2432)], { charge: CLAIM.charge }),
      'The payer left out 1 of 2 lines.',
    ],
    [
      'lines that cannot be told apart',
      twins,
      claimPaid(twins.lines.map((line) => linePaid(line, 0, { control: null }))),
      'The payer answered a line that is not on the claim.',
    ],
    [
      'more than was billed',
      CLAIM,
      claimPaid([linePaid(A, 2432), linePaid(B, 3650)]),
      'More was paid than was billed.',
    ],
  ])('with %s is a problem, but no cent is lost', (_, claim, payment, problem) => {
    const posting = post(claim, payment);
    expect(posting.problem).toBe(problem);
    expect(posting.cards.reduce((sum, { paid }) => sum + paid, 0)).toBe(payment.paid);
  });

  test('has a unique key, the same whenever it is loaded', () => {
    const payment = claimPaid([linePaid(A, 2432), linePaid(B, 0)]);
    expect(post(CLAIM, payment).key).toBe(post(CLAIM, payment).key);
    const others = [
      post(CLAIM, { ...payment, icn: '2226001000002' }),
      post(CLAIM, { ...payment, status: '22' }),
      post(CLAIM, payment, { trace: 'EFT2' }),
    ];
    expect(new Set([post(CLAIM, payment), ...others].map(({ key }) => key)).size).toBe(4);
  });
});

test('lists claims that are not ours', () => {
  const ours = claimPaid([linePaid(A, 2432), linePaid(B, 3648)]);
  const { postings, unmatched } = matchClaims(
    checked([{ ...ours, id: '99-1' }, ours]),
    new Map([[CLAIM.id, CLAIM]]),
  );
  expect(postings.map(({ claimId }) => claimId)).toEqual(['12-1']);
  expect(unmatched.map(({ id }) => id)).toEqual(['99-1']);
});

describe('sharing cents', () => {
  test.each([
    [100, [1, 1, 1], [34, 33, 33]],
    [-100, [1, 1, 1], [-34, -33, -33]],
    [0, [5, 5], [0, 0]],
    [7, [0, 0], [7, 0]],
    [10, [], []],
    [6080, [2432, 3648], [2432, 3648]],
    [1, [1_000_000_000, 1], [1, 0]],
  ])('%i over %j', (total, weights, shares) => expect(shareCents(total, weights)).toEqual(shares));

  test('loses nothing, and is never a full cent away from the exact share', () => {
    const weights = fc.array(fc.nat({ max: 100_000_000 }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(fc.integer({ min: -1e11, max: 1e11 }), weights, (total, list) => {
        const shares = shareCents(total, list);
        const sum = list.reduce((a, b) => a + b, 0);
        expect(shares.reduce((a, b) => a + b, 0)).toBe(total);
        if (sum > 0)
          for (const [at, share] of shares.entries())
            expect(Math.abs(share - (total * (list[at] ?? 0)) / sum)).toBeLessThan(1.001);
        expect(shareCents(sum, list)).toEqual(sum > 0 ? list : list.map(() => 0));
      }),
    );
  });
});

test('the day of a payment is in its remittance, or else is the day on which the file was loaded', () => {
  const key = JSON.stringify(['HCPF', 'EFT 2', '59', '12-1', '1', 4_000]);
  const money = { key, received: '2026-11-20' };
  const payments = [
    { trace: 'EFT 1', date: '2026-11-02' },
    { trace: 'EFT 2', date: '2026-11-09' },
  ];
  expect(paymentDay(money, payments)).toBe('2026-11-09');
  expect(paymentDay(money, [{ trace: 'EFT 2', date: null }])).toBe('2026-11-20');
  expect(paymentDay({ ...money, key: null }, payments)).toBe('2026-11-20');
});
