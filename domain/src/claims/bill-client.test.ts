import { describe, expect, it } from 'vitest';
import {
  type BillClient,
  billableToClient,
  COVERED,
  LATE_AGREEMENT,
  NO_AGREEMENT,
  NO_SHARE,
} from './bill-client.ts';

const line = (reason: string | null, open = 4_000, day = '2026-10-05') => ({ day, reason, open });
const asked = (values: Partial<BillClient>): BillClient => ({
  hasMedicaid: true,
  basis: 'notCovered',
  agreed: null,
  lines: [],
  ...values,
});

describe('billing the client', () => {
  it.each([
    ['a covered service that was denied', asked({ lines: [line('197')] }), 'reason', COVERED],
    ['a service without a reason', asked({ lines: [line(null)] }), 'reason', COVERED],
    [
      'a share of cost that nobody named',
      asked({ basis: 'shareOfCost', lines: [line('197')] }),
      'reason',
      NO_SHARE,
    ],
    ['a non-covered service without an agreement', asked({ lines: [line('204')] }), 'agreed', NO_AGREEMENT],
    [
      'an agreement that was signed afterwards',
      asked({ lines: [line('204')], agreed: '2026-10-06' }),
      'agreed',
      LATE_AGREEMENT,
    ],
  ])('is refused to a Medicaid member for %s', (_, request, field, message) =>
    expect(billableToClient(request)).toEqual({ cents: 0, fault: { field, message } }),
  );
  it('takes the share of cost alone', () =>
    expect(
      billableToClient(asked({ basis: 'shareOfCost', lines: [line('142', 2_500), line('197')] })),
    ).toEqual({ cents: 2_500, fault: null }));
  it('takes a non-covered service with an agreement signed beforehand, and nothing beside it', () =>
    expect(billableToClient(asked({ lines: [line('204'), line('18')], agreed: '2026-10-05' }))).toEqual({
      cents: 4_000,
      fault: null,
    }));
  it('takes all of it from anyone who has no Medicaid', () =>
    expect(billableToClient(asked({ hasMedicaid: false, lines: [line('197'), line(null)] })).cents).toBe(
      8_000,
    ));
});
