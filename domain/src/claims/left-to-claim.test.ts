import { describe, expect, test } from 'vitest';
import { type ClaimedOfCard, claimingOfRest, leftToClaim, NOTHING_CLAIMED } from './left-to-claim.ts';

const claimed = (more: Partial<ClaimedOfCard> = {}): ClaimedOfCard => ({
  ...NOTHING_CLAIMED,
  charge: 4_000,
  ...more,
});
const takenBack = claimed({ charge: 0, isTakenBack: true });

describe('the part of a record that no claim asks for', () => {
  test.each([
    // Status, claims, and what becomes of the rest.
    ['Billed', NOTHING_CLAIMED, 'upload'],
    ['Billed', claimed(), 'upload'],
    ['Billed', takenBack, 'upload'],
    ['Denied', NOTHING_CLAIMED, 'upload'],
    ['Denied', claimed(), 'upload'],
    ['PartPaid', claimed(), 'upload'],
    ['PartPaid', NOTHING_CLAIMED, 'elsewhere'],
    ['Adjust', claimed(), 'upload'],
    ['Adjust', claimed({ isTakenBack: true }), 'nobody'],
    ['Adjust', takenBack, 'nobody'],
    ['Adjust', NOTHING_CLAIMED, 'elsewhere'],
    ['Paid', NOTHING_CLAIMED, 'elsewhere'],
    ['Paid', claimed(), 'nobody'],
    ['Paid', takenBack, 'nobody'],
    ['Pending', NOTHING_CLAIMED, 'staff'],
    ['Problem', claimed(), 'staff'],
  ] as const)('of a %s record with %o goes to: %s', (status, claims, expected) => {
    expect(claimingOfRest(status, claims)).toBe(expected);
  });

  test("is the record's amount less what claims ask for and what the client was billed", () => {
    expect(leftToClaim(10_000)).toBe(10_000);
    expect(leftToClaim(10_000, claimed({ ofClient: 1_500 }))).toBe(4_500);
    expect(leftToClaim(3_000, claimed())).toBe(0);
  });
});
