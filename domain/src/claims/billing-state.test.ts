import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type BillingEvent,
  type BillingState,
  nextBillingState,
  paidOf,
  refusedOf,
} from './billing-state.ts';
import type { Frequency } from './claim.ts';
import type { AnswerSource } from './claim-answers.ts';

const NEW: BillingState = { status: 'Billed', deniedReason: null, claims: [] };
const DENIED = 'CO 29 (by contract): It was sent after the time limit for claims.';

/** By default each claim asks for the same days as those before it. */
const sent = (
  claimId: string,
  charge = 1000,
  frequency: Frequency = '1',
  replaces: string | null = null,
  askedAgain: readonly string[] = ['1', '2', '3'],
) => ({ kind: 'sent', claimId, charge, frequency, replaces, askedAgain }) satisfies BillingEvent;
const answered = (
  claimId: string,
  outcome: 'accepted' | 'refused',
  reason: string | null = null,
  source: AnswerSource = '277CA',
) =>
  ({
    kind: 'answered',
    answer: { claimId, outcome, source, reason, icn: null },
  }) satisfies BillingEvent;
const paid = (
  claimId: string,
  cents: number,
  more: { key?: string; reversal?: boolean; problem?: string | null; charge?: number } = {},
) => {
  const { key = `${claimId} ${cents}`, reversal = false, problem = null, charge = 1000 } = more;
  const reason = cents < charge ? DENIED : null;
  return {
    kind: 'posted',
    posting: { key, claimId, icn: '1', reversal, paid: cents, problem, lines: [], cards: [] },
    card: { cardId: 1, charge, paid: cents, reason },
  } satisfies BillingEvent;
};
const after = (...events: readonly BillingEvent[]) => events.reduce(nextBillingState, NEW);
const shown = (state: BillingState) => [state.status, state.deniedReason, paidOf(state), refusedOf(state)];

