import type { CardDay, RateFrom } from '@homecare/domain/billing/schema.ts';
import { CAREGIVER } from '@homecare/domain/call.ts';
import type { CarePlan, PlanWeek } from '@homecare/domain/care-plans/schema.ts';
import type { DatedWeek } from '@homecare/domain/care-plans/weeks.ts';
import type { LinePosting } from '@homecare/domain/claims/posting.ts';
import type { SentLine } from '@homecare/domain/claims/sent-claim.ts';
import type { VisitKey } from '@homecare/domain/staffing/schema.ts';
import type { UnitRule } from '@homecare/domain/unit-rules.ts';
import type {
  StoryArrival,
  StoryCard,
  StoryDocument,
  StoryEnd,
  StoryInvoice,
  StoryRecord,
  VisitStory,
} from '@homecare/domain/visit-story/schema.ts';
import type { VisitTasks } from '@homecare/domain/visits/schema.ts';
import { type RawBuilder, sql } from 'kysely';
import { listedName } from '../platform/db/person-name.ts';
import { type Db, queryRow, queryRows } from '../platform/db/rows.ts';
import { sealedRecord } from '../platform/sealed/aggregator.ts';
import { sealedBilling } from '../platform/sealed/billing.ts';
import { sealedPlan } from '../platform/sealed/care-plan.ts';
import { sealedChanges } from '../platform/sealed/change-log.ts';
import { sealedTelephony } from '../platform/sealed/telephony.ts';
import { sealedVisit } from '../platform/sealed/visit.ts';

/** What the tables contain about one visit. Each query names the day, so that another visit of the same record does not match. */

export interface AskedVisit {
  /** Given by its care plan, or by the plan of a billing record. */
  readonly planId?: number | undefined;
  readonly cardId?: number | undefined;
  readonly day: string;
  readonly visitId?: number | undefined;
}

type Head = Pick<
  VisitStory,
  | 'planId'
  | 'day'
  | 'visitId'
  | 'ClientID'
  | 'Client'
  | 'ProviderID'
  | 'Provider'
  | 'town'
  | 'Type'
  | 'date'
  | 'status'
  | 'closed'
  | 'aggregatorStatus'
  | 'where'
>;

const pointOf = (latitude: RawBuilder<unknown>, longitude: RawBuilder<unknown>) =>
  sql`case when ${latitude} is not null and ${longitude} is not null
    then jsonb_build_object('latitude', ${latitude}, 'longitude', ${longitude}) end`;

/** The client's address that checks were compared with, or the present one. */
const WHERE = sql`jsonb_build_object(
  'address', coalesce(${pointOf(sql`found.place_latitude`, sql`found.place_longitude`)},
    ${pointOf(sql`client.address_latitude`, sql`client.address_longitude`)}),
  'checkIn', ${pointOf(sql`found.start_latitude`, sql`found.start_longitude`)},
  'checkOut', ${pointOf(sql`found.end_latitude`, sql`found.end_longitude`)})`;

/** What the phone reported at one end; null if nothing. */
export type SeenEnd = Pick<StoryEnd, 'receivedAt' | 'deviceAt' | 'accuracy' | 'call'>;

const seenAt = (end: 'start' | 'end') => sql`jsonb_build_object(
  'receivedAt', ${sql.ref(`found.${end}_received_at`)}, 'deviceAt', ${sql.ref(`found.${end}_device_at`)},
  'accuracy', ${sql.ref(`found.${end}_accuracy`)},
  'call', (select jsonb_build_object('caller', called.caller, 'place', coalesce(called.place, 'unknown'), 'tasks', ${sealedTelephony.tasks('called')})
    from telephony_calls called where called.id = ${sql.ref(`found.${end}_call_id`)}))`;

export interface FoundVisit extends Head {
  /** Null if the visit is not created yet. */
  readonly start: string | null;
  readonly end: string | null;
  readonly tasks: VisitTasks | null;
  readonly startSeen: SeenEnd;
  readonly endSeen: SeenEnd;
  /** The plan the caregiver comes by: the same one, or a temporary one. */
  readonly byPlanId: number;
  readonly created: string;
  readonly createReason: string;
  readonly StartDate: CarePlan['StartDate'];
  readonly week: PlanWeek;
  readonly weeks: readonly DatedWeek[];
}

