import { usedUnits } from '@homecare/domain/billing/authorised-units.ts';
import { type DayRange, daysOfMonth } from '@homecare/domain/billing/counting.ts';
import { plannedRows, possiblePeriod } from '@homecare/domain/billing/opening.ts';
import type { Card, CardDay } from '@homecare/domain/billing/schema.ts';
import { sum } from '@homecare/domain/sum.ts';
import { sql } from 'kysely';
import type { Scope } from '../platform/auth/scope.ts';
import { type Db, queryRows } from '../platform/db/rows.ts';
import { listPlansOfMonth, type MonthPlan } from './page-queries.ts';
import {
  cardColumns,
  listCardScans,
  listPlanVisits,
  listRecordsOfPlans,
  type RecordRow,
} from './record-queries.ts';

/** The plans of a month as the billing page shows them, of one client or of all at once. */

type PlanVisit = Awaited<ReturnType<typeof listPlanVisits>>[number];
type PlanScan = Awaited<ReturnType<typeof listCardScans>>[number];

export interface BilledMonth {
  readonly plan: MonthPlan;
  readonly possible: DayRange | undefined;
  readonly planned: readonly CardDay[];
  /** Planned days of other months whose visits took place in this one. */
  readonly plannedElsewhere: readonly CardDay[];
  readonly visits: readonly PlanVisit[];
  readonly scans: readonly PlanScan[];
  readonly saved: RecordRow | undefined;
}

const byPlan = <R extends { readonly planId: number }>(rows: readonly R[]) =>
  Map.groupBy(rows, ({ planId }) => planId);

/** Planned rows of the months in which visits of this one were planned. */
const elsewhere = (plan: MonthPlan, visits: readonly PlanVisit[], { from, through }: DayRange): CardDay[] => {
  const days = new Set(
    visits
      .filter(
        ({ date, plannedDay }) =>
          from <= date && date <= through && (plannedDay < from || plannedDay > through),
      )
      .map(({ plannedDay }) => plannedDay),
  );
  const months = new Set([...days].map((day) => day.slice(0, 7)));
  return [...months]
    .flatMap((month) => plannedRows(plan, month, plan.limits))
    .filter(({ date }) => days.has(date));
};

/** In the order of clients, and of the cards on their pages. Without a client: of all. */
export const billedMonths = async (
  db: Db,
  scope: Scope,
  month: string,
  clientId: number | null,
): Promise<BilledMonth[]> => {
  const plans = await listPlansOfMonth(db, month, clientId);
  const ids = plans.map(({ id }) => id);
  const range = daysOfMonth(month);
  const [records, visits, scans] = await Promise.all([
    listRecordsOfPlans(db, ids, month),
    listPlanVisits(db, ids, range.from, range.through),
    scope.settings.capabilities.version >= 2 ? listCardScans(db, ids, month) : [],
  ]);
  const [saved, visited, scanned] = [byPlan(records), byPlan(visits), byPlan(scans)];
  return plans.map((plan) => {
    const own = visited.get(plan.id) ?? [];
    return {
      plan,
      possible: possiblePeriod(plan, plan.limits.archived, month),
      planned: plannedRows(plan, month, plan.limits),
      plannedElsewhere: elsewhere(plan, own, range),
      visits: own,
      scans: scanned.get(plan.id) ?? [],
      saved: saved.get(plan.id)?.[0],
    };
  });
};

/** Units of a client and type that cards bill inside a range, by its key. */
export interface UnitRange extends DayRange {
  readonly key: number;
  readonly clientId: number;
  readonly type: string;
}

/** Whole months are added up by the database; of those that a range cuts, the days are counted. */
export const usedUnitsIn = async (
  db: Db,
  ranges: readonly UnitRange[],
  zone: string,
): Promise<ReadonlyMap<number, number>> => {
  if (ranges.length === 0) return new Map();
  const asked = sql`jsonb_to_recordset(${JSON.stringify(ranges)}::jsonb)
    as asked (key int, "clientId" int, type text, "from" date, through date)`;
  const isOf = sql`work.client_id = asked."clientId" and type.code = asked.type and work.deleted is null
    and work.status <> 'Denied'`;
  const isWhole = sql`work.month >= asked."from" and work.month + interval '1 month' - interval '1 day' <= asked.through`;
  const [whole, cut] = await Promise.all([
    queryRows<{ key: number; units: number }>(db)`select asked.key,
        sum(work.unit - work.no_billing_unit)::int as units
      from ${asked} join work on work.client_id = asked."clientId" join care_plan_types type on type.id = work.type_id
      where ${isOf} and ${isWhole} group by asked.key`,
    queryRows<Card & { key: number }>(db)`select asked.key, ${cardColumns}
      from ${asked} join work on work.client_id = asked."clientId" join care_plans plan on plan.id = work.care_plan_id
        join care_plan_types type on type.id = work.type_id
      where ${isOf} and not (${isWhole}) and work.month <= asked.through
        and work.month + interval '1 month' > asked."from"`,
  ]);
  const cutBy = Map.groupBy(cut, ({ key }) => key);
  const wholeBy = new Map(whole.map(({ key, units }) => [key, units]));
  return new Map(
    ranges.map((range) => [
      range.key,
      sum([wholeBy.get(range.key) ?? 0, usedUnits(cutBy.get(range.key) ?? [], range, zone)]),
    ]),
  );
};