describe('a card with one claim', () => {
  test.each<[string, readonly BillingEvent[], ReturnType<typeof shown>]>([
    ['is sent', [sent('1')], ['Billed', null, 0, null]],
    ['is accepted', [sent('1'), answered('1', 'accepted')], ['Billed', null, 0, null]],
    [
      'is refused: stays Billed, marked with the reason',
      [sent('1'), answered('1', 'refused', 'Member not found.')],
      ['Billed', null, 0, 'Member not found.'],
    ],
    [
      'is refused, and the receipt of its file comes later',
      [sent('1'), answered('1', 'refused', 'x'), answered('1', 'accepted', null, '999')],
      ['Billed', null, 0, 'x'],
    ],
    [
      'is refused by the 999, but taken in after all',
      [sent('1'), answered('1', 'refused', 'x', '999'), answered('1', 'accepted')],
      ['Billed', null, 0, null],
    ],
    [
      'is refused and sent again',
      [sent('1'), answered('1', 'refused', 'x'), sent('2')],
      ['Billed', null, 0, null],
    ],
    [
      'is refused, sent again and paid',
      [sent('1'), answered('1', 'refused', 'x'), sent('2'), paid('2', 1000)],
      ['Paid', null, 1000, null],
    ],
    ['is paid in full', [sent('1'), paid('1', 1000)], ['Paid', null, 1000, null]],
    ['is paid in part', [sent('1'), paid('1', 400)], ['PartPaid', DENIED, 400, null]],
    ['is denied', [sent('1'), paid('1', 0)], ['Denied', DENIED, 0, null]],
    [
      'is denied, sent again and paid',
      [sent('1'), paid('1', 0), sent('2'), paid('2', 1000)],
      ['Paid', null, 1000, null],
    ],
    [
      'does not fit what was sent',
      [sent('1'), paid('1', 900, { problem: 'It does not fit.' })],
      ['Problem', 'It does not fit.', 900, null],
    ],
    [
      'is paid twice by two checks',
      [sent('1'), paid('1', 1000), paid('1', 1000, { key: 'second check' })],
      ['Problem', 'More was paid than was billed.', 2000, null],
    ],
    [
      'is taken back and corrected by the payer: one Adjust',
      [sent('1'), paid('1', 1000), paid('1', -1000, { reversal: true }), paid('1', 800)],
      ['Adjust', DENIED, 800, null],
    ],
    [
      'is replaced by a corrected claim',
      [
        sent('1'),
        paid('1', 400),
        sent('2', 1000, '7', '1'),
        paid('1', -400, { reversal: true }),
        paid('2', 1000),
      ],
      ['Adjust', null, 1000, null],
    ],
    [
      'waits for the answer to its corrected claim',
      [sent('1'), paid('1', 400), sent('2', 1000, '7', '1')],
      ['Billed', null, 400, null],
    ],
    [
      'is taken back by the agency',
      [
        sent('1'),
        paid('1', 1000),
        sent('2', 1000, '8', '1'),
        paid('1', -1000, { reversal: true }),
        paid('2', 0),
      ],
      ['Adjust', 'void, not billed', 0, null],
    ],
    [
      'is voided, and the payer has not said anything yet: nothing has changed',
      [sent('1'), paid('1', 1000), sent('2', 1000, '8', '1'), answered('2', 'accepted', null, '999')],
      ['Paid', null, 1000, null],
    ],
    [
      'is voided, and the payer takes the void in',
      [sent('1'), paid('1', 1000), sent('2', 1000, '8', '1'), answered('2', 'accepted')],
      ['Adjust', 'void, not billed', 1000, null],
    ],
    [
      'is voided, and the payer refuses the void',
      [sent('1'), paid('1', 1000), sent('2', 1000, '8', '1'), answered('2', 'refused', 'x')],
      ['Paid', null, 1000, 'x'],
    ],
    [
      'is voided, and a remittance alone takes the payment back',
      [
        sent('1'),
        paid('1', 1000),
        sent('2', 1000, '8', '1'),
        paid('1', -1000, { reversal: true, key: 'back' }),
      ],
      ['Adjust', 'void, not billed', 0, null],
    ],
    [
      'is voided and claimed again by choice: the late reversal leaves the new claim alone',
      [
        sent('1'),
        paid('1', 1000),
        sent('2', 1000, '8', '1'),
        answered('2', 'accepted'),
        sent('3'),
        paid('1', -1000, { reversal: true, key: 'back' }),
        paid('3', 1000),
      ],
      ['Paid', null, 1000, null],
    ],
    [
      'is paid though it was refused before',
      [sent('1'), answered('1', 'refused', 'x'), paid('1', 1000)],
      ['Paid', null, 1000, null],
    ],
    [
      'is refused by a late acknowledgement after it was paid',
      [sent('1'), paid('1', 1000), answered('1', 'refused', 'x')],
      ['Paid', null, 1000, null],
    ],
  ])('%s', (_, events, expected) => {
    expect(shown(after(...events))).toEqual(expected);
  });
});

describe('a card with two claims', () => {
  test.each<[string, readonly BillingEvent[], ReturnType<typeof shown>]>([
    ['both paid', [paid('1', 1000), paid('2', 1000)], ['Paid', null, 2000, null]],
    ['one paid, one open', [paid('1', 1000)], ['PartPaid', null, 1000, null]],
    ['one denied, one open', [paid('1', 0)], ['Billed', DENIED, 0, null]],
    ['one denied, one paid', [paid('1', 0), paid('2', 1000)], ['PartPaid', DENIED, 1000, null]],
    ['both denied', [paid('1', 0), paid('2', 0)], ['Denied', DENIED, 0, null]],
    [
      'one paid, one refused',
      [paid('1', 1000), answered('2', 'refused', 'x')],
      ['PartPaid', null, 1000, 'x'],
    ],
  ])('%s', (_, events, expected) => {
    expect(shown(after(sent('1'), sent('2'), ...events))).toEqual(expected);
  });
});

