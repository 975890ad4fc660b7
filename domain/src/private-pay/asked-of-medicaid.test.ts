import { describe, expect, test } from 'vitest';
import { served } from '../billing/testing/served.ts';
import type { CoveredClient } from '../payers/rules.ts';
import { type AskedCard, askedAfterInsurers, isInsured, waitsForInsurer } from './asked-of-medicaid.ts';

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
const claimed = { charge: 100_000, insured: 70_000, isTakenBack: false };

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
      { charge: 0, insured: 0, isTakenBack: true },
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
    expect(waitsForInsurer(one, claims)).toBe(expected);
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
