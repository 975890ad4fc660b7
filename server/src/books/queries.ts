import type {
  BookBatch,
  BookCard,
  BookClaim,
  BookInvoice,
  BookPayRow,
  BookPayRun,
  BookPlanMonth,
  BookReceipt,
  BookVisit,
  CardBeside,
  DueCard,
  StoredCard,
} from '@homecare/domain/books/facts.ts';
import type { BookRun, CheckResult } from '@homecare/domain/books/schema.ts';
import type { CardPart } from '@homecare/domain/claims/batch.ts';
import type { CategoryTerm } from '@homecare/domain/payroll/categories.ts';
import type { RateTerm } from '@homecare/domain/payroll/rates.ts';
import type { HalfPay, RunRow } from '@homecare/domain/payroll/run-schema.ts';
import { sql } from 'kysely';
import type { Stamp } from '../platform/auth/scope.ts';
import type { Tx } from '../platform/db/mutate.ts';
import { changesRow, type Db, queryRow, queryRows } from '../platform/db/rows.ts';
import { sealedBilling } from '../platform/sealed/billing.ts';
import { sealedVisit } from '../platform/sealed/visit.ts';

/** What the books are checked by, and the runs of the check. Months are YYYY-MM. */

// --- Months of service

/** Clients with a worked visit, a billing record or a claim in a month. */
export interface MonthOfClients {
  readonly month: string;
  readonly clientIds: readonly number[];
}

export const listMonths = (db: Db) =>
  queryRows<MonthOfClients>(db)`select month, array_agg(client_id order by client_id) as "clientIds"
    from (select to_char(month, 'YYYY-MM') as month, client_id from work
      union select to_char(date, 'YYYY-MM'), client_id from visits where removed is null and status = 'Complete') as used
    group by month order by month`;

interface Clients {
  readonly month: string;
  readonly ids: readonly number[];
}

const firstDay = (month: string) => sql`${`${month}-01`}::date`;

export const listVisits = (db: Db, { month, ids }: Clients) =>
  queryRows<BookVisit>(db)`select visit.care_plan_id as "planId", visit.client_id as "clientId",
      type.evv_needed and plan.excluded is null as "needsVisits", visit.date, visit.planned_day as "plannedDay",
      visit.status as "Status", visit.start_at as "startedAt", visit.end_at as "endedAt",
      visit.closed_code as "ClosedCode", ${sealedVisit.closedMemo('visit')} as "ClosedMemo"
    from visits visit join care_plans plan on plan.id = visit.care_plan_id
      join care_plan_types type on type.id = plan.type_id
    where visit.client_id = any(${[...ids]}::int[]) and visit.removed is null and visit.status = 'Complete'
      and visit.date >= ${firstDay(month)} and visit.date < ${firstDay(month)} + interval '1 month'
    order by visit.id`;

const beside = sql`work.id, work.care_plan_id as "planId", work.client_id as "clientId",
  work.provider_id as "providerId", to_char(work.month, 'YYYY-MM') as date, work.start_period as "startPeriod",
  work.end_period as "endPeriod", work.days`;

const card = sql`${beside}, type.code as "typeCode", plan.status as "planStatus",
  to_char(work.custom_month, 'YYYY-MM') as "customDate", work.pay_rate as "payRate", work.rate_kind as "rateKind",
  work.rates, work.unit_rule as "unitRule", work.status, work.excluded, work.amount,
  jsonb_build_object('working', work.working_minutes, 'travel', work.travel_minutes, 'unit', work.unit,
    'noBilling', jsonb_build_object('working', work.no_billing_working_minutes,
      'travel', work.no_billing_travel_minutes, 'unit', work.no_billing_unit),
    'noPayroll', jsonb_build_object('working', work.no_payroll_working_minutes,
      'travel', work.no_payroll_travel_minutes, 'unit', work.no_payroll_unit)) as totals,
  jsonb_build_object('clientId', plan.client_id, 'providerId', plan.provider_id) as plan,
  type.evv_needed and work.excluded is null and plan.excluded is null as "needsVisits",
  client.private_client as "isPrivate", work.modified as "modifiedAt"`;

