import { answerFor, type Outcomes, readPost } from '@homecare/domain/aggregator/answers.ts';
import type { Built, IntakeRecord } from '@homecare/domain/aggregator/intake.ts';
import { buildClient, buildEmployee } from '@homecare/domain/aggregator/people-records.ts';
import { isPrivatePay, PRIVATE_PAY } from '@homecare/domain/aggregator/rules.ts';
import type { RecordType } from '@homecare/domain/aggregator/schema.ts';
import { buildVisit } from '@homecare/domain/aggregator/visit-record.ts';
import { done, refuse } from '@homecare/domain/errors.ts';
import { blockedBy, valueOn } from '@homecare/domain/states/rules.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { mutate, type Tx } from '../platform/db/mutate.ts';
import { doAlone } from '../platform/jobs/lease.ts';
import { observeSend } from '../platform/log/sends.ts';
import { countAggregator } from '../platform/metrics/events.ts';
import type { AggregatorAccess } from '../platform/site/connections.ts';
import { askStatus, postRecords, type Reply } from './intake.ts';
import {
  finish,
  later,
  MOST_TRIES,
  type Row,
  settle,
  stampOf,
  startPause,
  store,
  takeStatus,
  tryAgain,
} from './outcomes.ts';
import {
  endPause,
  type Finished,
  findNextPoll,
  findPause,
  insertPlanned,
  listDueBatches,
  listWaiting,
  lockWaiting,
  nextSequence,
  queueSending,
  storeIntents,
  storeNotSent,
  storeReceipt,
  storeUnsent,
  type Waiting,
} from './queries.ts';
import {
  listUnknownPeople,
  lockSubjects,
  readClients,
  readProviders,
  readSentBefore,
  readVisits,
} from './subjects.ts';

/**
 * The queue's worker sends employees, clients, visits in this order. It stores the intent before sending and the receipt afterwards,
 * so that nothing is lost if it is killed at any point: a row without its receipt is sent again with a higher number, which the
 * aggregator takes as an update of the same record.
 */

/** The interface allows 5,000, but an unreadable batch costs less when it is small. */
const BATCH = 100;
/** A visit needs its people first (docs/rules/aggregator.md, rule 7). */
const ORDER: readonly RecordType[] = ['Provider', 'Client', 'Visit'];
/** A step of the loop did something, found nothing to do, or must wait. */
type Step = 'worked' | 'idle' | 'paused';

interface Sending extends Row {
  readonly record: IntakeRecord;
}

/** Sends records and requests outcomes until nothing is due or the process ends. A lease lets one process at a time work on a site. */
export const workQueue = async (
  scope: Scope,
  {
    batch = BATCH,
    ending,
    leaseSeconds,
  }: {
    readonly batch?: number;
    readonly ending?: AbortSignal | undefined;
    readonly leaseSeconds?: number;
  } = {},
): Promise<void> => {
  const access = scope.settings.aggregator;
  if (!access) return;
  const alone = await doAlone(scope, 'aggregator', (leased, lost) => workAlone(leased, access, batch, lost), {
    ending,
    ...(leaseSeconds && { seconds: leaseSeconds }),
  });
  // Another worker may just have finished without seeing the newest rows.
  if (!alone) await queueSending(scope.site.db, later(scope, 2));
};

const workAlone = async (
  job: Scope,
  access: AggregatorAccess,
  batch: number,
  ending: AbortSignal | undefined,
) => {
  const { db } = job.site;
  const asked = new Set<string>();
  await planUnknownPeople(job);
  for (let scope = job; !ending?.aborted; scope = await job.nextStep()) {
    const pause = await findPause(db);
    if (pause && Temporal.Instant.compare(Temporal.Instant.from(pause.until), scope.now()) > 0)
      return queueSending(db, pause.until);
    const polled = await askDue(scope, access, asked);
    const { sandataEnabled } = scope.settings.capabilities;
    const sent = polled !== 'paused' && sandataEnabled ? await sendNext(scope, access, batch) : 'idle';
    if (polled === 'idle' && sent === 'idle') break;
  }
  const next = await findNextPoll(db);
  if (next) await queueSending(db, next);
};

// ---- sending

const sendNext = async (scope: Scope, access: AggregatorAccess, batch: number): Promise<Step> => {
  for (const type of ORDER) {
    const waiting = await listWaiting(scope.site.db, type, batch);
    if (waiting.length > 0) return sendBatch(scope, access, type, waiting);
  }
  return 'idle';
};

/** The switch may have been turned on after people were saved, so a visit sends its people too. */
const planUnknownPeople = (scope: Scope) =>
  mutate(scope, 'aggregator.planPeople', async (tx, record) => {
    const people = await listUnknownPeople(tx);
    if (people.length === 0) return refuse('notFound');
    for (const kind of ['Provider', 'Client'] as const) {
      const ids = people.filter((person) => person.kind === kind).map(({ id }) => id);
      await insertPlanned(tx, kind, ids, { at: stampOf(scope), by: scope.user.initials });
    }
    const changes = { 'people queued': [null, people.length] } as const;
    record({ entity: 'aggregator', id: null, action: 'run', changes });
    return done(null);
  });

