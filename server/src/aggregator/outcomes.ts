import { answerFor, type Outcomes, readStatus } from '@homecare/domain/aggregator/answers.ts';
import type { RecordType } from '@homecare/domain/aggregator/schema.ts';
import { done, refuse } from '@homecare/domain/errors.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { type Change, mutate, type Tx } from '../platform/db/mutate.ts';
import { countAggregator } from '../platform/metrics/events.ts';
import type { AggregatorAccess } from '../platform/site/connections.ts';
import {
  type Batch,
  type Finished,
  findPause,
  insertPlanned,
  postponePoll,
  type Sent,
  savePause,
  storeOutcomes,
  storeTry,
} from './queries.ts';
import { lockSubjects } from './subjects.ts';

/** Applies the aggregator's answers to the rows of the queue. */

export const MOST_TRIES = 8;
/** After this the aggregator forgets the receipt. */
const RECEIPT_HOURS = 48;
const FIRST_PAUSE_SECONDS = 5;
const LONGEST_PAUSE_SECONDS = 300;

export const stampOf = (scope: Scope) => scope.now().toString();
export const later = (scope: Scope, seconds: number) =>
  scope
    .now()
    .add({ milliseconds: Math.round(seconds * 1_000) })
    .toString();

export const takeStatus = async (scope: Scope, access: AggregatorAccess, batch: Batch, json: unknown) => {
  const status = json === undefined ? undefined : readStatus(json);
  if (status?.kind === 'ready') {
    return settle(scope, batch.type, batch.rows, (row) => status.outcomeOf(row.sequence), json);
  }
  const forgotten = Temporal.Instant.from(batch.sentAt).add({ hours: RECEIPT_HOURS });
  if (json === undefined || Temporal.Instant.compare(forgotten, scope.now()) < 0)
    return tryAgain(scope, batch.rows, 'Pending', 'Sandata no longer knows this receipt.');
  await postponePoll(scope.site.db, batch.uuid, later(scope, access.pollSeconds));
};

export type Row = Batch['rows'][number];

/** Closes what is decided. What the aggregator took for a duplicate is sent again with a higher number. */
export const settle = async (
  scope: Scope,
  type: RecordType,
  rows: readonly Row[],
  outcomeOf: (row: Row) => ReturnType<Outcomes['get']>,
  json: unknown,
) => {
  const finished: (Finished & { recordId: number })[] = [];
  const again: Row[] = [];
  for (const row of rows) {
    const outcome = outcomeOf(row) ?? { status: 'Failed', message: 'Sandata refused this record.' };
    if (outcome.status === 'again' && row.tries + 1 < MOST_TRIES) again.push(row);
    else
      finished.push({
        id: row.id,
        sequence: row.sequence,
        recordId: row.recordId,
        result: outcome.status === 'Success' ? 'Success' : 'Failed',
        message: outcome.message,
        answer: answerFor(json, row.sequence),
      });
  }
  if (finished.length > 0) await finish(scope, type, finished);
  if (again.length > 0) await tryAgain(scope, again, 'Planned', 'Sandata already has a newer version.');
};

export const finish = (scope: Scope, type: RecordType, rows: readonly (Finished & { recordId: number })[]) =>
  mutate(scope, 'aggregator.outcome', async (tx, record) => {
    await lockSubjects(
      tx,
      type,
      rows.map(({ recordId }) => recordId),
    );
    const closed = await storeOutcomes(tx, rows, stampOf(scope));
    const again = closed.filter(({ resend }) => resend).map(({ recordId }) => recordId);
    const stamp = { at: stampOf(scope), by: scope.user.initials };
    const made = again.length > 0 ? await insertPlanned(tx, type, again, stamp) : [];
    for (const { id, status } of closed) {
      countAggregator(scope.site.name, status, 1);
      record({ entity: 'aggregator', id, action: 'update', changes: { Status: ['Pending', status] } });
    }
    for (const id of made)
      record({ entity: 'aggregator', id, action: 'insert', changes: { Status: [null, 'Planned'] } });
    return closed.length > 0 ? done(null) : refuse('notFound');
  });

export const tryAgain = (
  scope: Scope,
  rows: readonly Sent[],
  status: 'Planned' | 'Pending',
  reason: string,
) => {
  countAggregator(scope.site.name, 'again', rows.length);
  const answer = JSON.stringify({ data: { message: reason } });
  return store(scope, rows, { again: [null, reason] }, (tx) =>
    storeTry(tx, rows, { status, answer, now: stampOf(scope) }),
  );
};

export const store = (
  scope: Scope,
  rows: readonly Sent[],
  changes: NonNullable<Change['changes']>,
  write: (tx: Tx) => Promise<void>,
) =>
  mutate(scope, 'aggregator.store', async (tx, record) => {
    await write(tx);
    for (const { id } of rows) record({ entity: 'aggregator', id, action: 'update', changes });
    return done(null);
  });

// ---- pauses

/** Pauses sending, longer after each failure and never equally long for two sites. Returns the number of failures in a row. */
export const startPause = async (
  scope: Scope,
  reason: string,
  waitSeconds: number | null,
): Promise<number> => {
  const failures = ((await findPause(scope.site.db))?.failures ?? 0) + 1;
  const seconds = Math.min(LONGEST_PAUSE_SECONDS, FIRST_PAUSE_SECONDS * 2 ** Math.min(failures - 1, 10));
  const until = later(scope, waitSeconds ?? seconds * (0.75 + Math.random() / 2));
  await savePause(scope.site.db, { until, failures, reason });
  countAggregator(scope.site.name, 'pause', 1);
  if (failures === 1) scope.site.log.warn(`the aggregator: ${reason} Sending resumes automatically.`);
  return failures;
};
