import { FILTERED_FIELDS } from '@homecare/domain/billing/contract.ts';
import type { storedTotals } from '@homecare/domain/billing/counting.ts';
import type { OtherCard } from '@homecare/domain/billing/overlaps.ts';
import type { RecordedVisit } from '@homecare/domain/billing/recorded-time.ts';
import type {
  CardDay,
  CardScan,
  CardStatus,
  DatedRate,
  EvvVisit,
  RateFrom,
  SavedCard,
} from '@homecare/domain/billing/schema.ts';
import type { CarePlan } from '@homecare/domain/care-plans/schema.ts';
import type { Term } from '@homecare/domain/plan-types/schema.ts';
import type { UnitRule } from '@homecare/domain/unit-rules.ts';
import type { Filter } from '@homecare/domain/wire.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Scope, Stamp } from '../platform/auth/scope.ts';
import { type Compared, compare } from '../platform/db/comparing.ts';
import type { Tx } from '../platform/db/mutate.ts';
import { type Db, queryRow, queryRows } from '../platform/db/rows.ts';
import { sealedBilling, storedCardWords } from '../platform/sealed/billing.ts';
import { sealedVisit } from '../platform/sealed/visit.ts';

/** Reads and writes single billing records for the work_ calls. */

/** A live record with everything stored in it. */
export interface RecordRow extends SavedCard {
  readonly working: number;
  readonly travel: number;
  readonly unit: number;
  readonly noBillingWorking: number;
  readonly noBillingTravel: number;
  readonly noBillingUnit: number;
  readonly noPayrollWorking: number;
  readonly noPayrollTravel: number;
  readonly noPayrollUnit: number;
  readonly isTemporary: boolean;
  /** Cents. */
  readonly amount: number;
}

/** A card as the rules take it. */
export const cardColumns = sql`work.id, work.care_plan_id as "planId", work.client_id as "clientId",
  work.provider_id as "providerId", type.code as "typeCode", plan.status as "planStatus",
  to_char(work.month, 'YYYY-MM') as date, to_char(work.custom_month, 'YYYY-MM') as "customDate",
  work.start_period as "startPeriod", work.end_period as "endPeriod", work.pay_rate as "payRate",
  work.rate_kind as "rateKind", work.rates, work.unit_rule as "unitRule", work.days,
  work.status, work.excluded`;
export const cardTables = sql`work join care_plans plan on plan.id = work.care_plan_id
  join care_plan_types type on type.id = work.type_id`;

const columns = sql`${cardColumns}, work.amount::float8 as amount, work.covid as "isTemporary",
  work.working_minutes as working, work.travel_minutes as travel, work.unit,
  work.no_billing_working_minutes as "noBillingWorking", work.no_billing_travel_minutes as "noBillingTravel",
  work.no_billing_unit as "noBillingUnit", work.no_payroll_working_minutes as "noPayrollWorking",
  work.no_payroll_travel_minutes as "noPayrollTravel", work.no_payroll_unit as "noPayrollUnit",
  ${sealedBilling.cardRemarks()}, ${sealedBilling.cardDeniedReason()} as "deniedReason",
  work.modified as "modifiedAt", work.modified_by as "modifiedBy", work.rev`;

export type RecordFilter = Filter<keyof typeof FILTERED_FIELDS>;
const FIELDS: Record<(typeof FILTERED_FIELDS)[RecordFilter['field']], Compared> = {
  id: { column: sql`work.id`, cast: sql`int` },
  planId: { column: sql`work.care_plan_id`, cast: sql`int` },
  clientId: { column: sql`work.client_id`, cast: sql`int` },
  providerId: { column: sql`work.provider_id`, cast: sql`int` },
  date: { column: sql`work.month`, cast: sql`date` },
  customDate: { column: sql`work.custom_month`, cast: sql`date` },
  status: { column: sql`work.status`, cast: sql`text` },
  typeCode: { column: sql`type.code`, cast: sql`text` },
};
const boundOf = ({ field, value }: RecordFilter) =>
  field === 'date' || field === 'customDate' ? `${value}-01` : value;
