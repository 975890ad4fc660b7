import { type DayRange, daysOfMonth } from '@homecare/domain/billing/counting.ts';
import { type PlanMonth, planMonthOf } from '@homecare/domain/billing/plan-month.ts';
import type { Scope } from '../platform/auth/scope.ts';
import type { Db } from '../platform/db/rows.ts';
import { type AskedMonth, listPlansOfMonths, type MonthPlan } from './page-queries.ts';
import { listCardScans, listPlanVisits, listRecordsOfPlans, type RecordRow } from './record-queries.ts';

/** The plans of months as the billing page shows them, for one client or for all at once. */

export type { AskedMonth };

type PlanVisit = Awaited<ReturnType<typeof listPlanVisits>>[number];
type PlanScan = Awaited<ReturnType<typeof listCardScans>>[number];

export interface BilledMonth extends PlanMonth<PlanVisit> {
  readonly plan: MonthPlan;
  readonly scans: readonly PlanScan[];
  readonly saved: RecordRow | undefined;
}

const byMonth = <R extends { readonly planId: number }>(rows: readonly R[], monthOf: (row: R) => string) =>
  Map.groupBy(rows, (row) => `${row.planId} ${monthOf(row)}`);

/** All days from the first to the last of some months. */
export const rangeOfMonths = (months: readonly string[]): DayRange => {
  const inOrder = months.toSorted();
  return {
    from: daysOfMonth(inOrder[0] ?? '').from,
    through: daysOfMonth(inOrder.at(-1) ?? '').through,
  };
};

/** In the order of clients, then of the cards on their pages. Runs one query per kind of record, however many months. */
export const billedMonths = async (
  db: Db,
  scope: Scope,
  asked: readonly AskedMonth[],
): Promise<BilledMonth[]> => {
  if (asked.length === 0) return [];
  const months = asked.map(({ month }) => month);
  const plans = await listPlansOfMonths(db, asked);
  const ids = [...new Set(plans.map(({ id }) => id))];
  const range = rangeOfMonths(months);
  const [records, visits, scans] = await Promise.all([
    listRecordsOfPlans(db, ids, months),
    listPlanVisits(db, ids, range.from, range.through),
    scope.settings.capabilities.version >= 2 ? listCardScans(db, ids, months) : [],
  ]);
  const visited = Map.groupBy(visits, ({ planId }) => planId);
  const saved = byMonth(records, ({ date }) => date);
  const scanned = byMonth(scans, ({ month }) => month);
  return plans.map((plan) => {
    const { id, month } = plan;
    const own = (visited.get(id) ?? []).filter(
      ({ date, plannedDay }) => date.startsWith(month) || plannedDay.startsWith(month),
    );
    return {
      plan,
      ...planMonthOf(plan, month, own),
      scans: scanned.get(`${id} ${month}`) ?? [],
      saved: saved.get(`${id} ${month}`)?.[0],
    };
  });
};
