import { dayOfLogKey } from '@homecare/domain/payroll/rates.ts';
import type { HalfPay, LowWeekTold, PayrollRun, RunRow } from '@homecare/domain/payroll/run-schema.ts';
import type { Changed, RunSums } from '@homecare/domain/payroll/runs.ts';
import type { Half } from '@homecare/domain/plan-documents/rules.ts';
import { sql } from 'kysely';
import type { Tx } from '../platform/db/mutate.ts';
import type { Db } from './queries.ts';

/** Runs that were exported, and who changed what since. Months are YYYY-MM. */

// --- Numbers of runs

/** Held to the end of the transaction: runs are made one after the other. */
export const lockLastNumber = async (tx: Tx): Promise<number> => {
  const { rows } = await sql<{ last: number }>`select last from payroll_numbers for update`.execute(tx);
  return rows[0]?.last ?? 0;
};

export const storeLastNumber = (tx: Tx, last: number) =>
  sql`update payroll_numbers set last = ${last}`.execute(tx);

// --- Runs

const RUN = sql`number, to_char(month, 'YYYY-MM') as month, to_json(halves) as halves, layout, made as at,
  made_by as who, pay, corrections`;

export const listRunRows = async (db: Db): Promise<PayrollRun[]> =>
  (await sql<PayrollRun>`select ${RUN} from payroll_runs order by number desc`.execute(db)).rows;

export const findRun = async (db: Db, number: number): Promise<PayrollRun | undefined> =>
  (await sql<PayrollRun>`select ${RUN} from payroll_runs where number = ${number}`.execute(db)).rows[0];

export const listLines = async (db: Db, number: number): Promise<RunRow[]> => {
  const { rows } = await sql<{ row: RunRow }>`select row from payroll_run_rows where run = ${number}
    order by position`.execute(db);
  return rows.map(({ row }) => row);
};

/** Weeks below the base wage as they were told with the run. */
export const listLowWeeks = async (db: Db, number: number): Promise<readonly LowWeekTold[]> =>
  (
    await sql<{ told: LowWeekTold[] }>`select low_weeks as told from payroll_runs
      where number = ${number}`.execute(db)
  ).rows[0]?.told ?? [];

/** When the last run was made, and what it counted by; undefined: there is none yet. */
export const findLastRun = async (db: Db): Promise<{ at: string; basis: unknown } | undefined> =>
  (
    await sql<{ at: string; basis: unknown }>`select made as at, basis from payroll_runs
      order by number desc limit 1`.execute(db)
  ).rows[0];

/** A half of a month that was exported, and the run that did so last. A run that only corrects exports no half. */
export interface ExportedHalf {
  readonly month: string;
  readonly half: Half;
  readonly run: number;
}
export const listExportedHalves = async (db: Db): Promise<ExportedHalf[]> =>
  (
    await sql<ExportedHalf>`select to_char(month, 'YYYY-MM') as month, half, max(run) as run
      from payroll_run_rows where kind = 'Pay' group by month, half`.execute(db)
  ).rows;

export interface StoredState {
  readonly providerId: number;
  readonly month: string;
  readonly half: Half;
  readonly run: number;
  readonly state: HalfPay;
}

/** What was exported last of each provider and half of these months; null: of everybody. */
export const listStates = async (
  db: Db,
  months: readonly string[],
  providers: readonly number[] | null,
): Promise<StoredState[]> => {
  const days = months.map((month) => `${month}-01`);
  const { rows } = await sql<StoredState>`select distinct on (provider_id, month, half)
      provider_id as "providerId", to_char(month, 'YYYY-MM') as month, half, run, state
    from payroll_run_rows
    where month = any(${days}::date[])
      and (${providers === null} or provider_id = any(${[...(providers ?? [])]}::int[]))
    order by provider_id, month, half, run desc`.execute(db);
  return rows;
};

export interface NewRun {
  readonly number: number;
  readonly month: string;
  readonly halves: readonly Half[];
  readonly layout: string;
  readonly at: string;
  readonly who: string;
  readonly basis: unknown;
  readonly lowWeeks: readonly LowWeekTold[];
  readonly pay: RunSums;
  readonly corrections: RunSums;
  readonly rows: readonly { readonly row: RunRow; readonly state: HalfPay }[];
}