/** The visit a list means, by its plan or the plan covering it, and by its planned or present day. */
export const findStoryVisit = (db: Db, { planId, cardId, day, visitId }: AskedVisit) =>
  queryRow<FoundVisit>(db)`with asked as (
      select coalesce(covers_id, id) as root, id from care_plans
      where id = coalesce(${planId ?? null}::int, (select care_plan_id from work where id = ${cardId ?? null}::int))
    ), found as (
      select visit.*, visit.care_plan_id as by_plan from asked
        join care_plans by on by.id = asked.root or by.covers_id = asked.root
        join visits visit on visit.care_plan_id = by.id and visit.removed is null
          and (visit.id = ${visitId ?? null}::int or ${visitId ?? null}::int is null
            and (visit.date = ${day}::date or visit.planned_day = ${day}::date))
      order by visit.care_plan_id = asked.id desc, visit.date = ${day}::date desc, visit.id limit 1
    )
    select plan.id as "planId", coalesce(found.planned_day, ${day}::date) as day, found.id as "visitId",
      plan.client_id as "ClientID", ${listedName('client')} as "Client",
      provider.id as "ProviderID", ${listedName('provider')} as "Provider",
      nullif(client.city, '') as town, type.code as "Type", coalesce(found.date, ${day}::date) as date,
      coalesce(found.status, 'Planned') as status, found.closed_code as closed,
      found.aggregator_status as "aggregatorStatus", found.plan_start as start, found.plan_end as "end",
      ${sealedVisit.tasks('found')}, ${WHERE} as "where", ${seenAt('start')} as "startSeen", ${seenAt('end')} as "endSeen",
      by_plan.id as "byPlanId", plan.created, ${sealedPlan.createReason('plan')} as "createReason", plan.start_date as "StartDate",
      plan.json as week, plan.weeks
    from asked join care_plans plan on plan.id = asked.root
      left join found on true
      left join open_visits covered on covered.plan_id = plan.id
        and covered.day = coalesce(found.planned_day, ${day}::date)
      join care_plans by_plan on by_plan.id = coalesce(found.by_plan, covered.cover_id, plan.id)
      join people client on client.id = plan.client_id join people provider on provider.id = by_plan.provider_id
      join care_plan_types type on type.id = by_plan.type_id`;

export interface LoggedChange {
  readonly id: number;
  readonly at: string;
  readonly who: string;
  readonly isPhone: boolean;
  readonly changes: Readonly<Record<string, readonly [old: unknown, now: unknown]>>;
}

/** Changes of the visit, oldest first. */
export const listVisitChanges = (db: Db, visitId: number) =>
  queryRows<LoggedChange>(db)`select log.id::int, log.at, coalesce(account.full_name, log.actor) as who,
      log.role = any(${[...CAREGIVER]}::text[]) as "isPhone", ${sealedChanges('log')}
    from change_log log left join accounts account on account.id = log.account_id
    where log.entity = 'visit' and log.entity_id = ${visitId} and log.action = 'update' order by log.id`;

/** Check-ins for the visit after it was taken over or canceled. */
export const listLateArrivals = (db: Db, { planId, day }: VisitKey) =>
  queryRows<StoryArrival>(db)`select attempt.at, ${listedName('person')} as "Provider"
    from visit_attempts attempt join visits taken on taken.id = attempt.visit_id
      join care_plans plan on plan.id = taken.care_plan_id join people person on person.id = taken.provider_id
    where taken.removed is not null and taken.planned_day = ${day} and attempt.move = 'Check-In'
      and coalesce(plan.covers_id, plan.id) = ${planId} order by attempt.at, attempt.id`;

export const listAggregatorRecords = (db: Db, visitId: number) =>
  queryRows<StoryRecord>(db)`select id, sent_at as "sentAt", created as "queuedAt", created_by as by,
      case when status in ('Success', 'Failed') then jsonb_build_object(
        'at', to_char(modified at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
        'isAccepted', status = 'Success', 'message', ${sealedRecord.message('aggregator_records')}) end as answer
    from aggregator_records where type = 'Visit' and record_id = ${visitId} order by id`;

export interface CardOfVisit extends Pick<StoryCard, 'id' | 'month' | 'at' | 'status'> {
  readonly calculation: string;
  readonly days: readonly CardDay[];
  readonly startPeriod: string;
  readonly endPeriod: string;
  readonly payRate: number;
  readonly rates: readonly RateFrom[];
  readonly unitRule: UnitRule;
}

/** Live billing records of the plan with a row on the day. */
export const listCardsOfDay = (db: Db, planId: number, date: string) =>
  queryRows<CardOfVisit>(db)`select work.id, to_char(work.month, 'YYYY-MM') as month,
      to_char(coalesce(work.custom_month, work.month), 'YYYY-MM') as calculation, work.created as at, work.status,
      work.days, work.start_period as "startPeriod", work.end_period as "endPeriod", work.pay_rate as "payRate",
      work.rates, work.unit_rule as "unitRule"
    from work where work.care_plan_id = ${planId} and work.deleted is null
      and ${date}::date between work.start_period and work.end_period
      and exists (select from jsonb_array_elements(work.days) served where served->>'date' = ${date})
    order by work.id`;

export interface ClaimOfCards {
  readonly id: string;
  readonly at: string;
  readonly fileName: string;
  readonly par: string | null;
  readonly frequency: string;
  readonly lines: readonly SentLine[];
}