describe('a claim for other days of the card', () => {
  const other = (claimId: string, frequency: Frequency = '1', replaces: string | null = null) =>
    sent(claimId, 1000, frequency, replaces, replaces === null ? [] : [replaces]);
  const standing = ({ claims }: BillingState) =>
    claims.filter(({ superseded }) => !superseded).map(({ claimId }) => claimId);
  test.each<[string, readonly BillingEvent[], readonly string[], BillingState['status']]>([
    ['leaves a denied one as it is', [other('1'), paid('1', 0), other('2')], ['1', '2'], 'Billed'],
    [
      'is paid, and the denied one is still owed',
      [other('1'), paid('1', 0), other('2'), paid('2', 1000)],
      ['1', '2'],
      'PartPaid',
    ],
    [
      'that was corrected leaves a refused one as it is',
      [
        other('1'),
        other('2'),
        paid('1', 0),
        answered('2', 'refused', 'x'),
        other('3', '7', '1'),
        paid('3', 1000),
      ],
      ['2', '3'],
      'Adjust',
    ],
    [
      'leaves no void that the payer has taken in: the whole record is asked for again',
      [other('1'), paid('1', 1000), sent('2', 1000, '8', '1'), answered('2', 'accepted'), other('3')],
      ['3'],
      'Billed',
    ],
  ])('%s', (_, events, claims, status) => {
    const state = after(...events);
    expect([standing(state), state.status]).toEqual([claims, status]);
  });
});

test('what concerns another claim changes nothing', () => {
  const state = after(sent('1'));
  expect(nextBillingState(state, paid('9', 1000))).toBe(state);
  expect(nextBillingState(state, answered('9', 'refused'))).toEqual(state);
});

test("a status set by staff stays until the payer's answer concerns money", () => {
  const state = { ...after(sent('1')), status: 'Pending' as const };
  expect(nextBillingState(state, answered('1', 'accepted')).status).toBe('Pending');
  expect(nextBillingState(state, paid('1', 1000)).status).toBe('Paid');
});

describe('whatever the payer answers', () => {
  const event = fc.oneof(
    fc.constantFrom('1', '2', '3').map((id) => sent(id)),
    fc.constantFrom('1', '2', '3').map((id) => answered(id, 'refused', 'x')),
    fc.constantFrom('1', '2', '3').map((id) => answered(id, 'accepted')),
    fc
      .tuple(
        fc.constantFrom('1', '2', '3'),
        fc.constantFrom(0, 400, 1000, -400, -1000),
        fc.constantFrom('a', 'b'),
      )
      .map(([id, cents, check]) => paid(id, cents, { key: `${check} ${id} ${cents}`, reversal: cents < 0 })),
  );
  /** Nothing is answered before it was sent. */
  const events = fc.array(event, { maxLength: 12 }).map((list) => {
    const known = new Set<string>();
    return list.filter((one) => {
      if (one.kind === 'sent') known.add(one.claimId);
      return (
        one.kind === 'sent' || known.has(one.kind === 'posted' ? one.posting.claimId : one.answer.claimId)
      );
    });
  });

  test('loading the same file again changes nothing', () => {
    fc.assert(
      fc.property(events, fc.nat({ max: 12 }), (list, from) => {
        const state = list.reduce(nextBillingState, NEW);
        const again = list
          .slice(from)
          .filter(({ kind }) => kind === 'posted')
          .reduce(nextBillingState, state);
        expect(again).toEqual(state);
      }),
    );
  });

  test('paid is the sum of all payments, and Paid and Denied are used correctly', () => {
    fc.assert(
      fc.property(events, (list) => {
        const state = list.reduce(nextBillingState, NEW);
        const known = new Set<string>();
        const seen = new Map<string, number>();
        for (const one of list) {
          if (one.kind === 'sent') known.add(one.claimId);
          if (one.kind === 'posted' && known.has(one.posting.claimId))
            seen.set(one.posting.key, one.card.paid);
        }
        expect(paidOf(state)).toBe([...seen.values()].reduce((a, b) => a + b, 0));
        const charge = state.claims
          .filter(({ superseded }) => !superseded)
          .reduce((sum, one) => sum + one.charge, 0);
        if (state.status === 'Paid') expect(paidOf(state)).toBe(charge);
        if (state.status === 'Denied') expect(paidOf(state)).toBe(0);
        if (state.status === 'PartPaid') expect(paidOf(state)).toBeLessThan(charge);
      }),
    );
  });
});
