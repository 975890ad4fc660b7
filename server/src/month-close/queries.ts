import type { Cause } from '@homecare/domain/month-close/causes.ts';
import type { MonthRun, RunState } from '@homecare/domain/month-close/schema.ts';
import { sql } from 'kysely';
import type { Stamp } from '../platform/auth/scope.ts';
import type { Tx } from '../platform/db/mutate.ts';
import { listedName } from '../platform/db/person-name.ts';
import { type Db, queryRow, queryRows } from '../platform/db/rows.ts';
import { queueJob } from '../platform/jobs/queue.ts';

/** Runs of the month close: their clients, their cards and how far they are. */

export interface RunHead {
  readonly id: number;
  readonly month: string;
  readonly state: RunState;
  readonly withClaims: boolean;
  readonly accountId: number;
  readonly startedBy: string;
}

const head = sql`run.id, to_char(run.month, 'YYYY-MM') as month, run.state, run.with_claims as "withClaims",
  run.account_id as "accountId", run.started_by as "startedBy"`;

export const findRun = (db: Db, id: number) =>
  queryRow<RunHead>(db)`select ${head} from month_runs run where run.id = ${id}`;

export const lockRun = (tx: Tx, id: number) =>
  queryRow<RunHead>(tx)`select ${head} from month_runs run where run.id = ${id} for update`;

/** The one that is under way, whatever its month. */
export const findRunning = (db: Db) =>
  queryRow<RunHead & { done: number; total: number }>(db)`select ${head},
      (select count(*) filter (where state <> 'waiting')::int from month_run_items where run_id = run.id) as done,
      (select count(*)::int from month_run_items where run_id = run.id) as total
    from month_runs run where run.ended is null`;

export const insertRun = async (
  tx: Tx,
  run: {
    readonly month: string;
    readonly withClaims: boolean;
    readonly accountId: number;
    readonly clients: readonly number[];
  },
  { at, by }: Stamp,
): Promise<number> => {
  const rows = await queryRows<{ id: number }>(tx)`insert into month_runs
      (month, with_claims, started, started_by, account_id)
    values (${`${run.month}-01`}, ${run.withClaims}, ${at}, ${by}, ${run.accountId}) returning id`;
  const id = rows[0]?.id ?? 0;
  await sql`insert into month_run_items (run_id, place, client_id)
    select ${id}, client.place, client.id
    from unnest(${[...run.clients]}::int[]) with ordinality as client (id, place)`.execute(tx);
  return id;
};

export const MONTH_CLOSE_JOB = 'month-close';
/** The job as soon as the transaction has ended. */
export const queueRun = (db: Db, id: number) => queueJob(db, MONTH_CLOSE_JOB, { id });

export const findNextItem = (db: Db, runId: number) =>
  queryRow<{ place: number; clientId: number }>(db)`select place, client_id as "clientId" from month_run_items
    where run_id = ${runId} and state = 'waiting' order by place limit 1`;

export interface ItemOutcome {
  readonly state: 'made' | 'stopped' | 'nothing';
  readonly cause: Cause | null;
  readonly reason: string | null;
  readonly above: number;
}

/** Whether it was waiting: what is done once is not done again. */
export const settleItem = async (
  tx: Tx,
  runId: number,
  place: number,
  { state, cause, reason, above }: ItemOutcome,
): Promise<boolean> => {
  const rows = await queryRows(tx)`update month_run_items set state = ${state}, cause = ${cause},
      reason = ${reason}, above = ${above}
    where run_id = ${runId} and place = ${place} and state = 'waiting' returning place`;
  return rows.length > 0;
};

export const insertRunCards = (tx: Tx, runId: number, cardIds: readonly number[]) =>
  sql`insert into month_run_cards (run_id, card_id)
    select ${runId}, id from unnest(${[...cardIds]}::int[]) as card (id)`.execute(tx);

export const moveRun = (tx: Tx, id: number, state: RunState) =>
  sql`update month_runs set state = ${state} where id = ${id}`.execute(tx);

export const endRun = (
  tx: Tx,
  id: number,
  at: string,
  { batch, info }: { readonly batch: number | null; readonly info: string | null },
) =>
  sql`update month_runs set state = 'done', ended = ${at}, batch_id = ${batch}, info = ${info}
    where id = ${id}`.execute(tx);

