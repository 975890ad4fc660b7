import { dayOfLogKey } from '@homecare/domain/payroll/rates.ts';
import type { HalfPay, LowWeekNote, PayrollRun, RunRow } from '@homecare/domain/payroll/run-schema.ts';
import type { Changed, RunSums } from '@homecare/domain/payroll/runs.ts';
import { sql } from 'kysely';
import type { Tx } from '../platform/db/mutate.ts';
import { type Db, queryRow, queryRows } from '../platform/db/rows.ts';
import { hasChangedOneOf, sealedChanges } from '../platform/sealed/change-log.ts';

/** Runs that were exported, and who has changed what since. Months are YYYY-MM. */

// --- Numbers of runs

/** Locked until the transaction ends, so that runs are made one after the other. */
export const lockLastNumber = async (tx: Tx): Promise<number> => {
  const row = await queryRow<{ last: number }>(tx)`select last from payroll_numbers for update`;
  return row?.last ?? 0;
};

export const storeLastNumber = (tx: Tx, last: number) =>
  sql`update payroll_numbers set last = ${last}`.execute(tx);

// --- Runs

const RUN = sql`number, to_char(month, 'YYYY-MM') as month, to_json(halves) as halves,
  case when begins is not null then json_build_object('from', begins, 'through', through) end as period, layout, made as at,
  made_by as who, pay, corrections`;

export const listRunRows = (db: Db) =>
  queryRows<PayrollRun>(db)`select ${RUN} from payroll_runs order by number desc`;

export const findRun = (db: Db, number: number) =>
  queryRow<PayrollRun>(db)`select ${RUN} from payroll_runs where number = ${number}`;

export const listLines = async (db: Db, number: number): Promise<RunRow[]> => {
  const rows = await queryRows<{ row: RunRow }>(db)`select row from payroll_run_rows where run = ${number}
    order by position`;
  return rows.map(({ row }) => row);
};

/** Weeks below the base wage as stored with the run. */
export const listLowWeeks = async (db: Db, number: number): Promise<readonly LowWeekNote[]> =>
  (
    await queryRow<{ lowWeeks: LowWeekNote[] }>(db)`select low_weeks as "lowWeeks" from payroll_runs
      where number = ${number}`
  )?.lowWeeks ?? [];

/**
 * When the last run was made, which rules it used, and whether it considered both parts of pay periods across the end of a month;
 * undefined if there is no run.
 */
export const findLastRun = (db: Db) =>
  queryRow<{ at: string; basis: unknown; isWhole: boolean }>(
    db,
  )`select made as at, basis, whole_periods as "isWhole" from payroll_runs
      order by number desc limit 1`;

/** An exported half of a month, and the last run that exported it. A run that only corrects exports no half. */
export interface ExportedHalf {
  readonly month: string;
  readonly half: number;
  readonly run: number;
}
export const listExportedHalves = (db: Db) =>
  queryRows<ExportedHalf>(db)`select to_char(month, 'YYYY-MM') as month, half, max(run) as run
      from payroll_run_rows where kind = 'Pay' group by month, half`;

/** Pay periods that a run has paid, and the last run that did. One across the end of a month has a part in each. */
export const listPaidPeriods = (db: Db) =>
  queryRows<{ from: string; through: string; run: number }>(
    db,
  )`select begins as "from", through, max(number) as run
    from payroll_runs run where begins is not null
      and exists (select from payroll_run_rows own where own.run = run.number and own.kind = 'Pay')
    group by begins, through`;

export interface StoredState {
  readonly providerId: number;
  readonly month: string;
  readonly half: number;
  readonly run: number;
  readonly state: HalfPay;
}

/** What was last exported for each provider and half of these months; null means everyone. */
export const listStates = async (
  db: Db,
  months: readonly string[],
  providers: readonly number[] | null,
): Promise<StoredState[]> => {
  const days = months.map((month) => `${month}-01`);
  const rows = await queryRows<StoredState>(db)`select distinct on (provider_id, month, half)
      provider_id as "providerId", to_char(month, 'YYYY-MM') as month, half, run, state
    from payroll_run_rows
    where month = any(${days}::date[])
      and (${providers === null} or provider_id = any(${[...(providers ?? [])]}::int[]))
    order by provider_id, month, half, run desc`;
  return rows;
};

