import {
  type Done,
  type GeneralReason,
  type Reason,
  type Refusal,
  type Result,
  refuse,
} from '@homecare/domain/errors.ts';
import { sql, type Transaction } from 'kysely';
import type { Scope } from '../auth/scope.ts';
import { sealedChanges } from '../sealed/change-log.ts';
import { isRetryable } from './pool.ts';
import { PREPARED } from './prepared.ts';
import type { Tables } from './tables.ts';

export type Tx = Transaction<Tables>;

/** One row of the change log, with the old and new value of each changed field. */
export interface Change {
  readonly entity: string;
  readonly id: number | null;
  readonly action: 'insert' | 'update' | 'delete' | 'read' | 'run' | 'login' | 'refused';
  readonly changes?: Readonly<Record<string, readonly [old: unknown, now: unknown]>>;
}

/** Another process has the lease under which this was to be written. */
export class LeaseLost extends Error {}

/** Rolls back the transaction of refused work. */
class RolledBack extends Error {}

/** Notes a change for the log; the change and its log row are written in one transaction. */
export type Recorder = (change: Change) => void;

/** `flush` writes what was recorded so far, for work that records thousands of changes. */
type Work<T, R extends Reason> = (
  tx: Tx,
  record: Recorder,
  flush: () => Promise<void>,
) => Promise<Result<T, R>>;

/**
 * Runs one writing use case in one transaction with its change-log rows, all or nothing. A refusal rolls back; a success that
 * recorded nothing is a programming error. With an Idempotency-Key, the first answer is returned again, but only to the same
 * request.
 */
export const mutate = async <T, R extends Reason = GeneralReason>(
  scope: Scope,
  call: string,
  work: Work<T, R>,
): Promise<Result<T, R | 'keyUsed'>> => {
  for (let attempt = 1; ; attempt += 1) {
    const refused: Refusal<R | 'keyUsed'>[] = [];
    try {
      return await scope.site.db.transaction().execute(async (tx) => {
        const result = await once(tx, scope, call, work);
        if (result.ok) return result;
        refused.push(result);
        throw new RolledBack();
      });
    } catch (error) {
      const [refusal] = refused;
      if (refusal && error instanceof RolledBack) return refusal;
      if (!isRetryable(error) || attempt === 3) throw error;
    }
  }
};

const once = async <T, R extends Reason>(
  tx: Tx,
  scope: Scope,
  call: string,
  work: Work<T, R>,
): Promise<Result<T, R | 'keyUsed'>> => {
  const key =
    scope.requestKey && scope.user.id ? { account_id: scope.user.id, key: scope.requestKey } : undefined;
  if (key) {
    // A parallel request with the same key waits here until the first one commits.
    const claimed = await sql`insert into idempotency_keys (account_id, key, call, payload)
      values (${key.account_id}, ${key.key}, ${call}, ${scope.payload ?? null})
      on conflict do nothing ${PREPARED}`.execute(tx);
    if (claimed.numAffectedRows === 0n) {
      const first = await sql<{
        call: string;
        answer: Done<T> | null;
        same: boolean | null;
      }>`select call, answer, payload = ${scope.payload ?? null}::bytea as same from idempotency_keys
        where account_id = ${key.account_id} and key = ${key.key}`.execute(tx);
      const row = first.rows[0];
      // For keys stored before payloads were, only the call can be compared.
      return row?.answer && row.call === call && row.same !== false ? row.answer : refuse('keyUsed');
    }
  }
  await lockLease(tx, scope);
  const waiting: Change[] = [];
  let recorded = 0;
  const record = (change: Change) => {
    waiting.push(change);
    recorded += 1;
  };
  const flush = () => recordChanges(tx, scope, call, waiting.splice(0));
  const result = await work(tx, record, flush);
  if (!result.ok) return result;
  if (recorded === 0) throw new Error(`${call} wrote without recording what`);
  const answer =
    key &&
    sql`update idempotency_keys set answer = ${JSON.stringify(result)}::jsonb
    where account_id = ${key.account_id} and key = ${key.key}`;
  // Sent in one statement with the last rows of the log, if any are left.
  if (answer && waiting.length === 0) await answer.execute(tx);
  else await recordChanges(tx, scope, call, waiting, answer && sql`with answered as (${answer})`);
  return result;
};

/** Prevents a takeover until the transaction ends. */
const lockLease = async (tx: Tx, { lease }: Scope) => {
  if (!lease) return;
  const { rows } = await sql`select name from leases
    where name = ${lease.name} and fence = ${lease.fence} and until > now() for share`.execute(tx);
  if (rows.length === 0) throw new LeaseLost(`the lease ${lease.name} is another one's`);
};

/** Rows per statement. */
const LOG_ROWS_AT_ONCE = 500;

/** Appends to the change log. `mutate` calls it; reads of sensitive data call it directly. */
export const recordChanges = async (
  tx: Tx | Scope['site']['db'],
  scope: Scope,
  call: string,
  changes: readonly Change[],
  together = sql``,
) => {
  const { id, initials } = scope.user;
  const role = scope.family ? 'family' : scope.user.role;
  let written: Promise<unknown> = Promise.resolve();
  for (let at = 0; at < changes.length; at += LOG_ROWS_AT_ONCE) {
    const some = changes.slice(at, at + LOG_ROWS_AT_ONCE);
    // One line of JSON per row, so that the database reads each text once.
    const lines = some.map((change) => JSON.stringify(change.changes ?? {})).join('\n');
    const entities = some.map((change) => change.entity);
    const ids = some.map((change) => change.id);
    const actions = some.map((change) => change.action);
    // The next rows are prepared while the database writes these.
    await written;
    written =
      sql`${at === 0 ? together : sql``} insert into change_log (account_id, actor, role, address, call, entity, entity_id, action, ${sealedChanges.column})
      select ${id}::int, ${initials}, ${role}, ${scope.address}, ${call}, x.entity, x.id, x.action, x.line::jsonb
      from rows from (unnest(${entities}::text[]), unnest(${ids}::int[]), unnest(${actions}::text[]),
        string_to_table(${lines}, E'\n')) with ordinality as x (entity, id, action, line, place)
      order by x.place ${PREPARED}`.execute(tx);
  }
  await written;
};
