import { daysOfMonth } from '@homecare/domain/billing/counting.ts';
import type { InputOf } from '@homecare/domain/call.ts';
import { comparedGroups } from '@homecare/domain/care-plans/compared.ts';
import type { listCarePlans } from '@homecare/domain/care-plans/contract.ts';
import type { PlanListRow, PlanStatus, WeekRows } from '@homecare/domain/care-plans/schema.ts';
import { plannedDays } from '@homecare/domain/care-plans/week-line.ts';
import { done, type Result } from '@homecare/domain/errors.ts';
import { seesScanErrors } from '@homecare/domain/permissions.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Scope } from '../platform/auth/scope.ts';
import type { Changed } from '../platform/db/changes.ts';
import { areNamesClear } from '../platform/db/clear-names.ts';
import { listedName } from '../platform/db/person-name.ts';
import { anyOf, PREPARED } from '../platform/db/prepared.ts';
import { queryRows } from '../platform/db/rows.ts';
import { planListColumns, planTables, visiblePlans } from './queries.ts';

/** The care plan list: plans of a status and month without their weeks, with related data. */

type Asked = InputOf<typeof listCarePlans>;
type Days = ReturnType<typeof daysOfMonth>;
type StoredRow = Omit<PlanListRow, 'compared' | 'comparedTo' | 'order'>;
type TimedRow = Omit<StoredRow, 'week'> & { readonly time: WeekRows };

/** A plan with an end date counts as active while it runs, and as archived afterwards. */
const ofStatus = (status: PlanStatus, isEveryTemporary: boolean, today: string) => {
  if (status === 'Deleted') return sql`plan.status = 'Deleted'`;
  const running = sql`(plan.end_date > ${today} or (plan.end_date = ${today} and plan.covers_id is not null))`;
  const ofTemporary = isEveryTemporary ? sql`plan.covers_id is not null` : sql`false`;
  return status === 'Active'
    ? sql`(plan.status = 'Active' or (plan.status = 'Archive' and (${running} or ${ofTemporary})))`
    : sql`(plan.status = 'Archive' and (not ${running} or ${ofTemporary}))`;
};

/** For few plans, related rows are read per plan; for all plans, they are aggregated once. */
const ofPlan = (few: boolean, column: string) => (few ? sql`${sql.ref(column)} = plan.id` : sql`true`);

/** The plan belongs to the month (docs/rules/billing.md, rule 1), apart from its status, which the list chooses. */
const inMonth = (days: Days | undefined) =>
  days
    ? sql`plan.start_date <= ${days.through} and (plan.end_date is null or plan.end_date >= ${days.from})`
    : sql`true`;

const covers = (days: Days | undefined, today: string, few: boolean) =>
  sql`select cover.covers_id, jsonb_agg(jsonb_build_object('ID', cover.id, 'StartDate', cover.start_date,
      'EndDate', cover.end_date, 'Provider', ${listedName('person')})
      order by cover.start_date, cover.id) as list
    from care_plans cover join people person on person.id = cover.provider_id
    where cover.covers_id is not null and cover.status <> 'Deleted' and ${ofPlan(few, 'cover.covers_id')} and ${
      days
        ? sql`cover.start_date <= ${days.through} and cover.end_date >= ${days.from}`
        : sql`cover.end_date >= ${today}`
    }
    group by cover.covers_id`;

/** Role provider does not see scan errors (docs/rules/care-plans.md, rule 50). */
const openErrors = (scope: Scope, month: string | null, few: boolean) =>
  sql`select plan_id, count(*)::int as count, jsonb_agg(jsonb_build_object('date', month, 'period', period,
      'error', array_to_string(errors, ',')) order by month, period) as list
    from scan_errors where not archived and ${seesScanErrors(scope.user.role)} and ${ofPlan(few, 'plan_id')}
      and ${month === null ? sql`true` : sql`month = ${month}`}
    group by plan_id`;

export const selectPlanRows = async (
  scope: Scope,
  { status, date: month, showTemp }: Asked,
  pairs?: RawBuilder<unknown>,
): Promise<StoredRow[]> => {
  const today = scope.today().toString();
  const few = pairs !== undefined;
  const days = month === null ? undefined : daysOfMonth(month);
  const rows = await queryRows<TimedRow>(
    scope.site.db,
  )`select ${planListColumns}, plan.modified_by as "ModifiedBy",
      plan_week_shown(plan, ${today}::date) -> 'time' as time,
      coalesce(covering.list, '[]') as covered, coalesce(scans.list, '[]') as scan, coalesce(scans.count, 0) as tserror
    from ${planTables} left join lateral (${covers(days, today, few)}) as covering on covering.covers_id = plan.id
      left join lateral (${openErrors(scope, month, few)}) as scans on scans.plan_id = plan.id
    where ${await visiblePlans(scope)} and ${ofStatus(status, showTemp, today)} and ${inMonth(days)}
      and ${pairs ?? sql`true`}
    order by provider.sort_key, client.sort_key, plan.start_date, plan.id ${few ? PREPARED : sql``}`;
  return rows.map(({ time, ...row }) => ({ ...row, week: plannedDays(time) }));
};

const ALONE = { compared: [], comparedTo: null, order: null };

/** All plans of the pairs affected by changes, because plans of a pair are numbered together. */
const touchedPairs = (changed: Changed) => {
  const plans = anyOf([...(changed.get('carePlans') ?? []), ...(changed.get('scanErrors') ?? [])]);
  const people = anyOf(changed.get('people'));
  return sql`select plan.provider_id, plan.client_id from care_plans plan
      where plan.id = ${plans} or plan.provider_id = ${people} or plan.client_id = ${people}
    union
    select covered.provider_id, covered.client_id from care_plans cover join care_plans covered on covered.id = cover.covers_id
      where cover.id = ${plans} or cover.provider_id = ${people}`;
};

/** The pairs to read for a list of changes; all of them if only the whole list determines the order. */
const chosenPairs = async (scope: Scope, changed: Changed) => {
  const pairs = touchedPairs(changed);
  const people = sql`select unnest(array[provider_id, client_id]) from (${pairs}) as pair`;
  return (await areNamesClear(scope.site.db, people))
    ? sql`(plan.provider_id, plan.client_id) in (${pairs})`
    : undefined;
};

export const listPlanRows = async (
  scope: Scope,
  asked: Asked,
  changed?: Changed,
): Promise<Result<PlanListRow[]>> => {
  const rows = await selectPlanRows(scope, asked, changed && (await chosenPairs(scope, changed)));
  const days = asked.date === null ? undefined : daysOfMonth(asked.date);
  const places = new Map<number, Pick<PlanListRow, 'compared' | 'comparedTo' | 'order'>>();
  for (const { primary, secondary } of comparedGroups(rows, days)) {
    const compared = secondary.map(({ id: ID, Client, Provider, EndDate, tserror }, n) => ({
      ID,
      Client,
      Provider,
      EndDate,
      tserror,
      order: n + 1,
    }));
    places.set(primary.id, { ...ALONE, compared });
    for (const [n, plan] of secondary.entries())
      places.set(plan.id, { compared: [], comparedTo: primary.id, order: n + 1 });
  }
  return done(rows.map((row) => ({ ...row, ...(places.get(row.id) ?? ALONE) })));
};