export interface NewRun {
  readonly number: number;
  readonly month: string;
  readonly halves: readonly number[];
  readonly period: PayrollRun['period'];
  readonly layout: string;
  readonly at: string;
  readonly who: string;
  readonly basis: unknown;
  readonly lowWeeks: readonly LowWeekNote[];
  readonly pay: RunSums;
  readonly corrections: RunSums;
  readonly rows: readonly { readonly row: RunRow; readonly state: HalfPay }[];
}

export const insertRun = async (tx: Tx, run: NewRun): Promise<void> => {
  const { number, month, halves, period, layout, at, who, basis, lowWeeks, pay, corrections } = run;
  await sql`insert into payroll_runs (number, month, halves, begins, through, layout, made, made_by, basis, low_weeks,
      pay, corrections, splits_weeks, whole_periods)
    values (${number}, ${`${month}-01`}, ${[...halves]}::smallint[], ${period?.from ?? null},
      ${period?.through ?? null}, ${layout}, ${at}, ${who},
      ${JSON.stringify(basis)}::jsonb, ${JSON.stringify(lowWeeks)}::jsonb, ${JSON.stringify(pay)}::jsonb, ${JSON.stringify(corrections)}::jsonb,
      true, true)`.execute(tx);
  const rows = JSON.stringify(
    run.rows.map(({ row, state }, position) => ({
      position,
      provider_id: row.providerId,
      month: `${row.month}-01`,
      half: row.half,
      kind: row.kind,
      row,
      state,
    })),
  );
  await sql`insert into payroll_run_rows (run, position, provider_id, month, half, kind, row, state)
    select ${number}, position, provider_id, month, half, kind, made.row, state
    from jsonb_to_recordset(${rows}::jsonb) as made (position int, provider_id int, month date, half smallint,
      kind text, "row" jsonb, state jsonb)`.execute(tx);
};

// --- What changed since

/** Providers whose cards have changed since, with the first month that may be affected. */
export const listTouched = (db: Db, since: string) =>
  queryRows<{ providerId: number; from: string }>(db)`select touched.provider_id as "providerId",
      to_char(min(touched.from), 'YYYY-MM') as "from"
    from (
      select provider_id, least(month, custom_month) as "from" from work where modified >= ${since}
      union all
      -- Moved to another month of calculation: the one it was exported with.
      select work.provider_id, paid.month from work join payroll_run_rows paid on paid.provider_id = work.provider_id
        and paid.month < work.month
      where work.modified >= ${since} and paid.state->'cards' @> jsonb_build_array(
        jsonb_build_object('planId', work.care_plan_id, 'month', to_char(work.month, 'YYYY-MM')))
      union all
      select log.entity_id, min(paid.month) from change_log log join payroll_run_rows paid
        on paid.provider_id = log.entity_id
      where log.entity = 'pay' and log.at >= ${since} group by log.entity_id
      union all
      select provider_id, date_trunc('month', through)::date from payroll_confirmed_weeks
      where confirmed_at >= ${since}
      union all
      -- Cards that came to the provider with another record, or went back with it.
      select work.provider_id, least(work.month, work.custom_month) from people_merges merge
        join work on work.provider_id in (merge.kept_id, merge.away_id)
      where merge.merged >= ${since} or merge.undone >= ${since}
    ) as touched group by touched.provider_id`;

const CARD_FIELDS = ['json', 'startPeriod', 'endPeriod', 'customDate'];

/** The last change of the paid days of each plan and month, by 'plan month'. */
export const listCardChanges = async (
  db: Db,
  of: readonly { readonly planId: number; readonly month: string }[],
): Promise<ReadonlyMap<string, Changed>> => {
  const asked = JSON.stringify(of.map(({ planId, month }) => ({ plan: planId, month: `${month}-01` })));
  const rows = await queryRows<Changed & { key: string }>(
    db,
  )`select distinct on (work.care_plan_id, work.month)
      work.care_plan_id || ' ' || to_char(work.month, 'YYYY-MM') as key, log.at,
      coalesce(account.full_name, log.actor) as who
    from jsonb_to_recordset(${asked}::jsonb) as asked (plan int, month date)
      join work on work.care_plan_id = asked.plan and work.month = asked.month
      join change_log log on log.entity = 'work' and log.entity_id = work.id
      left join accounts account on account.id = log.account_id
    where log.action in ('insert', 'delete') or ${hasChangedOneOf(CARD_FIELDS, 'log')}
    order by work.care_plan_id, work.month, log.id desc`;
  return new Map(rows.map(({ key, who, at }) => [key, { who, at }]));
};