const matches = (filter: RecordFilter) =>
  compare(FIELDS[FILTERED_FIELDS[filter.field]], filter.op, boundOf(filter));

export const listRecords = async (scope: Scope, filters: readonly RecordFilter[]): Promise<RecordRow[]> => {
  const conditions = [sql`work.deleted is null`, ...filters.map(matches)];
  const rows = await queryRows<RecordRow>(scope.site.db)`select ${columns} from ${cardTables}
    where ${sql.join(conditions, sql` and `)} order by work.month, work.id`;
  return rows;
};

export const listRecordIds = async (db: Db, planId: number, month: string): Promise<number[]> => {
  const rows = await queryRows<{ id: number }>(db)`select id from work
    where care_plan_id = ${planId} and month = ${`${month}-01`}::date`;
  return rows.map(({ id }) => id);
};

export const listRecordsOfPlans = (db: Db, planIds: readonly number[], months: readonly string[]) =>
  queryRows<RecordRow>(db)`select ${columns} from ${cardTables}
    where work.care_plan_id = any(${[...planIds]}::int[]) and work.month = any(${months.map((month) => `${month}-01`)}::date[])
      and work.deleted is null order by work.id`;

export interface RecordHead {
  readonly planId: number;
  readonly clientId: number;
  readonly providerId: number;
}

/** The plan and people of a record; undefined if it is deleted. */
export const findRecordHead = (db: Db, id: number) =>
  queryRow<RecordHead>(db)`select
      care_plan_id as "planId", client_id as "clientId", provider_id as "providerId"
    from work where id = ${id} and deleted is null`;

/** Locks the record until the transaction ends. The rows of people and plan must be locked first. */
export const lockRecord = (tx: Tx, id: number) =>
  queryRow<RecordRow>(tx)`select ${columns} from ${cardTables}
    where work.id = ${id} and work.deleted is null for update of work`;

/** Locks many at once, in the order of their ids. */
export const lockRecords = (tx: Tx, ids: readonly number[]) =>
  queryRows<RecordRow>(tx)`select ${columns} from ${cardTables}
    where work.id = any(${[...ids]}::int[]) and work.deleted is null order by work.id for update of work`;

/** The record existed and is deleted: a second Delete succeeds like the first. */
export const isDeleted = async (tx: Tx, id: number): Promise<boolean> => {
  const rows = await queryRows(tx)`select 1 from work where id = ${id} and deleted is not null`;
  return rows.length > 0;
};

/** What a card needs to know about its plan. */
export interface BilledPlan
  extends Pick<
    CarePlan,
    'id' | 'ClientID' | 'ProviderID' | 'Status' | 'StartDate' | 'EndDate' | 'coversPlanId' | 'excluded'
  > {
  readonly typeId: number;
  readonly terms: Term[];
  /** Of client and provider. */
  readonly archived: (string | null)[];
  /** The client lives in a ZIP code of the outside area. */
  readonly isOutside: boolean;
}

/**
 * Reads a plan and locks both people and the plan until the transaction ends, people in the order of ids as saving a plan does. So
 * cards of one provider or client are saved one after the other, and the plan cannot be ended meanwhile.
 */
export const lockBilledPlan = async (
  tx: Tx,
  planId: number,
  people: readonly number[],
): Promise<BilledPlan | undefined> => {
  await sql`select id from people where id = any(${[...people]}::int[]) order by id for no key update`.execute(
    tx,
  );
  await sql`select id from care_plans where id = ${planId} for no key update`.execute(tx);
  const { rows } = await sql<BilledPlan>`select plan.id, plan.client_id as "ClientID",
      plan.provider_id as "ProviderID", plan.status as "Status", plan.start_date as "StartDate",
      plan.end_date as "EndDate", plan.covers_id as "coversPlanId", plan.excluded, plan.type_id as "typeId",
      ${termsOf(sql`plan.type_id`)} as terms,
      jsonb_build_array(client.archive_date, provider.archive_date) as archived,
      exists (select from outside_postcodes where code = left(client.postal_code, 5)) as "isOutside"
    from care_plans plan join people client on client.id = plan.client_id
      join people provider on provider.id = plan.provider_id
    where plan.id = ${planId}`.execute(tx);
  return rows[0];
};

