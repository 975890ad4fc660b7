import type { VisitLimits } from '@homecare/domain/care-plans/rules.ts';
import type { CarePlan, CarePlanWeek } from '@homecare/domain/care-plans/schema.ts';
import type { DatedWeek } from '@homecare/domain/care-plans/weeks.ts';
import { done } from '@homecare/domain/errors.ts';
import type * as calls from '@homecare/domain/timesheets/contract.ts';
import {
  halfKey,
  halvesInside,
  isHalfFinished,
  missingHalves,
  servedHalves,
} from '@homecare/domain/timesheets/missing.ts';
import { halfStart } from '@homecare/domain/timesheets/rules.ts';
import type { ClientScan } from '@homecare/domain/timesheets/schema.ts';
import { gridsOfMonths } from '../billing/service.ts';
import { coveringPlans } from '../care-plans/reading.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { listedName } from '../platform/db/person-name.ts';
import { queryRows } from '../platform/db/rows.ts';
import type { UseCase } from '../platform/http/bind.ts';
import { closedVisitsOf } from '../visits/service.ts';

/** Which timesheets have arrived, and who owes one. */

export const loadScansOfClient: UseCase<typeof calls.scanByClient> = async (scope, { clientID, date }) => {
  const rows = await queryRows<Omit<ClientScan, 'tsdate'>>(scope.site.db)`with pages as (
      select plan_id, period, array_agg(id order by filed desc, id desc) as ids from scan_pages
      where state = 'filed' and deleted is null and month = ${date} and period is not null group by plan_id, period)
    select plan.id as "CareID", provider.id as "ProviderID",
      ${listedName('provider')} as "Provider", ${date} as date, half.period,
      coalesce(pages.ids, '{}') as scan, coalesce(array_to_string(scan.errors, ','), '') as error,
      coalesce(scan.archived, false) as archive
    from care_plans plan join people provider on provider.id = plan.provider_id
      cross join (values (0), (1)) as half (period)
      left join pages on pages.plan_id = plan.id and pages.period = half.period
      left join scan_errors scan on scan.plan_id = plan.id and scan.month = ${date} and scan.period = half.period
    where plan.client_id = ${clientID} and plan.status <> 'Deleted'
      and (pages.ids is not null or scan.id is not null)
    order by provider.sort_key, plan.id, half.period`;
  return done(rows.map((row) => ({ ...row, tsdate: halfStart(row.date, row.period) })));
};

interface OwedPlan extends Pick<CarePlan, 'id' | 'StartDate' | 'EndDate' | 'Status' | 'coversPlanId'> {
  readonly week: CarePlanWeek;
  readonly weeks: readonly DatedWeek[];
  readonly providerId: number;
  readonly limits: VisitLimits;
}

const listPlansIn = (scope: Scope, start: string, end: string) =>
  queryRows<OwedPlan>(scope.site.db)`select
      plan.id, plan.start_date as "StartDate", plan.end_date as "EndDate",
      plan.status as "Status", plan.covers_id as "coversPlanId", plan.json as week, plan_weeks(plan.weeks) as weeks, plan.provider_id as "providerId",
      json_build_object('archived', json_build_array(client.archive_date, provider.archive_date),
        'temporary', coalesce(temporary.list, '[]'), 'closed', ${closedVisitsOf('plan')}) as limits
    from care_plans plan join people provider on provider.id = plan.provider_id
      join people client on client.id = plan.client_id
      left join ${coveringPlans} as temporary on temporary.covers_id = plan.id
    where plan.status <> 'Deleted' and plan.start_date <= ${end}::date
      and (plan.end_date is null or plan.end_date >= ${start}::date)`;

interface ReceivedHalf {
  readonly planId: number;
  readonly month: string;
  readonly period: 0 | 1;
}

const listScanned = (scope: Scope, start: string, end: string) =>
  queryRows<ReceivedHalf>(scope.site.db)`select plan_id as "planId", month, period from received_halves
    where month between ${start.slice(0, 7)} and ${end.slice(0, 7)}`;

const receivedIn = async (scope: Scope, start: string, end: string): Promise<ReadonlySet<string>> => {
  const { version } = scope.settings.capabilities;
  if (version >= 2)
    return new Set((await listScanned(scope, start, end)).map((half) => halfKey(half.planId, half)));
  const cards = await gridsOfMonths(scope, start.slice(0, 7), end.slice(0, 7));
  return servedHalves(cards, scope.settings.timeZone);
};

export const loadNoTimesheet: UseCase<typeof calls.getNoTimesheet> = async (scope, { start, end }) => {
  const today = scope.today().toString();
  const halves = halvesInside(start, end).filter((half) => isHalfFinished(half, today));
  if (halves.length === 0) return done([]);
  const received = await receivedIn(scope, start, end);
  const owing = (await listPlansIn(scope, start, end)).filter(
    (plan) => missingHalves(plan, plan.limits, halves, received).length > 0,
  );
  return done([...new Set(owing.map(({ providerId }) => providerId))].sort((a, b) => a - b));
};