export const listCards = (db: Db, { month, ids }: Clients) =>
  queryRows<BookCard>(db)`select ${card}
    from work join care_plans plan on plan.id = work.care_plan_id join care_plan_types type on type.id = work.type_id
      join people client on client.id = work.client_id
    where work.month = ${firstDay(month)} and work.client_id = any(${[...ids]}::int[]) and work.deleted is null
    order by work.id`;

/** Of these clients in the month before, and of their caregivers with other clients in both months. */
export const listBeside = (db: Db, { month, ids }: Clients) =>
  queryRows<CardBeside>(db)`select ${beside} from work
    where work.deleted is null and work.month between ${firstDay(month)} - interval '1 month' and ${firstDay(month)}
      and (work.client_id = any(${[...ids]}::int[]) or work.provider_id in (select own.provider_id from work own
        where own.month = ${firstDay(month)} and own.client_id = any(${[...ids]}::int[]) and own.deleted is null))
      and not (work.month = ${firstDay(month)} and work.client_id = any(${[...ids]}::int[]))
    order by work.id`;

interface PartsOfPlan extends Pick<BookPlanMonth, 'planId' | 'clientId' | 'claimedAt'> {
  readonly parts: CardPart[];
}

/** What the records of plans, deleted ones too, have in claims. */
export const listParts = (db: Db, { month, ids }: Clients) =>
  queryRows<PartsOfPlan>(db)`select work.care_plan_id as "planId", min(work.client_id) as "clientId",
      max(batch.created) as "claimedAt",
      jsonb_agg(jsonb_build_object('claimId', part.claim_id, 'cardId', part.card_id,
        'frequency', claim.frequency, 'replaces', claim.replaces, 'superseded', part.superseded, 'charge', part.charge,
        'insured', part.insured, 'units', part.units, 'paid', part.paid, 'reversed', part.reversed, 'reason', null, 'problem', null,
        'posted', part.posted, 'icn', claim.icn, 'usage', batch.usage, 'refused', case when part.refused_by is not null
          then jsonb_build_object('source', part.refused_by, 'reason', '') end)
        order by claim.batch_id, claim.number) as parts
    from work join claim_cards part on part.card_id = work.id join claims claim on claim.id = part.claim_id
      join claim_batches batch on batch.id = claim.batch_id
    where work.month = ${firstDay(month)} and work.client_id = any(${[...ids]}::int[])
    group by work.care_plan_id`;

// --- Units of authorizations

export const listClientsWithUnits = async (db: Db): Promise<number[]> => {
  const rows = await queryRows<{ id: number }>(
    db,
  )`select distinct client_id as id from work order by client_id`;
  return rows.map(({ id }) => id);
};

interface StoredUnits extends Omit<StoredCard, 'isPrivate'> {
  readonly clientId: number;
  readonly isPrivateClient: boolean;
}

export const listStoredUnits = (db: Db, ids: readonly number[]) =>
  queryRows<StoredUnits>(db)`select work.id, work.client_id as "clientId", work.care_plan_id as "planId",
      to_char(work.month, 'YYYY-MM') as date, type.code as "typeCode", work.start_period as "startPeriod",
      work.end_period as "endPeriod", work.pay_rate as "payRate", work.rates, work.unit_rule as "unitRule", work.days,
      work.unit - work.no_billing_unit as units, client.private_client as "isPrivateClient"
    from work join care_plan_types type on type.id = work.type_id join people client on client.id = work.client_id
    where work.deleted is null and work.client_id = any(${[...ids]}::int[]) order by work.id`;

// --- Files of claims

export interface BatchHead {
  readonly id: number;
  readonly previous: number | null;
}

export const listBatchIds = (db: Db) =>
  queryRows<BatchHead>(db)`select id, lag(id) over (order by id) as previous from claim_batches order by id`;