/** A type's dated terms as the rules take them. */
export const termsOf = (typeId: RawBuilder<unknown>) =>
  sql`coalesce((select jsonb_agg(term_json(term)) from care_plan_type_terms term
    where term.type_id = ${typeId}), '[]')`;

export const findPlanPeople = async (db: Db, planId: number): Promise<readonly number[] | undefined> => {
  const rows = await queryRows<{ people: number[] }>(db)`select array[client_id, provider_id] as people
    from care_plans where id = ${planId}`;
  return rows[0]?.people;
};

/** Live cards of the provider or the client in a month and the months next to it, because night shifts cross the border. */
export const listOtherCards = (
  db: Db,
  of: {
    readonly clientId: number;
    readonly providerId: number;
    readonly month: string;
    readonly exceptId?: number;
  },
) =>
  queryRows<OtherCard>(db)`select work.care_plan_id as "planId", work.client_id as "clientId",
      work.provider_id as "providerId", work.start_period as "startPeriod", work.end_period as "endPeriod",
      work.days
    from work where (work.client_id = ${of.clientId} or work.provider_id = ${of.providerId})
      and work.deleted is null and work.id <> ${of.exceptId ?? 0}
      and work.month between ${`${of.month}-01`}::date - interval '1 month' and ${`${of.month}-01`}::date + interval '1 month'
    order by work.id`;

/** What came in for both halves of plans in a month, with open errors. */
export const listCardScans = (db: Db, planIds: readonly number[], months: readonly string[]) =>
  queryRows<CardScan & { planId: number; month: string }>(
    db,
  )`select plan.id as "planId", asked.month, half.period,
      came.received, came.begun and not came.received as incomplete,
      coalesce((select scan.errors from scan_errors scan where scan.plan_id = plan.id and scan.month = asked.month
        and scan.period = half.period and not scan.archived), '{}') as errors
    from unnest(${[...planIds]}::int[]) as plan (id) cross join unnest(${[...months]}::text[]) as asked (month)
      cross join (values (0), (1)) as half (period)
      cross join lateral (select
        exists (select from received_halves whole where whole.plan_id = plan.id and whole.month = asked.month
          and whole.period = half.period) as received,
        exists (select from scan_pages page where page.plan_id = plan.id and page.month = asked.month
          and page.period = half.period and page.state = 'filed' and page.deleted is null) as begun) came
    order by plan.id, asked.month, half.period`;

/** Visits of plans that are in a range of days or were planned for one of them. */
export const listPlanVisits = (
  db: Db,
  planIds: readonly number[],
  from: string,
  through: string,
  providerId: number | null = null,
) =>
  queryRows<EvvVisit & { planId: number }>(db)`select care_plan_id as "planId", date,
      planned_day as "plannedDay", status as "Status", start_at as "startedAt", end_at as "endedAt",
      closed_code as "ClosedCode", ${sealedVisit.closedMemo()} as "ClosedMemo"
    from visits where care_plan_id = any(${[...planIds]}::int[]) and removed is null
      and provider_id = coalesce(${providerId}::int, provider_id)
      and (date between ${from}::date and ${through}::date or planned_day between ${from}::date and ${through}::date)
    order by date, start_at, id`;

/** Visits of a plan on a day that have begun, with the plan's times. */
export const listDayVisits = (db: Db, planId: number, date: string) =>
  queryRows<EvvVisit & RecordedVisit>(db)`select date, planned_day as "plannedDay", status as "Status",
      start_at as "startedAt", end_at as "endedAt", to_char(plan_start, 'HH24:MI') as "planStart",
      to_char(plan_end, 'HH24:MI') as "planEnd", closed_code as "ClosedCode",
      ${sealedVisit.closedMemo()} as "ClosedMemo"
    from visits where care_plan_id = ${planId} and date = ${date}::date and removed is null
      and status in ('Complete', 'Active')
    order by start_at, id`;

