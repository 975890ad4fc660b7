import type * as calls from '@homecare/domain/aggregator/contract.ts';
import {
  ALREADY_PLANNED,
  EXAMPLE_FAILED,
  EXAMPLE_SUCCESS,
  NO_ADDRESS,
  queueingOf,
  SET_TO_PLANNED,
  waitsFor,
} from '@homecare/domain/aggregator/rules.ts';
import { type LogItem, RECORD_TYPES, type RecordType } from '@homecare/domain/aggregator/schema.ts';
import type { InputOf, OutputOf } from '@homecare/domain/call.ts';
import { done, type Result, refuse } from '@homecare/domain/errors.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { type Change, mutate, type Recorder, type Tx } from '../platform/db/mutate.ts';
import {
  countWaiting,
  deleteUnsent,
  endPause,
  findPause,
  insertExampleRecords,
  insertPlanned,
  listBlockedVisits,
  listRecords,
  lockOpenRecord,
  lockSubject,
  markResend,
  openOrPlan,
  pollNow,
  queueSending,
  type RecordFilter,
} from './queries.ts';

/** What waits for the aggregator, for the health page and metrics. */
export const countWaitingRecords = countWaiting;

/** Until when nothing is sent because the aggregator refused or did not answer; null while sending. */
export const findAggregatorPause = async (scope: Scope): Promise<string | null> => {
  const until = (await findPause(scope.site.db))?.until;
  return until !== undefined && Temporal.Instant.compare(until, scope.now()) > 0 ? until : null;
};

const stampOf = (scope: Scope) => ({ at: scope.now().toString(), by: scope.user.initials });

const queued = (id: number, type: RecordType, recordId: number): Change => ({
  entity: 'aggregator',
  id,
  action: 'insert',
  changes: { Status: [null, 'Planned'], type: [null, type], record_id: [null, recordId] },
});

// ---- the log

const readLog = async (
  scope: Scope,
  filters: readonly RecordFilter[],
  id?: number | null,
): Promise<LogItem[]> => {
  const rows = await listRecords(scope.site.db, filters, id);
  const holds = await holdsOf(
    scope,
    rows.filter(({ Status }) => Status === 'Planned'),
  );
  return rows.map((row) => ({ ...row, hold: holds.get(row.id) ?? null }));
};

/** Why planned rows are not being sent now. */
const holdsOf = async (scope: Scope, planned: readonly Omit<LogItem, 'hold'>[]) => {
  const { db } = scope.site;
  const { aggregator } = scope.settings;
  const holds = new Map<number, string>();
  const [first] = planned;
  if (!first) return holds;
  const pause = await findPause(db);
  const all = aggregator ? pause && `${pause.reason} Sending resumes automatically.` : NO_ADDRESS;
  const visits = planned.filter(({ type }) => type === 'Visit').map(({ record_id }) => record_id);
  const blocked = all || visits.length === 0 ? [] : await listBlockedVisits(db, visits);
  const byVisit = new Map(blocked.map(({ id, client, provider }) => [id, waitsFor(client, provider)]));
  for (const { id, type, record_id } of planned) {
    const hold = all ?? (type === 'Visit' ? byVisit.get(record_id) : null);
    if (hold) holds.set(id, hold);
  }
  return holds;
};

export const getRecords = async (scope: Scope, { id, filters }: InputOf<typeof calls.getRecords>) =>
  done(await readLog(scope, filters, id));

export const getLog = async (scope: Scope, { id, type }: InputOf<typeof calls.getLog>) =>
  done(
    await readLog(scope, [
      { field: 'type', op: '=', value: type },
      { field: 'record_id', op: '=', value: String(id) },
    ]),
  );

// ---- queueing

/**
 * Queues the record of a person or visit that was saved, archived or set active, in the same transaction, if the switch is on. The
 * caller holds the row's lock. The status shown on the row follows automatically.
 */
export const queueRecord = async (
  tx: Tx,
  scope: Scope,
  type: RecordType,
  id: number,
  record: Recorder,
): Promise<void> => {
  if (!scope.settings.capabilities.sandataEnabled) return;
  const open = await openOrPlan(tx, type, id, stampOf(scope));
  if (!open) return;
  if (open.isPlanned) {
    record(queued(open.id, type, id));
    await queueSending(tx);
  } else if (queueingOf(open.status, 'save') === 'resend' && !open.resend) {
    await markResend(tx, open.id, stampOf(scope).at);
    record({ entity: 'aggregator', id: open.id, action: 'update', changes: { resend: [false, true] } });
  }
};

