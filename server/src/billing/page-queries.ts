import type { PreviousCard } from '@homecare/domain/billing/opening.ts';
import type { BillingCard, ClientMonth } from '@homecare/domain/billing/schema.ts';
import type { VisitLimits } from '@homecare/domain/care-plans/rules.ts';
import type { WeekRows } from '@homecare/domain/care-plans/schema.ts';
import type { DatedWeek } from '@homecare/domain/care-plans/weeks.ts';
import type { Term } from '@homecare/domain/plan-types/schema.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Scope } from '../platform/auth/scope.ts';
import type { Tx } from '../platform/db/mutate.ts';
import { listedName } from '../platform/db/person-name.ts';
import { type Db, queryRow, queryRows } from '../platform/db/rows.ts';
import { sealedPlan } from '../platform/sealed/care-plan.ts';
import { medicaidNumber } from '../platform/sealed/medicaid-number.ts';
import { sealed } from '../platform/sealed/person.ts';
import { closedVisitsOf } from '../visits/service.ts';
import { termsOf } from './record-queries.ts';

/** What the billing page and the list of plans without billing read about plans. */

type PlanOfCard = BillingCard['plan'];

export interface PlanRow extends PlanOfCard {
  readonly week: { readonly time: WeekRows };
  readonly weeks: readonly DatedWeek[];
  readonly terms: Term[];
  readonly limits: VisitLimits;
}

const planColumns = sql`plan.id, plan.status as "Status", plan.start_date as "StartDate",
  plan.end_date as "EndDate", plan.excluded, plan.covers_id as "coversPlanId", ${sealedPlan.archiveInfo('plan')} as "ArchiveInfo",
  ${sealedPlan.deleteInfo('plan')} as "DeleteInfo", type.code as "Type", type.name as "TypeName", type.evv_needed as "evvNeeded",
  type.relative, plan.provider_id as "ProviderID", ${listedName('provider')} as "Provider",
  provider.archive_date as "providerArchived", plan.json as week, plan_weeks(plan.weeks) as weeks, ${termsOf(sql`plan.type_id`)} as terms,
  json_build_object('archived', json_build_array(client.archive_date, provider.archive_date),
    'closed', ${closedVisitsOf('plan')},
    'temporary', coalesce((select jsonb_agg(jsonb_build_object('StartDate', cover.start_date, 'EndDate', cover.end_date,
        'coversPlanId', cover.covers_id, 'Status', cover.status))
      from care_plans cover where cover.covers_id = plan.id and cover.status <> 'Deleted'), '[]')) as limits`;
const planTables = sql`care_plans plan join care_plan_types type on type.id = plan.type_id
  join people provider on provider.id = plan.provider_id join people client on client.id = plan.client_id`;