export const loadBatch = async (db: Db, id: number): Promise<BookBatch | undefined> => {
  const found = await queryRow<Omit<BookBatch, 'file' | 'sent'> & { file: Buffer }>(
    db,
  )`select batch.id, batch.interchange, to_char(batch.month, 'YYYY-MM') as month, batch.claims, batch.lines,
      batch.units, batch.amount, ${sealedBilling.batchFile('batch')}
    from claim_batches batch where batch.id = ${id}`;
  if (!found) return undefined;
  const sent = await queryRows<BookClaim>(db)`select claim.id, claim.client_id as "clientId", claim.frequency,
      claim.charge, claim.units, claim.paid,
      coalesce((select sum(settled.amount - least(settled.recovered, settled.amount)) from claim_settlements settled
        where settled.claim_id = claim.id and settled.undone is null), 0)::float8 as settled, claim.refused_by is not null and claim.paid is null as "isRejected",
      ${sealedBilling.claimLines('claim')},
      coalesce((select jsonb_agg(jsonb_build_object('outcome', answer.outcome, 'paid', answer.paid, 'key', answer.key,
          'lines', ${sealedBilling.answerLines('answer')}) order by answer.id)
        from claim_answers answer where answer.claim_id = claim.id), '[]') as answers,
      coalesce((select jsonb_agg(jsonb_build_object('cardId', part.card_id, 'units', part.units, 'charge', part.charge,
          'insured', part.insured, 'paid', part.paid, 'posted', part.posted) order by part.card_id)
        from claim_cards part where part.claim_id = claim.id), '[]') as parts
    from claims claim where claim.batch_id = ${id} order by claim.number`;
  return { ...found, file: found.file.toString('latin1'), sent };
};

// --- Invoices and payments of clients

export const listInvoices = (db: Db) =>
  queryRows<BookInvoice>(
    db,
  )`select invoice.id, invoice.range, invoice.number, invoice.client_id as "clientId", invoice.total,
      to_char(invoice.from_day, 'YYYY-MM') as month,
      invoice.voided is not null as "isVoid",
      (select coalesce(jsonb_agg(jsonb_build_object('amount', line.amount, 'isLive', line.is_live)), '[]')
        from invoice_lines line where line.invoice_id = invoice.id) as lines,
      (select coalesce(jsonb_agg(part.amount), '[]') from payment_parts part
        where part.invoice_id = invoice.id and part.ended is null) as parts
    from invoices invoice order by invoice.range, invoice.number`;

export const listPayments = (db: Db) =>
  queryRows<BookReceipt>(db)`select payment.id, payment.client_id as "clientId", payment.amount,
      to_char(payment.day, 'YYYY-MM') as month, payment.reversed is not null as "isReversed",
      (select coalesce(jsonb_agg(part.amount), '[]') from payment_parts part
        where part.payment_id = payment.id and part.ended is null) as parts
    from payments payment order by payment.id`;

// --- Payroll runs

export interface PayRunHead {
  readonly number: number;
  readonly previous: number | null;
}

export const listPayRunNumbers = (db: Db) =>
  queryRows<PayRunHead>(db)`select number, lag(number) over (order by number) as previous from payroll_runs
    order by number`;

export const loadPayRun = async (db: Db, number: number): Promise<BookPayRun | undefined> => {
  const run = await queryRow<BookPayRun['run']>(db)`select number, to_char(month, 'YYYY-MM') as month,
      to_json(halves) as halves, layout, made as at, made_by as who, pay, corrections
    from payroll_runs where number = ${number}`;
  if (!run) return undefined;
  const rows = await queryRows<{ row: RunRow; state: HalfPay; before: BookPayRow['before'] }>(
    db,
  )`select own.row,
      own.state, (select earlier.state from payroll_run_rows earlier where earlier.provider_id = own.provider_id
          and earlier.month = own.month and earlier.half = own.half and earlier.run < own.run
        order by earlier.run desc limit 1) as before
    from payroll_run_rows own where own.run = ${number} order by own.position`;
  return { run, rows };
};

// --- Pay due

/**
 * Months of calculation from the first exported one on that have billing records or were exported, and those after them, in which
 * their last weeks may end; none before the first run.
 */
export const listPayMonths = async (db: Db): Promise<string[]> => {
  const rows = await queryRows<{ month: string }>(db)`with exported as (
      select distinct month from payroll_run_rows where kind = 'Pay'
    ), calculated as (
      select month from exported union select coalesce(custom_month, month) from work where deleted is null
    )
    select distinct to_char(own.month, 'YYYY-MM') as month
    from calculated cross join lateral (values (calculated.month),
        ((calculated.month + interval '1 month')::date)) as own (month)
    where own.month >= (select min(month) from exported) order by month`;
  return rows.map(({ month }) => month);
};