/** Visits of a plan's pair, for a time check that names no plan. */
export const listPairVisits = async (
  db: Db,
  of: {
    readonly clientId: number;
    readonly providerId: number;
    readonly from: string;
    readonly through: string;
  },
): Promise<EvvVisit[] | undefined> => {
  const rows = await queryRows<{ ids: number[] }>(db)`select coalesce(array_agg(plan.id), '{}') as ids
    from care_plans plan join care_plan_types type on type.id = plan.type_id
    where plan.client_id = ${of.clientId} and plan.provider_id = ${of.providerId} and type.evv_needed
      and plan.excluded is null and plan.status <> 'Deleted'`;
  const ids = rows[0]?.ids ?? [];
  return ids.length > 0 ? listPlanVisits(db, ids, of.from, of.through) : undefined;
};

/** Everything a save writes into a record. */
export interface RecordWrite {
  readonly startPeriod: string;
  readonly endPeriod: string;
  readonly customDate: string | null;
  readonly days: readonly CardDay[];
  readonly payRate: number;
  readonly rateKind: DatedRate | null;
  readonly rates: readonly RateFrom[];
  /** Cents of its billed units. */
  readonly amount: number;
  readonly totals: ReturnType<typeof storedTotals>;
  readonly remarks: string | null;
  readonly status: CardStatus;
  readonly deniedReason: string | null;
}

const written = (card: RecordWrite, { at, by }: Stamp) => ({
  start_period: card.startPeriod,
  end_period: card.endPeriod,
  custom_month: card.customDate === null ? null : `${card.customDate}-01`,
  days: JSON.stringify(card.days),
  pay_rate: card.payRate,
  rate_kind: card.rateKind,
  rates: JSON.stringify(card.rates),
  amount: card.amount,
  working_minutes: card.totals.working,
  travel_minutes: card.totals.travel,
  unit: card.totals.unit,
  no_billing_working_minutes: card.totals.noBilling.working,
  no_billing_travel_minutes: card.totals.noBilling.travel,
  no_billing_unit: card.totals.noBilling.unit,
  no_payroll_working_minutes: card.totals.noPayroll.working,
  no_payroll_travel_minutes: card.totals.noPayroll.travel,
  no_payroll_unit: card.totals.noPayroll.unit,
  ...storedCardWords(card),
  status: card.status,
  modified: at,
  modified_by: by,
});

export interface NewRecord extends RecordWrite {
  readonly plan: Pick<BilledPlan, 'id' | 'ClientID' | 'ProviderID' | 'typeId' | 'excluded' | 'coversPlanId'>;
  readonly month: string;
  readonly unitRule: UnitRule;
}

const inserted = (card: NewRecord, stamp: Stamp) => ({
  ...written(card, stamp),
  care_plan_id: card.plan.id,
  client_id: card.plan.ClientID,
  provider_id: card.plan.ProviderID,
  type_id: card.plan.typeId,
  month: `${card.month}-01`,
  unit_rule: card.unitRule,
  excluded: card.plan.excluded,
  covid: card.plan.coversPlanId !== null,
  created: stamp.at,
  status_at: stamp.at,
  status_by: stamp.by,
});

/** Returns the ids in the given order. */
export const insertRecords = async (tx: Tx, cards: readonly NewRecord[], stamp: Stamp): Promise<number[]> => {
  if (cards.length === 0) return [];
  const rows = await tx
    .insertInto('work')
    .values(cards.map((card) => inserted(card, stamp)))
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
};

export const updateRecord = async (
  tx: Tx,
  { id, rev, status }: Pick<RecordRow, 'id' | 'rev' | 'status'>,
  card: RecordWrite,
  stamp: Stamp,
): Promise<void> => {
  await tx
    .updateTable('work')
    .set({
      ...written(card, stamp),
      ...(card.status !== status && { status_at: stamp.at, status_by: stamp.by }),
      rev: rev + 1,
    })
    .where('id', '=', id)
    .execute();
};