/** Queues new rows of an import in one statement. */
export const queueNewRecords = async (
  tx: Tx,
  scope: Scope,
  type: RecordType,
  ids: readonly number[],
  record: Recorder,
): Promise<void> => {
  if (ids.length === 0) return;
  const made = await insertPlanned(tx, type, ids, stampOf(scope));
  record({
    entity: 'aggregator',
    id: null,
    action: 'run',
    changes: { [`${type} queued`]: [null, made.length] },
  });
};

/**
 * Example visits show outcomes of an aggregator that was never contacted, so the log gets matching rows, and the people it must have
 * known show them too. People waiting to be sent keep waiting.
 */
export const addExampleRecords = async (
  tx: Tx,
  scope: Scope,
  of: { readonly people: readonly number[]; readonly plans: readonly number[] },
  record: Recorder,
): Promise<void> => {
  const words = { success: EXAMPLE_SUCCESS, failed: EXAMPLE_FAILED, at: scope.now().toString() };
  let made = 0;
  for (const type of RECORD_TYPES) made += await insertExampleRecords(tx, type, of, words);
  record({ entity: 'aggregator', id: null, action: 'run', changes: { 'examples logged': [null, made] } });
};

/** Sends complete visits that the caller has locked, again if they were sent before; returns those that were queued. */
export const queueVisits = async (
  tx: Tx,
  scope: Scope,
  ids: readonly number[],
  record: Recorder,
): Promise<void> => {
  const made = await insertPlanned(tx, 'Visit', ids, stampOf(scope));
  record({
    entity: 'aggregator',
    id: null,
    action: 'run',
    changes: { 'Visit queued': [null, made.length] },
  });
  if (made.length > 0) await queueSending(tx);
};

/** Takes visits out of the queue; returns those of which nothing was sent. */
export const withdrawVisits = async (tx: Tx, ids: readonly number[], record: Recorder): Promise<number[]> => {
  const gone = await deleteUnsent(tx, ids);
  for (const { id, recordId } of gone)
    record({
      entity: 'aggregator',
      id,
      action: 'delete',
      changes: { Status: ['Planned', null], type: ['Visit', null], record_id: [recordId, null] },
    });
  return gone.map(({ recordId }) => recordId);
};

export { listSentSince } from './queries.ts';
export { listRejectedPeople, rejectionOf } from './rejected.ts';

type Sent = Promise<Result<OutputOf<typeof calls.insertRecord>>>;

/** The Send button and 'Resend record'. Refused while the record is planned or being sent. */
export const insertRecord = (scope: Scope, { data }: InputOf<typeof calls.insertRecord>): Sent =>
  mutate(scope, 'aggregator.insertRecord', async (tx, record) => {
    const { type, record_id } = data;
    const subject = await lockSubject(tx, type, record_id);
    if (!subject) return refuse('notFound');
    if (subject.excluded) return refuse('conflict', 'Visits of an excluded plan are not sent.');
    if (!subject.complete) return refuse('conflict', 'Only a complete visit can be sent.');
    const open = await lockOpenRecord(tx, type, record_id);
    if (queueingOf(open?.status, 'send') === 'refuse') return refuse('conflict', ALREADY_PLANNED);
    const [made] = await insertPlanned(tx, type, [record_id], stampOf(scope));
    if (made === undefined) return refuse('conflict', ALREADY_PLANNED);
    record(queued(made, type, record_id));
    await queueSending(tx);
    return done({ Status: 'Planned' }, { insertId: made, info: SET_TO_PLANNED });
  });

// ---- Update Sandata

/** Makes all open outcomes due now and ends a pause; returns how many records are concerned. */
export const askAgain = async (tx: Tx, scope: Scope, record: Recorder): Promise<number> => {
  await endPause(tx);
  const asked = await pollNow(tx, stampOf(scope).at);
  await queueSending(tx);
  record({ entity: 'aggregator', id: null, action: 'run', changes: { 'asked again': [null, asked] } });
  return asked;
};
