import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sum } from '../sum.ts';
import type { ClaimPayment } from './835.ts';
import { type BillingState, moneyOf, nextBillingState } from './billing-state.ts';
import { askedByCard, expectedOf, isDeniedWhole, sharePaidByCard } from './expected.ts';
import { openOf } from './list-words.ts';
import { MORE_THAN_LEFT, postPayment } from './posting.ts';
import type { SentClaim } from './sent-claim.ts';
import { shareCents } from './share-cents.ts';
import { standingDays } from './standing-day.ts';
import type { Adjustment } from './x12/adjustments.ts';

const isCard = (id: number) => id === 1;
/** $100 for one card on one day, of which insurers paid `insured`. */
const sentAfter = (insured: number): SentClaim => ({
  id: '12-1',
  clientId: 10,
  place: '12',
  par: null,
  frequency: '1',
  original: null,
  charge: 10_000,
  lines: [
    {
      control: '12-1-1',
      day: '2026-11-02',
      procedureCode: 'T1019',
      modifiers: [],
      units: 16,
      charge: 10_000,
      ...(insured > 0 && { insured }),
      shares: [{ cardId: 1, units: 16, amount: 10_000 }],
    },
  ],
});

const adjust = (group: string, reason: string, amount: number): Adjustment[] =>
  amount === 0 ? [] : [{ group, reason, amount, quantity: null }];

/** Medicaid pays `paid`, states what insurers paid (OA-23), and gives a reason for the rest. */
const answer = (insured: number, paid: number, reason: string): ClaimPayment => ({
  at: 1,
  id: '12-1',
  status: '2',
  charge: 10_000,
  paid,
  patientShare: 0,
  icn: '59',
  frequency: '1',
  patient: null,
  memberId: null,
  adjustments: [],
  remarks: [],
  lines: [
    {
      at: 2,
      procedure: { qualifier: 'HC', code: 'T1019', modifiers: [] },
      charge: 10_000,
      paid,
      units: null,
      from: '2026-11-02',
      through: '2026-11-02',
      control: '12-1-1',
      adjustments: [...adjust('OA', '23', insured), ...adjust('CO', reason, 10_000 - insured - paid)],
      remarks: [],
    },
  ],
  unreadable: [],
});

/** The card, its day and its claim after that answer. */
const after = (insured: number, paid: number, reason = '197') => {
  const claim = sentAfter(insured);
  const posting = postPayment(claim, answer(insured, paid, reason), 'key');
  const [card] = posting.cards;
  if (!card) throw new Error('no card');
  const start: BillingState = { status: 'Billed', deniedReason: null, claims: [], amount: 10_000 };
  const asked = { claimId: '12-1', charge: 10_000, insured, frequency: '1', replaces: null } as const;
  const sent = nextBillingState(start, { kind: 'sent', ...asked, askedAgain: [] });
  const state = nextBillingState(sent, { kind: 'posted', posting, card });
  const part = { isAccepted: true, refused: null, denial: null, lines: claim.lines, payments: posting.lines };
  const [day] = standingDays([{ ...part, paid: card.paid, reason: card.reason }], isCard);
  return {
    posting,
    state,
    day,
    open: openOf({ ...asked, paid: posting.paid, overpaid: 0, settled: 0, standing: 0 }),
  };
};

describe('what Medicaid owes', () => {
  const CO_197 = 'CO 197 (by contract): No authorization (PAR) covers it.';
  test.each([
    ['the rest, after an insurer paid part', 6_000, 4_000, 'Paid', 0, null],
    ['nothing, after insurers paid all of it', 10_000, 0, 'Paid', 0, null],
    ['the rest, if it denies that', 6_000, 0, 'Denied', 4_000, '197'],
    ['what is left of the rest, if it pays part of it', 6_000, 1_000, 'PartPaid', 3_000, '197'],
    ['everything, if no insurer pays first', 0, 10_000, 'Paid', 0, null],
    ['everything, if it denies the claim', 0, 0, 'Denied', 10_000, '197'],
    ['less, if it pays part', 0, 7_500, 'PartPaid', 2_500, '197'],
  ])('is %s', (_, insured, paid, status, open, reason) => {
    const found = after(insured, paid);
    expect([found.state.status, found.open]).toEqual([status, open]);
    expect(found.day && expectedOf(found.day) - (found.day.paid ?? 0)).toBe(open);
    expect(moneyOf(found.state)).toEqual({ charged: 10_000, insured, paid, undecided: 0, adjusted: open });
    // What the insurer paid is no reason for what Medicaid did not pay.
    if (reason === null)
      expect([found.state.deniedReason, found.posting.lines[0]?.reason]).toEqual([null, null]);
    else expect(found.state.deniedReason?.startsWith(CO_197)).toBe(true);
  });

  test('is less than it pays if it ignores what insurers paid, so a person must look at it', () => {
    const { posting, state } = after(6_000, 10_000);
    expect([posting.problem, state.status]).toEqual([MORE_THAN_LEFT, 'Problem']);
  });

  test('is asked for again after a denial, but not if insurers paid all of it', () => {
    const card = (insured: number, reversed = false) => ({ charge: 10_000, insured, paid: 0, reversed });
    expect(isDeniedWhole(card(6_000))).toBe(true);
    expect(isDeniedWhole(card(10_000))).toBe(false);
    expect(isDeniedWhole(card(10_000, true))).toBe(true);
    expect(isDeniedWhole({ ...card(0), paid: null })).toBe(false);
  });
});

const line = fc.array(fc.integer({ min: 1, max: 50_000 }), { minLength: 1, maxLength: 6 }).chain((amounts) =>
  fc.record({
    shares: fc.constant(amounts.map((amount, at) => ({ cardId: at + 1, units: 1, amount }))),
    insured: fc.integer({ min: 0, max: sum(amounts) }),
  }),
);

test('is paid in full for each card of a line, to the cent, if Medicaid pays what insurers left', () => {
  fc.assert(
    fc.property(line, (of) => {
      const cards = askedByCard(of);
      const charge = sum(of.shares.map(({ amount }) => amount));
      expect(sum(cards.map(({ insured }) => insured))).toBe(of.insured);
      for (const { amount, insured } of cards) {
        expect(insured).toBeGreaterThanOrEqual(0);
        expect(insured).toBeLessThanOrEqual(amount);
      }
      expect(sharePaidByCard(expectedOf({ charge, insured: of.insured }), of)).toEqual(
        cards.map(({ amount, insured }) => amount - insured),
      );
    }),
  );
});

test('is shared in proportion to the charges if there is no insurer', () => {
  fc.assert(
    fc.property(line, fc.integer({ min: -100_000, max: 300_000 }), ({ shares }, cents) => {
      const amounts = shares.map(({ amount }) => amount);
      expect(sharePaidByCard(cents, { shares })).toEqual(shareCents(cents, amounts));
    }),
  );
});