export const listPaidProviders = async (db: Db): Promise<number[]> => {
  const rows = await queryRows<{ id: number }>(db)`select provider_id as id from work where deleted is null
    union select provider_id from payroll_run_rows order by id`;
  return rows.map(({ id }) => id);
};

export interface StoredDueCard extends Omit<DueCard, 'categories'> {
  readonly providerId: number;
  readonly typeId: number;
}

export const listDueCards = (db: Db, ids: readonly number[]) =>
  queryRows<StoredDueCard>(
    db,
  )`select provider_id as "providerId", type_id as "typeId", start_period as "startPeriod",
      end_period as "endPeriod", days, to_char(coalesce(custom_month, month), 'YYYY-MM') as calculation
    from work where deleted is null and provider_id = any(${[...ids]}::int[]) order by id`;

export const listCategoryTerms = (db: Db) =>
  queryRows<CategoryTerm & { typeId: number }>(db)`select type_id as "typeId", valid_from as "from",
      pay_category as category from care_plan_type_terms`;

export const listPayRates = (db: Db, ids: readonly number[]) =>
  queryRows<RateTerm & { providerId: number }>(
    db,
  )`select provider_id as "providerId", category, valid_from as "from",
      rate from pay_rates where provider_id = any(${[...ids]}::int[])`;

/** Pay periods that some run has paid. */
export const listExportedParts = (db: Db) =>
  queryRows<{ month: string; half: number }>(db)`select distinct to_char(month, 'YYYY-MM') as month, half
    from payroll_run_rows where kind = 'Pay'`;

/** Days of the pay periods that some run has paid, where it names them. */
export const listPaidDays = (db: Db) =>
  queryRows<{ from: string; through: string }>(db)`select distinct run.begins as "from", run.through
    from payroll_runs run join payroll_run_rows own on own.run = run.number
    where own.kind = 'Pay' and run.begins is not null`;

/** What was exported of each pay period in the end. */
export const listExportedPay = (db: Db, ids: readonly number[]) =>
  queryRows<{ providerId: number; month: string; half: number; state: HalfPay }>(db)`select
      distinct on (provider_id, month, half) provider_id as "providerId", to_char(month, 'YYYY-MM') as month, half, state
    from payroll_run_rows where provider_id = any(${[...ids]}::int[])
    order by provider_id, month, half, run desc`;

// --- Runs of the check

const RUN = sql`id, asked_by as "askedBy", asked, ended, done, steps as of,
  broken_count as "brokenCount", results`;

export const findRunning = (db: Db) =>
  queryRow<BookRun>(db)`select ${RUN} from book_runs where ended is null`;

/** The last one that came to its end. */
export const findLast = (db: Db) =>
  queryRow<BookRun>(db)`select ${RUN} from book_runs where ended is not null
    order by id desc limit 1`;

/** When a check was asked for last, whatever became of it. */
export const findLastAsked = async (db: Db): Promise<string | undefined> =>
  (await queryRow<{ asked: string }>(db)`select asked from book_runs order by id desc limit 1`)?.asked;

const EARLIER = 30;
export const listEarlier = (db: Db) =>
  queryRows<Pick<BookRun, 'id' | 'asked' | 'ended' | 'brokenCount'>>(db)`select id, asked, ended,
      broken_count as "brokenCount" from book_runs where ended is not null order by id desc limit ${EARLIER}`;

/** Nothing when one is under way. */
export const insertRun = async (tx: Tx, at: string, by: string | null): Promise<number | undefined> => {
  const rows = await queryRows<{ id: number }>(
    tx,
  )`insert into book_runs (asked, asked_by) values (${at}, ${by})
    on conflict do nothing returning id`;
  return rows[0]?.id;
};

export const storeProgress = (db: Db, id: number, done: number, steps: number) =>
  changesRow(db)`update book_runs set done = ${done}, steps = ${steps} where id = ${id} and ended is null`;

export const endRun = (
  tx: Tx,
  id: number,
  { at }: Pick<Stamp, 'at'>,
  of: {
    readonly results: readonly CheckResult[];
    readonly brokenCount: number;
  },
) =>
  changesRow(tx)`update book_runs set ended = ${at}, broken_count = ${of.brokenCount},
      results = ${JSON.stringify(of.results)}::jsonb
    where id = ${id} and ended is null`;

export const BOOK_CHECK_JOB = 'books-check';