/** Marks records as deleted; they stay in the table. */
export const markDeleted = async (tx: Tx, records: readonly Pick<RecordRow, 'id'>[], { at, by }: Stamp) => {
  if (records.length === 0) return;
  await sql`update work set deleted = ${at}, modified = ${at}, modified_by = ${by}, rev = rev + 1
    where id = any(${records.map(({ id }) => id)}::int[])`.execute(tx);
};

// --- New terms of a type ---------------------------------------------------------------------------------------------

/** Cards of a type that use its dated rates and wait to be claimed, locked until the transaction ends. */
export const lockDatedCards = async (tx: Tx, typeId: number): Promise<number[]> => {
  const rows = await queryRows<{ id: number }>(tx)`select id from work
    where type_id = ${typeId} and rate_kind is not null and status in ('Billed', 'Pending') and deleted is null
    order by id for no key update`;
  return rows.map(({ id }) => id);
};

/** Those whose plan and month are on no claim. */
export const listDatedCards = (tx: Tx, ids: readonly number[]) =>
  queryRows<RecordRow>(tx)`select ${columns} from ${cardTables}
    where work.id = any(${[...ids]}::int[]) and not exists (select from claim_cards part
      join work sent on sent.id = part.card_id
      where sent.care_plan_id = work.care_plan_id and sent.month = work.month)
    order by work.id`;

export interface Repriced extends Pick<RecordWrite, 'payRate' | 'rates' | 'amount'> {
  readonly id: number;
}

export const storeRates = async (tx: Tx, cards: readonly Repriced[], { at, by }: Stamp): Promise<void> => {
  if (cards.length === 0) return;
  await sql`update work set pay_rate = card."payRate", rates = card.rates, amount = card.amount, modified = ${at},
      modified_by = ${by}, rev = work.rev + 1, repriced = work.repriced + 1
    from jsonb_to_recordset(${JSON.stringify(cards)}::jsonb) as card (id int, "payRate" int, rates jsonb, amount bigint)
    where work.id = card.id`.execute(tx);
};

/** Records that someone changed after they were created. New terms of their type do not count as a change. */
export const listChangedByHand = async (tx: Tx, ids: readonly number[]): Promise<number[]> => {
  const rows = await queryRows<{ id: number }>(tx)`select id from work
    where id = any(${[...ids]}::int[]) and rev > repriced`;
  return rows.map(({ id }) => id);
};

// --- Status Set ----------------------------------------------------------------------------------------------------

interface Moved {
  readonly id: number;
  readonly rev: number;
  readonly nothing: boolean;
}
const hasNothing = sql`work.unit = work.no_billing_unit as nothing`;

/** One compare-and-set over a calculation month. */
export const setStatusOfMonth = async (
  tx: Tx,
  move: { readonly month: string; readonly from: CardStatus; readonly to: CardStatus },
  { at, by }: Stamp,
): Promise<Moved[]> => {
  const rows = await queryRows<Moved>(tx)`update
      work set status = ${move.to}, status_at = ${at}, status_by = ${by},
      modified = ${at}, modified_by = ${by}, rev = rev + 1
    where deleted is null and coalesce(custom_month, month) = ${`${move.month}-01`}::date and status = ${move.from}
    returning id, rev, ${hasNothing}`;
  return rows.toSorted((a, b) => a.id - b.id);
};

/** The reverse, for records that have not changed since. */
export const setStatusBack = async (
  tx: Tx,
  records: readonly Pick<Moved, 'id' | 'rev'>[],
  move: { readonly from: CardStatus; readonly to: CardStatus },
  { at, by }: Stamp,
): Promise<Moved[]> => {
  const rows = await queryRows<Moved>(tx)`update
      work set status = ${move.to}, status_at = ${at}, status_by = ${by},
      modified = ${at}, modified_by = ${by}, rev = work.rev + 1
    from unnest(${records.map(({ id }) => id)}::int[], ${records.map(({ rev }) => rev)}::int[]) as left_as (id, rev)
    where work.id = left_as.id and work.rev = left_as.rev and work.status = ${move.from} and work.deleted is null
    returning work.id, work.rev, ${hasNothing}`;
  return rows.toSorted((a, b) => a.id - b.id);
};