/** Claims with a part of the cards, in the order they were made. */
export const listClaimsOfCards = (db: Db, cardIds: readonly number[]) =>
  queryRows<ClaimOfCards>(db)`select claim.id, batch.created as at, batch.file_name as "fileName", claim.par,
      claim.frequency, ${sealedBilling.claimLines('claim')} as lines
    from claims claim join claim_batches batch on batch.id = claim.batch_id
    where exists (select from claim_cards part where part.claim_id = claim.id and part.card_id = any(${[...cardIds]}::int[]))
    order by claim.batch_id, claim.number`;

export interface AnswerOfClaim {
  readonly claimId: string;
  readonly at: string;
  readonly outcome: string;
  readonly paid: number | null;
  readonly reason: string | null;
  readonly lines: readonly LinePosting[] | null;
}

export const listAnswersOfClaims = (db: Db, claimIds: readonly string[]) =>
  queryRows<AnswerOfClaim>(
    db,
  )`select answer.claim_id as "claimId", file.received as at, answer.outcome, answer.paid,
      answer.reason, ${sealedBilling.answerLines('answer')} as lines
    from claim_answers answer join claim_answer_files file on file.id = answer.file_id
    where answer.claim_id = any(${[...claimIds]}::text[]) and answer.problem is null
    order by file.received, answer.id`;

/** The fewest decisions that show what is usual. */
const ENOUGH = 5;

/** The median number of days from a claim to the payer's first decision, in the site's time zone; null if too few were decided recently. */
export const findUsualDays = async (db: Db, today: string, zone: string): Promise<number | null> => {
  const row = await queryRow<{ days: number | null }>(db)`select case when count(*) >= ${ENOUGH}
      then percentile_disc(0.5) within group (order by decided.days) end::int as days
    from (select (min(file.received) at time zone ${zone})::date - (batch.created at time zone ${zone})::date as days
      from claim_answer_files file join claim_answers answer on answer.file_id = file.id and answer.outcome = 'paid'
        join claims claim on claim.id = answer.claim_id join claim_batches batch on batch.id = claim.batch_id
      where file.received >= (${today}::date - interval '12 weeks') at time zone ${zone}
      group by claim.id, batch.created) as decided`;
  return row?.days ?? null;
};

/** Invoices with a line for the plan's day. */
export const listInvoicesOfDay = (db: Db, planId: number, date: string) =>
  queryRows<Omit<StoryInvoice, 'number'> & { readonly range: string; readonly count: number }>(
    db,
  )`select invoice.id,
      invoice.range, invoice.number as count, invoice.created as at, line.minutes, line.amount::int as cents,
      invoice.voided as "voidedAt", invoice.void_reason as "voidReason",
      coalesce((select jsonb_agg(jsonb_build_object('at', to_char(part.made at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
          'cents', part.amount) order by part.id) from payment_parts part
        where part.invoice_id = invoice.id and part.ended is null), '[]') as payments
    from invoice_lines line join invoices invoice on invoice.id = line.invoice_id
    where line.plan_id = ${planId} and line.day = ${date}::date order by invoice.id`;

/** The first payroll run with the plan's day. */
export const findRunOfDay = (db: Db, providerId: number, planId: number, date: string) =>
  queryRow<{ readonly number: number; readonly at: string }>(db)`select run.number, run.made as at
    from payroll_run_rows paid join payroll_runs run on run.number = paid.run
    where paid.provider_id = ${providerId} and paid.state->'cards' @> jsonb_build_array(jsonb_build_object(
      'planId', ${planId}::int, 'days', jsonb_build_array(jsonb_build_object('date', ${date}::text))))
    order by run.number limit 1`;

/** Printed plans and timesheets of the plan's month, signed plans, the visit with its signatures, and signed timesheets of the day's half. */
export const listDocumentsOfDay = (db: Db, planId: number, date: string) =>
  queryRows<StoryDocument>(db)`select id, created as at, kind, file_name as name from (
      select id, created, case kind when 'CP' then 'CarePlan' when 'SP' then 'SignedPlan' when 'SV' then 'SignedVisit'
        else 'Timesheet' end as kind, file_name
      from saved_documents saved where plan_id = ${planId} and (month is null or month = to_char(${date}::date, 'YYYY-MM'))
        and (kind <> 'SV' or exists (select from signatures given join signing_signers signer on signer.id = given.signer_id
          join signing_requests request on request.id = signer.request_id join visits visit on visit.id = request.visit_id
          where given.saved_id = saved.id and visit.date = ${date}::date))
      union all
      select page.id, page.filed, 'Scan', upload.name from scan_pages page join scan_uploads upload on upload.id = page.upload_id
      where page.plan_id = ${planId} and page.filed is not null and page.deleted is null
        and page.month = to_char(${date}::date, 'YYYY-MM')
        and page.period = case when extract(day from ${date}::date) <= 15 then 0 else 1 end
    ) as document order by created, id`;
