import { expect, test } from 'vitest';
import { type OwedSheet, owedKey, owedSheets, owingOf, sayOwed } from './owed-sheets.ts';
import type { CardScan } from './schema.ts';

const MONTH = { startPeriod: '2026-10-01', endPeriod: '2026-10-31' };
const scan = (period: number, more: Partial<CardScan> = {}): CardScan => ({
  ...{ period, received: true, errors: [] },
  ...more,
});
const of = { providerId: 9, planId: 12 };
const [none, unsigned] = owedSheets(of, MONTH, [scan(1, { errors: [1] }), scan(0, { received: false })]);
if (!none || !unsigned) throw new Error('both halves are owed');
const AT = '2026-11-03T17:00:00Z';
const sent = (at: string, ...owed: readonly OwedSheet[]) => ({ id: 9, at, keys: new Set(owed.map(owedKey)) });

test('a half can lack its timesheet, one of its sheets, or the signature; a half outside the card lacks nothing', () => {
  const stateOf = (more: Partial<CardScan>, period = MONTH) =>
    owedSheets(of, period, [scan(0, more)]).map(({ fault }) => fault.state);
  expect(stateOf({})).toEqual([]);
  expect(stateOf({ errors: [5] })).toEqual([]);
  expect(stateOf({ received: false })).toEqual(['noScan']);
  expect(stateOf({ received: false, incomplete: true })).toEqual(['someSheets']);
  expect(stateOf({ errors: [1] })).toEqual(['noSignature']);
  expect(stateOf({ received: false }, { ...MONTH, startPeriod: '2026-10-16' })).toEqual([]);
});

test('the message says what is missing by care plan and half, and names nobody', () => {
  expect(sayOwed('2026-10', [none, unsigned]).split('\n')).toEqual([
    'Care plan 12, 1st half of October 2026: we have no timesheet.',
    'Care plan 12, 2nd half of October 2026: the timesheet has no signature.',
  ]);
});

test('a caregiver is not reminded again of the same sheets, but of newly missing ones', () => {
  const newlyOf = (...reminders: readonly ReturnType<typeof sent>[]) =>
    owingOf([none, unsigned], reminders).map(({ newly, at }) => [newly, at]);
  expect(newlyOf()).toEqual([[[none, unsigned], null]]);
  expect(newlyOf(sent(AT, none))).toEqual([[[unsigned], AT]]);
  expect(newlyOf(sent(AT, none), sent('2026-11-09T17:00:00Z', unsigned))).toEqual([
    [[], '2026-11-09T17:00:00Z'],
  ]);
  // A reminder about another plan, or to somebody else.
  expect(newlyOf(sent(AT, { ...none, planId: 13 }), { ...sent(AT, none), id: 10 })).toEqual([
    [[none, unsigned], null],
  ]);
  // The sheet has come since, but without a signature.
  const came: OwedSheet = { ...none, fault: { period: 0, state: 'noSignature' } };
  expect(owingOf([came], [sent(AT, none)])).toEqual([{ id: 9, newly: [came], at: null }]);
});