/** Cards of a run as they were made. */
export const listRunCards = async (db: Db, runId: number): Promise<number[]> => {
  const rows = await queryRows<{ id: number }>(db)`select card_id as id from month_run_cards
    where run_id = ${runId} and state = 'made' order by card_id`;
  return rows.map(({ id }) => id);
};

export const markUndone = async (
  tx: Tx,
  runId: number,
  kept: readonly number[],
  { at, by }: Stamp,
): Promise<void> => {
  await sql`update month_run_cards set state = case when card_id = any(${[...kept]}::int[]) then 'kept' else 'undone' end
    where run_id = ${runId}`.execute(tx);
  await sql`update month_runs set state = 'undone', undone = ${at}, undone_by = ${by} where id = ${runId}`.execute(
    tx,
  );
};

interface RunRow extends Omit<MonthRun, 'secondsLeft' | 'canUndo' | 'exceptions' | 'kept'> {
  readonly seconds: number;
}

/** The last run of a month. */
export const findLastRun = (db: Db, month: string, now: string) =>
  queryRow<RunRow>(db)`select run.id, to_char(run.month, 'YYYY-MM') as date, run.state,
      item.total, item.done, item.made, item.stopped, item.above, card.cards, card.cents,
      run.started as "startedAt", run.started_by as "startedBy", run.ended as "endedAt",
      run.with_claims as "withClaims", run.batch_id as batch, batch.file_name as file,
      coalesce(batch.amount, 0)::float8 as "claimedCents", run.info,
      extract(epoch from ${now}::timestamptz - run.started)::float8 as seconds
    from month_runs run left join claim_batches batch on batch.id = run.batch_id
      cross join lateral (select count(*)::int as total, count(*) filter (where state <> 'waiting')::int as done,
          count(*) filter (where state = 'made')::int as made,
          count(*) filter (where state = 'stopped')::int as stopped, coalesce(sum(above), 0)::int as above
        from month_run_items where run_id = run.id) as item
      cross join lateral (select count(*)::int as cards, coalesce(sum(work.amount), 0)::float8 as cents
        from month_run_cards part join work on work.id = part.card_id
        where part.run_id = run.id and part.state <> 'undone') as card
    where run.month = ${`${month}-01`}::date order by run.id desc limit 1`;

export const listExceptions = (db: Db, runId: number) =>
  queryRows<MonthRun['exceptions'][number]>(db)`select item.client_id as "clientId",
      ${listedName('client')} as client, item.cause, item.reason
    from month_run_items item join people client on client.id = item.client_id
    where item.run_id = ${runId} and item.state = 'stopped' order by item.place`;

export const listKept = (db: Db, runId: number) =>
  queryRows<MonthRun['kept'][number]>(db)`select part.card_id as "cardId", work.client_id as "clientId",
      ${listedName('client')} as client
    from month_run_cards part join work on work.id = part.card_id join people client on client.id = work.client_id
    where part.run_id = ${runId} and part.state = 'kept' order by client.sort_key, part.card_id`;

/** Clients with a worked visit that no card holds, or a billed card that no claim was made of, by month of service. */
export const listUnclaimedMonths = (db: Db, before: string, months: number) =>
  queryRows<{ month: string; clientIds: number[] }>(db)`select to_char(open.month, 'YYYY-MM') as month,
      array_agg(distinct open.client_id) as "clientIds"
    from (select date_trunc('month', visit.date)::date as month, visit.client_id from visits visit
        where visit.removed is null and visit.status = 'Complete'
          and not exists (select from work where work.care_plan_id = visit.care_plan_id and work.deleted is null
            and work.month = date_trunc('month', visit.date))
      union select work.month, work.client_id from work
        where work.deleted is null and work.status = 'Billed'
          and not exists (select from work sent join claim_cards part on part.card_id = sent.id
            where sent.care_plan_id = work.care_plan_id and sent.month = work.month)) as open
    where open.month < ${`${before}-01`}::date
      and open.month >= ${`${before}-01`}::date - make_interval(months => ${months})
    group by open.month order by open.month`;