/** Changes of each provider's rates, newest first, with the day from which they count; '' for rates typed without one. */
export const listRateSetters = async (
  db: Db,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly (Changed & { readonly day: string })[]>> => {
  const rows = await queryRows<Changed & { id: number; key: string }>(
    db,
  )`select log.entity_id as id, change.key, log.at,
      coalesce(account.full_name, log.actor) as who
    from change_log log cross join jsonb_object_keys(${sealedChanges('log')}) as change (key)
      left join accounts account on account.id = log.account_id
    where log.entity = 'pay' and log.entity_id = any(${[...ids]}::int[]) order by log.id desc`;
  const byId = Map.groupBy(rows, ({ id }) => id);
  return new Map(
    [...byId].map(([id, own]) => [
      id,
      own.map(({ key, who, at }) => ({ who, at, day: dayOfLogKey(key) ?? '' })),
    ]),
  );
};

/** The last change that gave a type another pay category. */
export const findCategorySetter = (db: Db) =>
  queryRow<Changed>(db)`select log.at, coalesce(account.full_name, log.actor) as who
    from change_log log left join accounts account on account.id = log.account_id
    where log.entity = 'carePlanType' and exists (select from jsonb_each(${sealedChanges('log')}) as change
      where change.value->0->>'payCategory' is distinct from change.value->1->>'payCategory')
    order by log.id desc limit 1`;

export const findFullName = async (db: Db, accountId: number | null): Promise<string | undefined> =>
  (await queryRow<{ name: string }>(db)`select full_name as name from accounts where id = ${accountId}`)
    ?.name;

// --- What an admin sets

export const listNumberedProviders = (db: Db, layout: string) =>
  queryRows<{
    id: number;
    last: string;
    first: string;
    archived: boolean;
    number: string | null;
  }>(db)`select person.id, person.last_name as last, person.first_name as first, person.cur = 'n' as archived,
      employee.number
    from people person left join payroll_employees employee
      on employee.provider_id = person.id and employee.layout = ${layout}
    where person.kind = 'Provider' and person.merged_into is null and (person.cur = 'y' or employee.number is not null)`;

export const numbersOf = async (
  db: Db,
  layout: string,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> => {
  const rows = await queryRows<{
    id: number;
    number: string;
  }>(db)`select provider_id as id, number from payroll_employees
    where layout = ${layout} and provider_id = any(${[...ids]}::int[])`;
  return new Map(rows.map(({ id, number }) => [id, number]));
};

/** Returns false if one of them is not a provider. */
export const storeNumbers = async (
  tx: Tx,
  layout: string,
  wanted: readonly { readonly id: number; readonly number: string | null }[],
): Promise<boolean> => {
  const ids = wanted.map(({ id }) => id);
  const rows = await queryRows<{ found: number }>(tx)`select count(*)::int as found from people
    where kind = 'Provider' and merged_into is null and id = any(${ids}::int[])`;
  if (rows[0]?.found !== new Set(ids).size) return false;
  await sql`delete from payroll_employees where layout = ${layout} and provider_id = any(${ids}::int[])`.execute(
    tx,
  );
  const entered = JSON.stringify(wanted.filter(({ number }) => number !== null));
  await sql`insert into payroll_employees (layout, provider_id, number)
    select ${layout}, id, number from jsonb_to_recordset(${entered}::jsonb) as made (id int, number text)`.execute(
    tx,
  );
  return true;
};

/** The number of providers holding each of these numbers. */
export const holdersOfNumbers = (tx: Tx, layout: string, numbers: readonly string[]) =>
  queryRows<{ number: string; holders: number }>(tx)`select number, count(*)::int as holders
    from payroll_employees where layout = ${layout} and number = any(${[...numbers]}::text[])
    group by number`;
