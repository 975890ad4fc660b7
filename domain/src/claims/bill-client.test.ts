import { describe, expect, it } from 'vitest';
import {
  type BillClient,
  billableToClient,
  COVERED,
  isClientsAlone,
  LATE_AGREEMENT,
  NO_AGREEMENT,
  NO_AMOUNTS,
  NO_SHARE,
  type UnpaidLine,
} from './bill-client.ts';

/** 'PR 142 20' is 20 dollars of reason 142 in the group for patient responsibility. */
const line = (open: number, ...named: readonly string[]): UnpaidLine => ({
  day: '2026-10-05',
  open: open * 100,
  adjustments: named.map((one) => {
    const [group = '', reason = '', dollars = ''] = one.split(' ');
    return { group, reason, amount: Number(dollars) * 100 };
  }),
});
const asked = (values: Partial<BillClient>): BillClient => ({
  hasMedicaid: true,
  basis: 'shareOfCost',
  agreed: null,
  lines: [],
  ...values,
});
const notCovered = (agreed: string | null, ...lines: readonly UnpaidLine[]) =>
  asked({ basis: 'notCovered', agreed, lines });

describe('a Medicaid member', () => {
  it.each<[dollars: number, ...lines: UnpaidLine[]]>([
    // $100 charged, $50 paid: the contractual $30 is the agency's loss, whichever reason is named first.
    [20, line(50, 'PR 142 20', 'CO 45 30')],
    [20, line(50, 'CO 45 30', 'PR 142 20')],
    [25, line(60, 'PR 1 10', 'PR 3 15', 'CO 45 20', 'OA 23 15')],
    [20, line(50, 'PR 142 20', 'CO 142 30')],
    [20, line(50, 'PR 142 20', 'PR 204 30')],
    [45, line(50, 'PR 142 20', 'CO 197 30'), line(25, 'PR 142 25'), line(40, 'CO 197 40')],
    // The payer took some of it back on the same line.
    [15, line(50, 'PR 142 20', 'PR 142 -5', 'CO 45 35')],
    // Never more than is still open.
    [10, line(10, 'PR 142 20', 'OA 94 -10')],
  ])('owes only the share of cost that the payer named, $%s', (dollars, ...lines) =>
    expect(billableToClient(asked({ lines }))).toEqual({ cents: dollars * 100, fault: null }),
  );

  it.each<[what: string, ...lines: UnpaidLine[]]>([
    ['another reason', line(40, 'CO 197 40')],
    ['a share-of-cost code in the contract group', line(40, 'CO 142 40')],
    ['a share-of-cost code in another group', line(40, 'OA 142 20', 'PI 3 20')],
    ["another reason in the patient's group", line(40, 'PR 204 40')],
    ['no reason', line(40)],
    ['a share that was taken back entirely', line(40, 'PR 142 20', 'PR 142 -20', 'CO 45 40')],
  ])('owes no share of cost for %s', (_, ...lines) =>
    expect(billableToClient(asked({ lines }))).toEqual({
      cents: 0,
      fault: { field: 'reason', message: NO_SHARE },
    }),
  );

  it("owes the payer's amount for a service that is not covered, if the agreement was signed by its first day", () => {
    const lines = [
      line(70, 'PR 96 40', 'CO 45 30'),
      { ...line(30, 'PR 204 30'), day: '2026-10-07' },
      { ...line(80, 'CO 204 50', 'PR 142 30'), day: '2026-10-01' },
    ];
    expect(billableToClient(notCovered('2026-10-05', ...lines))).toEqual({ cents: 7_000, fault: null });
  });

  it.each([
    ['a covered service that was denied', notCovered('2026-01-01', line(40, 'CO 197 40')), 'reason', COVERED],
    ['a service not covered by contract', notCovered('2026-01-01', line(40, 'CO 204 40')), 'reason', COVERED],
    ['a service without a reason', notCovered('2026-01-01', line(40)), 'reason', COVERED],
    [
      'a non-covered service without an agreement',
      notCovered(null, line(40, 'PR 204 40')),
      'agreed',
      NO_AGREEMENT,
    ],
    [
      'an agreement that was signed afterwards',
      notCovered('2026-10-06', line(40, 'PR 204 40')),
      'agreed',
      LATE_AGREEMENT,
    ],
    [
      'an answer without amounts',
      asked({ lines: [line(40, 'PR 142 40'), { ...line(40), adjustments: null }] }),
      'reason',
      NO_AMOUNTS,
    ],
  ])('is not billed for %s', (_, request, field, message) =>
    expect(billableToClient(request)).toEqual({ cents: 0, fault: { field, message } }),
  );
});

it('can bill all of it to a client without Medicaid', () =>
  expect(
    billableToClient(asked({ hasMedicaid: false, lines: [line(40, 'CO 197 40'), line(40)] })).cents,
  ).toBe(8_000));

it.each([
  ['the whole open amount of an unpaid line', 'shareOfCost', line(40, 'PR 142 40'), 0, true],
  ['a line that is not covered', 'notCovered', line(40, 'PR 204 40'), 0, true],
  ['part of a line', 'shareOfCost', line(40, 'PR 142 10', 'CO 197 30'), 0, false],
  ['the rest of a line that was paid in part', 'shareOfCost', line(20, 'PR 142 20'), 2_000, false],
  ['an amount billed for another reason', 'notCovered', line(40, 'PR 142 40'), 0, false],
  ['a line with unknown amounts', 'shareOfCost', { ...line(40), adjustments: null }, 0, false],
] as const)('is asked of nobody but the client for %s: %s', (_, basis, unpaid, paid, isTheirs) =>
  expect(isClientsAlone(basis, { ...unpaid, paid })).toBe(isTheirs),
);
