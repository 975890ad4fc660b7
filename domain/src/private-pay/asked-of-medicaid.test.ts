import { describe, expect, test } from 'vitest';
import { served } from '../billing/testing/served.ts';
import { type ClaimedOfCard, NOTHING_CLAIMED } from '../claims/left-to-claim.ts';
import type { CoveredClient } from '../payers/rules.ts';
import {
  type AskedCard,
  askedAfterInsurers,
  isInsured,
  type RecordOfMonth,
  unclaimedMonths,
  waitsForClaim,
} from './asked-of-medicaid.ts';

const payer = (kind: 'Medicaid' | 'Other', from: string, through: string | null = null) => ({
  ...{ kind, payerId: kind === 'Other' ? 1 : 2, from, through },
  ...{ memberId: 'W1', groupNumber: '' },
});
/** Medicaid alone through the 9th, an insurer before it from the 10th on. */
const covered: CoveredClient = {
  isPrivate: false,
  payers: [payer('Other', '2026-10-10'), payer('Medicaid', '2026-01-01')],
};
const card = (more: Partial<AskedCard> = {}): AskedCard => ({
  startPeriod: '2026-10-01',
  status: 'Billed',
  days: ['05', '12'].map((day) => served(`2026-10-${day}`, '08:00', '10:00')),
  amount: 100_000,
  ...more,
});
const claimed = { ...NOTHING_CLAIMED, charge: 100_000, insured: 70_000 };

describe('a record that an insurer pays for before Medicaid', () => {
  test.each([
    ['is one with an insurer on a later day than its first', card(), covered, true],
    [
      'is none whose billed days are all before the insurer',
      card({ days: card().days.slice(0, 1) }),
      covered,
      false,
    ],
    [
      'is none whose day with the insurer is not billed',
      card({ days: card().days.map((row) => ({ ...row, billing: row.date < '2026-10-10' })) }),
      covered,
      false,
    ],
    ['is none of a client with Medicaid alone', card(), { isPrivate: false, payers: [] }, false],
    [
      'is none that Medicaid is not asked for',
      card(),
      { isPrivate: false, payers: [payer('Other', '2026-01-01')] },
      false,
    ],
  ])('%s', (_, one, client, expected) => {
    expect(isInsured(one, client)).toBe(expected);
  });

  test.each([
    ['for its first claim', card(), undefined, true],
    ['for days that its claims leave', card(), { ...claimed, charge: 40_000, insured: 0 }, true],
    ['for nothing once Medicaid was asked for all of it', card(), claimed, false],
    ['for nothing where nothing of it is billed', card({ amount: 0 }), undefined, false],
    ['for nothing where staff set it to Paid', card({ status: 'Paid' }), undefined, false],
    [
      'for nothing where staff set it to Adjust without a claim',
      card({ status: 'Adjust' }),
      undefined,
      false,
    ],
    [
      'for nothing once its claim was taken back',
      card({ status: 'Adjust' }),
      { ...NOTHING_CLAIMED, isTakenBack: true },
      false,
    ],
    [
      'for days that were added after a correction',
      card({ status: 'Adjust' }),
      { ...claimed, charge: 90_000 },
      true,
    ],
    ['for a record that is not final', card({ status: 'Pending' }), undefined, true],
  ])('waits %s', (_, one, claims, expected) => {
    expect(waitsForClaim(one, claims)).toBe(expected);
  });

  test('comes to what its claims ask Medicaid for, and never to more than the record', () => {
    expect(
      [claimed, undefined, { ...claimed, charge: 120_000 }, { ...claimed, insured: 100_000 }].map((one) =>
        askedAfterInsurers(card(), one),
      ),
    ).toEqual([30_000, 0, 30_000, 0]);
    expect(askedAfterInsurers(card({ amount: 60_000 }), claimed)).toBe(0);
  });
});

describe('a month is still to be asked for', () => {
  const OCTOBER = '2026-10-01';
  const record = (claimed?: ClaimedOfCard, more: Partial<RecordOfMonth> = {}): RecordOfMonth => ({
    ...{ month: OCTOBER, startPeriod: '2026-10-15', status: 'Billed', amount: 100_000 },
    ...{ claimed, ...more },
  });
  const whole = record(claimed);
  const early = { startPeriod: '2026-10-01' };
  const medicaid = { isPrivate: false, payers: [] };
  /** Somebody else pays through the 14th. */
  const changed = (kind: 'Private' | 'Other'): CoveredClient => ({
    isPrivate: false,
    payers: [{ ...payer('Other', '2026-01-01', '2026-10-14'), kind }, payer('Medicaid', '2026-10-15')],
  });

  test.each([
    ['while a record of it has no claim', medicaid, [whole, record()], [OCTOBER]],
    ['while days of a record are in no claim', medicaid, [record({ ...claimed, charge: 90_000 })], [OCTOBER]],
    ['while a record is not final', medicaid, [whole, record(undefined, { status: 'Pending' })], [OCTOBER]],
    ['no more once claims ask for all of it', medicaid, [whole, whole], []],
    [
      'not for what the client paid for until the 14th',
      changed('Private'),
      [whole, record(undefined, early)],
      [],
    ],
    ['not for what an insurer alone paid for', changed('Other'), [whole, record(undefined, early)], []],
    [
      'while somebody set a record to Paid without a claim: what Medicaid decided on it is not known here',
      medicaid,
      [whole, record(undefined, { status: 'Paid' })],
      [OCTOBER],
    ],
    [
      'not for what is left of a record with a claim that staff set to Paid',
      medicaid,
      [record({ ...claimed, charge: 90_000 }, { status: 'Paid' })],
      [],
    ],
    [
      'not for days that the client was billed for with a claim that another one is in the place of',
      medicaid,
      [record({ ...claimed, charge: 90_000, ofClient: 10_000 })],
      [],
    ],
    [
      'not for a record whose claim was taken back',
      medicaid,
      [whole, record({ ...NOTHING_CLAIMED, isTakenBack: true }, { status: 'Adjust' })],
      [],
    ],
    [
      'where no claim stands at all, though nothing waits: it is billed elsewhere',
      medicaid,
      [record(undefined, { status: 'Paid' })],
      [OCTOBER],
    ],
    ['not where nothing of it is billed', medicaid, [record(undefined, { amount: 0 })], []],
    ['not where all of it is private', changed('Private'), [record(undefined, early)], []],
    ['each month by itself', medicaid, [whole, record(undefined, { month: '2026-11-01' })], ['2026-11-01']],
  ])('%s', (_, covers, records, months) => {
    expect(unclaimedMonths(covers, records)).toEqual(months);
  });
});
