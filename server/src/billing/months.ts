import { daysOfMonth } from '@homecare/domain/billing/counting.ts';
import { type PlanMonth, planMonthOf } from '@homecare/domain/billing/plan-month.ts';
import type { Scope } from '../platform/auth/scope.ts';
import type { Db } from '../platform/db/rows.ts';
import { listPlansOfMonth, type MonthPlan } from './page-queries.ts';
import { listCardScans, listPlanVisits, listRecordsOfPlans, type RecordRow } from './record-queries.ts';

/** The plans of a month as the billing page shows them, of one client or of all at once. */

type PlanVisit = Awaited<ReturnType<typeof listPlanVisits>>[number];
type PlanScan = Awaited<ReturnType<typeof listCardScans>>[number];

export interface BilledMonth extends PlanMonth<PlanVisit> {
  readonly plan: MonthPlan;
  readonly scans: readonly PlanScan[];
  readonly saved: RecordRow | undefined;
}

const byPlan = <R extends { readonly planId: number }>(rows: readonly R[]) =>
  Map.groupBy(rows, ({ planId }) => planId);

/** In the order of clients, and of the cards on their pages. Without clients: of all. */
export const billedMonths = async (
  db: Db,
  scope: Scope,
  month: string,
  clientIds: readonly number[] | null,
): Promise<BilledMonth[]> => {
  const plans = await listPlansOfMonth(db, month, clientIds);
  const ids = plans.map(({ id }) => id);
  const range = daysOfMonth(month);
  const [records, visits, scans] = await Promise.all([
    listRecordsOfPlans(db, ids, month),
    listPlanVisits(db, ids, range.from, range.through),
    scope.settings.capabilities.version >= 2 ? listCardScans(db, ids, month) : [],
  ]);
  const [saved, visited, scanned] = [byPlan(records), byPlan(visits), byPlan(scans)];
  return plans.map((plan) => ({
    plan,
    ...planMonthOf(plan, month, visited.get(plan.id) ?? []),
    scans: scanned.get(plan.id) ?? [],
    saved: saved.get(plan.id)?.[0],
  }));
};