const sendBatch = async (
  scope: Scope,
  access: AggregatorAccess,
  type: RecordType,
  waiting: readonly Waiting[],
): Promise<Step> => {
  const stored = await storeIntent(scope, access, type, waiting);
  if (!stored.ok || stored.data.length === 0) return 'worked';
  const sending = stored.data;
  const records = sending.map(({ record }) => record);
  const reply = await observeSend(scope.site.log, { kind: 'aggregator', count: records.length }, () =>
    postRecords(access, type, records),
  );
  countAggregator(scope.site.name, 'sent', sending.length);
  return takeReply(scope, access, type, sending, reply);
};

const storeIntent = (scope: Scope, access: AggregatorAccess, type: RecordType, waiting: readonly Waiting[]) =>
  mutate<Sending[]>(scope, 'aggregator.send', async (tx, record) => {
    await lockSubjects(
      tx,
      type,
      waiting.map(({ recordId }) => recordId),
    );
    const rows = await lockWaiting(
      tx,
      waiting.map(({ id }) => id),
    );
    if (rows.length === 0) return refuse('notFound');
    const first = await nextSequence(tx, scope.now().epochMilliseconds);
    const built = await buildAll(tx, scope, access, type, rows, first);
    const sending: Sending[] = [];
    const unsent: Unsent = { Failed: [], 'Not sent': [] };
    for (const { row, sequence, result } of built) {
      if (result.ok) sending.push({ ...row, sequence, record: result.record });
      else unsent[result.close].push({ id: row.id, message: result.message });
      const status = result.ok ? 'Pending' : result.close;
      const changes = {
        Status: [row.status, status],
        SequenceID: [null, result.ok ? sequence : null],
      } as const;
      record({ entity: 'aggregator', id: row.id, action: 'update', changes });
    }
    countAggregator(scope.site.name, 'lacking', unsent.Failed.length);
    for (const close of ['Failed', 'Not sent'] as const)
      if (unsent[close].length > 0) await storeUnsent(tx, close, unsent[close], stampOf(scope));
    const intents = sending.map(({ id, sequence, record: sent }) => ({
      id,
      sequence,
      request: JSON.stringify(sent),
      calls: 'Calls' in sent ? sent.Calls : null,
    }));
    if (intents.length > 0) await storeIntents(tx, intents, stampOf(scope));
    return done(sending);
  });

type Unsent = Record<'Failed' | 'Not sent', { id: number; message: string }[]>;

/** A record to send, or how it is closed without sending. */
type Prepared =
  | { readonly ok: true; readonly record: IntakeRecord }
  | { readonly ok: false; readonly close: keyof Unsent; readonly message: string };

const failedFor = (...sentences: string[]): Prepared => ({
  ok: false,
  close: 'Failed',
  message: `Not sent. ${sentences.join(' ')}`,
});
const prepared = (built: Built<IntakeRecord>): Prepared => (built.ok ? built : failedFor(...built.missing));
const PRIVATE: Prepared = { ok: false, close: 'Not sent', message: PRIVATE_PAY };
const gone = (what: string) => failedFor(`This ${what} no longer exists.`);

const buildAll = async (
  tx: Tx,
  scope: Scope,
  access: AggregatorAccess,
  type: RecordType,
  rows: readonly Waiting[],
  first: number,
) => {
  const ids = rows.map(({ recordId }) => recordId);
  const build = await builderOf(tx, scope, access, type, ids);
  return rows.map((row, index) => ({
    row,
    sequence: first + index,
    result: build(row.recordId, first + index),
  }));
};

type Builder = (id: number, sequence: number) => Prepared;

const builderOf = async (
  tx: Tx,
  scope: Scope,
  access: AggregatorAccess,
  type: RecordType,
  ids: readonly number[],
): Promise<Builder> => {
  const { timeZone: zone, pack } = scope.settings;
  const rulesOn = (day: string) => valueOn(pack.rules.aggregator, day);
  if (type === 'Client') {
    const rules = rulesOn(scope.today().toString());
    if (!rules) throw new Error('records are built where the state names no aggregator');
    const clients = await readClients(tx, ids);
    return (id, sequence) => {
      const client = clients.get(id);
      if (!client) return gone('client');
      return isPrivatePay(client)
        ? PRIVATE
        : prepared(buildClient(client, { agency: access, rules, zone, sequence }));
    };
  }
  if (type === 'Provider') {
    const providers = await readProviders(tx, ids);
    return (id, sequence) => {
      const provider = providers.get(id);
      return provider ? prepared(buildEmployee(provider, { agency: access, sequence })) : gone('provider');
    };
  }
  const visits = await readVisits(tx, ids);
  const sentBefore = await readSentBefore(tx, ids);
  const now = scope.now();
  return (id, sequence) => {
    const visit = visits.get(id);
    if (!visit) return gone('visit');
    if (isPrivatePay(visit)) return PRIVATE;
    if (visit.excluded) return failedFor('Visits of an excluded plan are not sent.');
    const rules = rulesOn(visit.date);
    if (!rules) return failedFor(blockedBy(pack, 'visits', visit.date) ?? '');
    const before = sentBefore.get(id) ?? null;
    return prepared(buildVisit(visit, { agency: access, rules, zone, sequence, now, before }));
  };
};