export const insertRun = async (tx: Tx, run: NewRun): Promise<void> => {
  const { number, month, halves, layout, at, who, basis, lowWeeks, pay, corrections } = run;
  await sql`insert into payroll_runs (number, month, halves, layout, made, made_by, basis, low_weeks, pay,
      corrections, splits_weeks)
    values (${number}, ${`${month}-01`}, ${[...halves]}::smallint[], ${layout}, ${at}, ${who},
      ${JSON.stringify(basis)}::jsonb, ${JSON.stringify(lowWeeks)}::jsonb, ${JSON.stringify(pay)}::jsonb, ${JSON.stringify(corrections)}::jsonb,
      true)`.execute(tx);
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

/** Providers whose cards were touched since, with the first month that may be another now. */
export const listTouched = async (
  db: Db,
  since: string,
): Promise<{ readonly providerId: number; readonly from: string }[]> => {
  const { rows } = await sql<{ providerId: number; from: string }>`select touched.provider_id as "providerId",
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
    ) as touched group by touched.provider_id`.execute(db);
  return rows;
};

const CARD_FIELDS = ['json', 'startPeriod', 'endPeriod', 'customDate'];

/** The last change of the paid days of each plan and month, by 'plan month'. */
export const listCardChanges = async (
  db: Db,
  of: readonly { readonly planId: number; readonly month: string }[],
): Promise<ReadonlyMap<string, Changed>> => {
  const asked = JSON.stringify(of.map(({ planId, month }) => ({ plan: planId, month: `${month}-01` })));
  const { rows } = await sql<Changed & { key: string }>`select distinct on (work.care_plan_id, work.month)
      work.care_plan_id || ' ' || to_char(work.month, 'YYYY-MM') as key, log.at,
      coalesce(account.full_name, log.actor) as who
    from jsonb_to_recordset(${asked}::jsonb) as asked (plan int, month date)
      join work on work.care_plan_id = asked.plan and work.month = asked.month
      join change_log log on log.entity = 'work' and log.entity_id = work.id
      left join accounts account on account.id = log.account_id
    where log.action in ('insert', 'delete') or log.changes ?| ${CARD_FIELDS}::text[]
    order by work.care_plan_id, work.month, log.id desc`.execute(db);
  return new Map(rows.map(({ key, who, at }) => [key, { who, at }]));
};

/** Changes of each provider's rates, the newest first, with the day from which they count; '': typed without one. */
export const listRateSetters = async (
  db: Db,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly (Changed & { readonly day: string })[]>> => {
  const { rows } = await sql<
    Changed & { id: number; key: string }
  >`select log.entity_id as id, change.key, log.at,
      coalesce(account.full_name, log.actor) as who
    from change_log log cross join jsonb_object_keys(log.changes) as change (key)
      left join accounts account on account.id = log.account_id
    where log.entity = 'pay' and log.entity_id = any(${[...ids]}::int[]) order by log.id desc`.execute(db);
  const byId = Map.groupBy(rows, ({ id }) => id);
  return new Map(
    [...byId].map(([id, own]) => [
      id,
      own.map(({ key, who, at }) => ({ who, at, day: dayOfLogKey(key) ?? '' })),
    ]),
  );
};

/** The last change of a type that gave it another pay category. */
export const findCategorySetter = async (db: Db): Promise<Changed | undefined> => {
  const { rows } = await sql<Changed>`select log.at, coalesce(account.full_name, log.actor) as who
    from change_log log left join accounts account on account.id = log.account_id
    where log.entity = 'carePlanType' and exists (select from jsonb_each(log.changes) as change
      where change.value->0->>'payCategory' is distinct from change.value->1->>'payCategory')
    order by log.id desc limit 1`.execute(db);
  return rows[0];
};

export const findFullName = async (db: Db, accountId: number | null): Promise<string | undefined> =>
  accountId === null
    ? undefined
    : (
        await sql<{ name: string }>`select full_name as name from accounts where id = ${accountId}`.execute(
          db,
        )
      ).rows[0]?.name;

// --- What an admin sets

/** Who saved this kind of setting last, and when. */
export const findLastSave = async (
  tx: Tx,
  entity: string,
): Promise<{ at: string; actor: string } | undefined> =>
  (
    await sql<{ at: string; actor: string }>`select at, actor from change_log
      where entity = ${entity} and entity_id is null order by id desc limit 1`.execute(tx)
  ).rows[0];

export const listNumberedProviders = async (db: Db, layout: string) => {
  const { rows } = await sql<{
    id: number;
    last: string;
    first: string;
    archived: boolean;
    number: string | null;
  }>`select person.id, person.last_name as last, person.first_name as first, person.cur = 'n' as archived,
      employee.number
    from people person left join payroll_employees employee
      on employee.provider_id = person.id and employee.layout = ${layout}
    where person.kind = 'Provider' and person.merged_into is null and (person.cur = 'y' or employee.number is not null)`.execute(
    db,
  );
  return rows;
};

export const numbersOf = async (
  db: Db,
  layout: string,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> => {
  const { rows } = await sql<{
    id: number;
    number: string;
  }>`select provider_id as id, number from payroll_employees
    where layout = ${layout} and provider_id = any(${[...ids]}::int[])`.execute(db);
  return new Map(rows.map(({ id, number }) => [id, number]));
};

/** false: one of them is no provider. */
export const storeNumbers = async (
  tx: Tx,
  layout: string,
  wanted: readonly { readonly id: number; readonly number: string | null }[],
): Promise<boolean> => {
  const ids = wanted.map(({ id }) => id);
  const { rows } = await sql<{ found: number }>`select count(*)::int as found from people
    where kind = 'Provider' and merged_into is null and id = any(${ids}::int[])`.execute(tx);
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

/** How many providers hold each of these numbers. */
export const holdersOfNumbers = async (tx: Tx, layout: string, numbers: readonly string[]) => {
  const { rows } = await sql<{ number: string; holders: number }>`select number, count(*)::int as holders
    from payroll_employees where layout = ${layout} and number = any(${[...numbers]}::text[])
    group by number`.execute(tx);
  return rows;
};
