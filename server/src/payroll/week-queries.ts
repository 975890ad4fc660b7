import { sql } from 'kysely';
import type { Tx } from '../platform/db/mutate.ts';
import { type Db, queryRows } from '../platform/db/rows.ts';

/** Halves exported with their nights whole, and their weeks whose correction was confirmed. */

export interface WholeHalf {
  readonly month: string;
  readonly half: number;
}
export const listWholeHalves = (db: Db) =>
  queryRows<WholeHalf>(db)`select distinct to_char(paid.month, 'YYYY-MM') as month, paid.half
      from payroll_runs run join payroll_run_rows paid on paid.run = run.number
      where not run.splits_weeks and paid.kind = 'Pay' order by month, half`;

export interface ConfirmedWeek {
  readonly providerId: number;
  /** First and last day of the workweek. */
  readonly from: string;
  readonly through: string;
  readonly hours: number;
  readonly premium: number;
  readonly who: string;
  readonly at: string;
}
export const listConfirmedWeeks = (db: Db) =>
  queryRows<ConfirmedWeek>(
    db,
  )`select provider_id as "providerId", begins as "from", through, hours, premium, confirmed_by as who,
      confirmed_at as at from payroll_confirmed_weeks order by through desc`;

export const insertConfirmedWeeks = async (
  tx: Tx,
  weeks: readonly Pick<ConfirmedWeek, 'providerId' | 'from' | 'through' | 'hours' | 'premium'>[],
  { who, at }: Pick<ConfirmedWeek, 'who' | 'at'>,
): Promise<void> => {
  await sql`insert into payroll_confirmed_weeks (provider_id, begins, through, hours, premium, confirmed_by,
      confirmed_at)
    select "providerId", "from", through, hours, premium, ${who}, ${at}
    from jsonb_to_recordset(${JSON.stringify(weeks)}::jsonb)
      as made ("providerId" int, "from" date, through date, hours int, premium int)`.execute(tx);
};

/** Providers with a paid night in these months of service or later. */
export const listNightWorkers = async (db: Db, from: string): Promise<number[]> => {
  const rows = await queryRows<{ id: number }>(db)`select distinct work.provider_id as id
    from work cross join jsonb_array_elements(work.days) as day
    where work.deleted is null and work.month >= ${`${from}-01`}::date and (day->>'payroll')::boolean
      and day->>'end' < day->>'start'`;
  return rows.map(({ id }) => id);
};

/** Months of calculation since `from` with cards of earlier months of service. */
export const listLateMonths = async (
  db: Db,
  { providers, from }: { readonly providers: readonly number[]; readonly from: string },
): Promise<string[]> => {
  const rows = await queryRows<{
    month: string;
  }>(db)`select distinct to_char(custom_month, 'YYYY-MM') as month from work
    where deleted is null and provider_id = any(${[...providers]}::int[])
      and custom_month > month and custom_month >= ${`${from}-01`}::date`;
  return rows.map(({ month }) => month);
};
