import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BY_HAND } from './by-hand.ts';
import { checkManualPayment, claimsOfManualPayment, unassignedCents } from './manual-payment.ts';
import { postedBefore } from './posting.ts';
import { PROVIDER_ADJUSTMENT_CODES, providerAdjustmentWords } from './reason-words.ts';
import { ManualPayment, type OpenClaim } from './schema.ts';

const CLAIM: OpenClaim = {
  id: '12-1',
  client: 'Doe, Jane',
  month: '2026-11',
  charge: 6_080,
  paid: null,
  icn: null,
  lines: [
    { control: '12-1-1', day: '2026-11-02', code: 'T1019 U1', charge: 2_432 },
    { control: '12-1-2', day: '2026-11-03', code: 'T1019 U1', charge: 3_648 },
  ],
};
const KNOWN = new Map([[CLAIM.id, CLAIM]]);
const TODAY = '2026-12-04';

const line = (control: string, paid: number, ...adjusted: readonly number[]) => ({
  control,
  paid,
  adjustments: adjusted.map((amount) => ({ group: 'CO' as const, reason: '45', amount })),
});
const payment = (
  paid: number,
  lines: ManualPayment['claims'][number]['lines'],
  more: Partial<ManualPayment> = {},
): ManualPayment => ({
  number: 'CHK 77',
  date: '2026-12-01',
  method: 'CHK',
  paid,
  claims: [{ id: CLAIM.id, icn: '', takesBack: false, lines }],
  adjustments: [],
  ...more,
});
const faults = (of: ManualPayment) =>
  checkManualPayment(of, KNOWN, TODAY).map(({ field, message }) => `${field}: ${message}`);