/** Plans whose dates touch the month, or with a live record in it. */
const ofMonth = (first: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`((plan.start_date < ${first} + interval '1 month' and (plan.end_date is null or plan.end_date >= ${first}))
    or exists (select from work where work.care_plan_id = plan.id and work.month = ${first} and work.deleted is null))`;
const firstOf = (month: string) => sql`${`${month}-01`}::date`;

/** All plans of a client in a month, including deleted ones, ordered by provider name. */
export const listPlansOfClient = (db: Db, clientId: number, month: string) =>
  queryRows<PlanRow>(
    db,
  )`select ${planColumns}, ${sealed.notes('provider')} as "providerNotes" from ${planTables}
    where plan.client_id = ${clientId} and ${ofMonth(firstOf(month))}
    order by provider.sort_key, plan.start_date, plan.id`;

/** A plan of a month with what its card needs to know about the client. */
export interface MonthPlan extends PlanRow {
  /** YYYY-MM */
  readonly month: string;
  readonly ClientID: number;
  readonly Client: string;
  readonly PrivateClient: boolean;
  readonly isOutside: boolean;
}

/** A month of some clients, or of all. */
export interface AskedMonth {
  readonly month: string;
  readonly clientIds: readonly number[] | null;
}

/** The request as a table, so that many months are one query. */
const askedTable = (asked: readonly AskedMonth[]) => {
  const rows = asked.flatMap(({ month, clientIds }) =>
    (clientIds ?? [null]).map((clientId) => ({ first: `${month}-01`, clientId })),
  );
  const isOfAll = asked.some(({ clientIds }) => clientIds === null);
  return {
    table: sql`unnest(${rows.map(({ first }) => first)}::date[], ${rows.map(({ clientId }) => clientId)}::int[])
      asked (first, client_id)`,
    client: isOfAll
      ? sql`(asked.client_id is null or asked.client_id = plan.client_id)`
      : sql`asked.client_id = plan.client_id`,
  };
};

/** The plans of months, in the order of clients, then of the cards on their pages. */
export const listPlansOfMonths = (db: Db, asked: readonly AskedMonth[]) => {
  const { table, client } = askedTable(asked);
  return queryRows<MonthPlan>(
    db,
  )`select ${planColumns}, null as "providerNotes", plan.client_id as "ClientID",
      to_char(asked.first, 'YYYY-MM') as month,
      ${listedName('client')} as "Client", client.private_client as "PrivateClient",
      exists (select from outside_postcodes where code = left(client.postal_code, 5)) as "isOutside"
    from ${planTables} join ${table} on ${client}
    where ${ofMonth(sql`asked.first`)}
    order by client.sort_key, plan.client_id, provider.sort_key, plan.start_date, plan.id, asked.first`;
};

type ClientOfPage = ClientMonth['client'];

export const findClient = (db: Db, id: number) =>
  queryRow<ClientOfPage>(db)`select
      id as "ID", ${listedName()} as name, ${medicaidNumber()} as "Medicaid",
      private_client as "PrivateClient", archive_date as "archiveDate",
      exists (select from outside_postcodes where code = left(postal_code, 5)) as "isOutside"
    from people where id = ${id} and kind = 'Client'`;

/** Previous Data by plan: the last deleted record of the month, otherwise the live one of the month before. */
export const listPreviousCards = async (
  db: Db,
  planIds: readonly number[],
  month: string,
): Promise<ReadonlyMap<number, PreviousCard>> => {
  const first = sql`${`${month}-01`}::date`;
  const rows = await queryRows<PreviousCard & { planId: number }>(db)`select distinct on (care_plan_id)
      care_plan_id as "planId", to_char(month, 'YYYY-MM') as date, days
    from work where care_plan_id = any(${[...planIds]}::int[])
      and ((month = ${first} and deleted is not null) or (month = ${first} - interval '1 month' and deleted is null))
    order by care_plan_id, month desc, deleted desc nulls last, id desc`;
  return new Map(rows.map(({ planId, ...card }) => [planId, card]));
};

/** The rates by which plans have been billed so far, including deleted records. */
export const listBilledRates = async (
  db: Db,
  planIds: readonly number[],
): Promise<ReadonlyMap<number, readonly number[]>> => {
  const rows = await queryRows<{ planId: number; rates: number[] }>(db)`select care_plan_id as "planId",
      array_agg(distinct pay_rate) as rates
    from work where care_plan_id = any(${[...planIds]}::int[]) group by care_plan_id`;
  return new Map(rows.map(({ planId, rates }) => [planId, rates]));
};

// --- Plans without billing -----------------------------------------------------------------------------------------

export interface UnbilledPlan extends Omit<PlanRow, 'providerNotes'> {
  readonly ClientID: number;
  readonly Client: string;
  readonly PrivateClient: boolean;
  readonly isOutside: boolean;
  readonly ProviderPhone: string | null;
  readonly completeVisits: number;
}

/** Plans of a month without a live record in it, except deleted plans, ordered by client name. */
export const listUnbilledPlans = async (db: Db, month: string): Promise<UnbilledPlan[]> => {
  const first = sql`${`${month}-01`}::date`;
  const rows = await queryRows<UnbilledPlan>(db)`select ${planColumns}, plan.client_id as "ClientID",
      ${listedName('client')} as "Client", client.private_client as "PrivateClient",
      exists (select from outside_postcodes where code = left(client.postal_code, 5)) as "isOutside",
      provider.phone as "ProviderPhone",
      coalesce(made.visits, 0) as "completeVisits"
    from ${planTables}
      left join (select care_plan_id, count(*)::int as visits from visits where removed is null and status = 'Complete'
          and date >= ${first} and date < ${first} + interval '1 month' group by care_plan_id) as made
        on made.care_plan_id = plan.id
    where plan.status <> 'Deleted' and plan.start_date < ${first} + interval '1 month'
      and (plan.end_date is null or plan.end_date >= ${first})
      and not exists (select from work where work.care_plan_id = plan.id and work.month = ${first}
        and work.deleted is null)
    order by client.sort_key, provider.sort_key, plan.id`;
  return rows;
};

/** Providers notified since a moment by a request whose name starts like this. */
export const listWrittenTo = async (tx: Tx, request: string, since: string): Promise<ReadonlySet<number>> => {
  const rows = await queryRows<{ id: number }>(tx)`select distinct person_id as id from messages
    where created > ${since} and starts_with(request, ${request}) and person_id is not null and status <> 'failed'`;
  return new Set(rows.map(({ id }) => id));
};

export interface Addressee {
  readonly id: number;
  readonly name: string;
  readonly phone: string | null;
  readonly email: string | null;
}

/** Providers with the ways to reach them, in the given order. */
export const listAddressees = (db: Db, ids: readonly number[]) =>
  queryRows<Addressee>(db)`select person.id, ${listedName('person')} as name,
      person.phone, person.email
    from unnest(${[...ids]}::int[]) with ordinality as named (id, place) join people person on person.id = named.id
    order by named.place`;

/** Messages sent to people by requests whose name starts like this. Messages that could not be sent do not count. */
export const listWritten = (db: Db, request: string) =>
  queryRows<{ id: number; at: string; request: string }>(
    db,
  )`select person_id as id, created as at, request from messages
    where starts_with(request, ${request}) and person_id is not null and status <> 'failed'`;

/** Prevents two runs for one month at the same time. */
export const lockRun = (tx: Tx, request: string) =>
  sql`select pg_advisory_xact_lock(hashtext(${request}))`.execute(tx);

export const findTemplate = async (scope: Scope, name: string): Promise<string | undefined> => {
  const rows = await queryRows<{ text: string }>(scope.site.db)`select text from message_templates
    where lower(name) = lower(${name})`;
  return rows[0]?.text;
};