const takeReply = async (
  scope: Scope,
  access: AggregatorAccess,
  type: RecordType,
  sending: readonly Sending[],
  reply: Reply,
): Promise<Step> => {
  if (reply.kind === 'closed' || reply.kind === 'missing') {
    const reason =
      reply.kind === 'missing' ? 'Nothing answers at the address of Sandata (404).' : reply.reason;
    await store(scope, sending, { Status: ['Pending', 'Planned'] }, (tx) =>
      storeNotSent(tx, sending, stampOf(scope)),
    );
    await startPause(scope, reason, reply.kind === 'closed' ? reply.waitSeconds : null);
    return 'paused';
  }
  const answer = reply.kind === 'answer' ? readPost(reply.json) : undefined;
  if (reply.kind === 'answer' && answer) {
    await endPause(scope.site.db);
    await takeReceipt(scope, access, type, sending, answer, reply.json);
    return 'worked';
  }
  if (reply.kind === 'unreadable') {
    await takeUnreadable(scope, type, sending, reply.reason);
    return 'worked';
  }
  const reason = reply.kind === 'unclear' ? reply.reason : 'The answer of Sandata could not be read.';
  const failures = await startPause(scope, reason, null);
  // Others get through but this record never does, so it is set aside where staff see it.
  const [alone] = sending.length === 1 ? sending : [];
  if (alone && failures === 1 && alone.tries + 1 >= MOST_TRIES)
    await finish(scope, type, [failedWith(alone, `${reason} Tried ${MOST_TRIES} times.`)]);
  else await tryAgain(scope, sending, 'Pending', reason);
  return 'paused';
};

const failedWith = (row: Sending, message: string): Finished & { recordId: number } => ({
  id: row.id,
  sequence: row.sequence,
  recordId: row.recordId,
  result: 'Failed',
  message,
  answer: JSON.stringify({ data: { message } }),
});

const takeUnreadable = async (
  scope: Scope,
  type: RecordType,
  sending: readonly Sending[],
  reason: string,
) => {
  const [alone] = sending.length === 1 ? sending : [];
  if (alone) await finish(scope, type, [failedWith(alone, reason)]);
  else await tryAgain(scope, sending, 'Planned', reason);
};

const takeReceipt = async (
  scope: Scope,
  access: AggregatorAccess,
  type: RecordType,
  sending: readonly Sending[],
  answer: NonNullable<ReturnType<typeof readPost>>,
  json: unknown,
) => {
  const refusedWhole = answer.kind === 'refused' && answer.refused.size === 0;
  const refused = (row: Sending) => refusedWhole || answer.refused.has(row.sequence);
  const taken = sending.filter((row) => !refused(row));
  if (answer.kind === 'received' && taken.length > 0) {
    const pollAt = later(scope, access.pollSeconds);
    // From an answer about several records, keep only what concerns the whole batch.
    const own = answerFor(json, Number.NaN);
    const receipt = { uuid: answer.uuid, answer: own, pollAt, now: stampOf(scope) };
    await store(scope, taken, { uuid: [null, answer.uuid] }, (tx) => storeReceipt(tx, taken, receipt));
  }
  const whole = answer.kind === 'refused' ? answer.message : '';
  const outcomes: Outcomes = refusedWhole
    ? new Map(sending.map(({ sequence }) => [sequence, { status: 'Failed', message: whole }]))
    : answer.refused;
  await settle(scope, type, sending.filter(refused), (row) => outcomes.get(row.sequence), json);
  // A batch that failed because of some records was not accepted for the others either, so those are sent without them.
  if (answer.kind === 'refused' && taken.length > 0) await tryAgain(scope, taken, 'Planned', whole);
};

// ---- asking

const askDue = async (scope: Scope, access: AggregatorAccess, asked: Set<string>): Promise<Step> => {
  const due = (await listDueBatches(scope.site.db, stampOf(scope))).filter(({ uuid }) => !asked.has(uuid));
  for (const batch of due) {
    asked.add(batch.uuid);
    const reply = await askStatus(access, batch.type, batch.uuid);
    if (reply.kind === 'answer' || reply.kind === 'missing') {
      await endPause(scope.site.db);
      await takeStatus(scope, access, batch, reply.kind === 'answer' ? reply.json : undefined);
    } else {
      await startPause(scope, reply.reason, reply.kind === 'closed' ? reply.waitSeconds : null);
      return 'paused';
    }
  }
  return due.length > 0 ? 'worked' : 'idle';
};