describe('a payment by hand', () => {
  const FULL = [line('12-1-1', 2_432), line('12-1-2', 3_648)];
  test.each<[string, ManualPayment, readonly string[]]>([
    ['in full', payment(6_080, FULL), []],
    [
      'with a reason for what was not paid',
      payment(2_432, [line('12-1-1', 2_432), line('12-1-2', 0, 3_648)]),
      [],
    ],
    [
      'with money that belongs to no claim',
      payment(5_080, FULL, { adjustments: [{ reason: 'WO', reference: '', amount: 1_000 }] }),
      [],
    ],
    [
      'without a reason for what was not paid',
      payment(2_432, [line('12-1-1', 2_432), line('12-1-2', 0)]),
      [
        'claims.0.lines.12-1-2: 2026-11-03: $36.48 billed less $0.00 of adjustments is not the $0.00 paid. Change the amount or give a reason for the difference.',
      ],
    ],
    [
      'of which a part has no claim',
      payment(7_080, FULL),
      ['paid: $10.00 of the payment is not assigned to a claim.'],
    ],
    [
      'that is less than its claims',
      payment(6_000, FULL),
      ['paid: The claims come to $0.80 more than the payment.'],
    ],
    [
      'without a number',
      payment(6_080, FULL, { number: '' }),
      ['number: Enter the number of the check or transfer.'],
    ],
    [
      'of tomorrow',
      payment(6_080, FULL, { date: '2026-12-05' }),
      ['date: A payment cannot be dated in the future.'],
    ],
    ['for nothing', payment(0, [], { claims: [] }), ['claims: Add the claims that were paid.']],
    [
      'of a claim that is none of ours',
      payment(0, [], { claims: [{ id: '99-1', icn: '', takesBack: false, lines: [] }] }),
      ['claims.0.id: Claim 99-1 is not one of yours.'],
    ],
    [
      'of a claim twice',
      payment(12_160, [], {
        claims: [FULL, FULL].map((lines) => ({ id: CLAIM.id, icn: '', takesBack: false, lines })),
      }),
      ['claims.1.id: Claim 12-1 is in the payment twice.'],
    ],
  ])('%s', (_, of, expected) => expect(faults(of)).toEqual(expected));

  test('balances exactly if every line and the whole do, by plain sums', () => {
    const cents = fc.integer({ min: -500, max: 4_000 });
    const amounts = fc.array(fc.integer({ min: -300, max: 4_000 }), { maxLength: 3 });
    fc.assert(
      fc.property(
        fc.tuple(cents, cents),
        fc.tuple(amounts, amounts),
        fc.array(cents, { maxLength: 2 }),
        fc.boolean(),
        fc.boolean(),
        fc.integer({ min: -1, max: 1 }),
        (paid, adjusted, taken, takesBack, isMended, off) => {
          const sign = takesBack ? -1 : 1;
          const lines = CLAIM.lines.map(({ control, charge }, at) => {
            const list = adjusted[at] ?? [];
            const open = sign * charge - (paid[at] ?? 0) - list.reduce((a, b) => a + b, 0);
            return line(control, paid[at] ?? 0, ...list, ...(isMended ? [open] : []));
          });
          const whole = paid[0] + paid[1] - taken.reduce((a, b) => a + b, 0) + off;
          const of = payment(whole, lines, {
            claims: [{ id: CLAIM.id, icn: '', takesBack, lines }],
            adjustments: taken.map((amount) => ({ reason: 'WO', reference: '', amount })),
          });
          const isLineRight = lines.every(
            (one, at) =>
              one.adjustments.reduce((sum, { amount }) => sum + amount, one.paid) ===
              sign * (CLAIM.lines[at]?.charge ?? 0),
          );
          expect(faults(of).length === 0).toBe(isLineRight && off === 0);
          expect(unassignedCents(of, KNOWN)).toBe(off);
          // A payment that passes here also passes as a remittance.
          if (faults(of).length === 0)
            expect(claimsOfManualPayment(of, KNOWN).every(({ reasons }) => reasons.length === 0)).toBe(true);
        },
      ),
    );
  });

  test('counts as the same payment as its remittance, but not with another amount, claim or number', () => {
    const key = (payer: string, trace: string, id: string, paid: number, ...time: number[]) =>
      JSON.stringify([payer, trace, payer === BY_HAND ? '' : '222', id, '1', paid, ...time]);
    const paper = postedBefore([key(BY_HAND, 'EFT1', '12-1', 100)]);
    expect(paper(key('CO', 'EFT1', '12-1', 100))).toBe(true);
    const electronic = postedBefore([key('CO', 'EFT1', '12-1', 100)]);
    expect(electronic(key(BY_HAND, 'EFT1', '12-1', 100))).toBe(true);
    expect(electronic(key('OTHER', 'EFT1', '12-1', 100))).toBe(false);
    for (const other of [
      key('CO', 'EFT2', '12-1', 100),
      key('CO', 'EFT1', '12-2', 100),
      key('CO', 'EFT1', '12-1', 101),
      key('CO', 'EFT1', '12-1', 100, 2),
    ])
      expect(paper(other)).toBe(false);
  });
});

describe('the reason for money withheld outside of claims', () => {
  const withheld = (adjustment: object) =>
    ManualPayment.safeParse({
      ...payment(6_080, []),
      adjustments: [{ reference: '', amount: 500, ...adjustment }],
    });
  test('is from the list, and each has words', () => {
    expect(PROVIDER_ADJUSTMENT_CODES).toContain('L6');
    for (const reason of PROVIDER_ADJUSTMENT_CODES) {
      expect(providerAdjustmentWords(reason)).not.toContain("the payer's list");
      expect(withheld({ reason }).data?.adjustments).toMatchObject([{ reason }]);
    }
  });
  test('is WO if none is given, and never a code that the product does not know', () => {
    expect(withheld({}).data?.adjustments).toMatchObject([{ reason: 'WO' }]);
    const refused = withheld({ reason: 'XX' });
    expect(refused.error?.issues.map(({ message }) => message)).toEqual([
      'Choose a reason from the list, such as WO.',
    ]);
  });
});
