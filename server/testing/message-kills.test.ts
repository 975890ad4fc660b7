import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { done } from '@homecare/domain/errors.ts';
import { afterAll, expect, test } from 'vitest';
import { startSmtp } from '../../simulators/src/smtp.ts';
import { startTwilio } from '../../simulators/src/twilio.ts';
import { queueMessages } from '../src/messaging/service.ts';
import { Scope } from '../src/platform/auth/scope.ts';
import { DEMO_ENTRY } from '../src/platform/config/config.ts';
import { mutate } from '../src/platform/db/mutate.ts';
import { openSite } from '../src/sites/open-site.ts';
import { addProvider } from './care.ts';
import { testDatabase } from './database.ts';
import { brokenInvariants } from './invariants.ts';
import { startWorkerProcess } from './worker-process.ts';

/**
 * Workers are killed again and again while they send to a provider and a mail server that misbehave randomly. Nothing is lost or
 * sent twice, and messages with unknown outcome are shown with the reason. Environment variables make it longer (the long proof).
 */
const KILLS = Number(process.env.MESSAGE_KILLS ?? 3);
const MESSAGES = Number(process.env.MESSAGES ?? 60);
/** One in this many is an email. */
const MAILS = 4;
const MINUTES = 60_000;

const ACCOUNT = { accountSid: `AC${'1'.repeat(32)}`, authToken: 'secret' };
const NUMBER = '+13035550110';
// Delays like those of a network, so that kills happen before, during and after a request.
const twilio = await startTwilio({ ...ACCOUNT, number: NUMBER, slowMs: 15 });
const smtp = await startSmtp({ slowMs: 15 });
twilio.mood = 'flaky';
twilio.callbacks = 'none';
smtp.mood = 'flaky';
const ways = {
  textMessages: { ...ACCOUNT, from: NUMBER, url: twilio.url },
  mail: { host: '127.0.0.1', port: smtp.port, security: 'none', from: 'office@agency.test' },
};
const dataDir = await mkdtemp(path.join(tmpdir(), 'homecare-message-kills-'));
const database = await testDatabase();
const { pool } = database;
const site = await openSite(DEMO_ENTRY, database.connection, dataDir, {
  own: database.connection,
  poolSize: 4,
});
let worker: ChildProcess | undefined;
afterAll(async () => {
  worker?.kill('SIGKILL');
  await site.close();
  await twilio.stop();
  await smtp.stop();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

const rowsOf = async <T extends object>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await pool.query<T>(text, values)).rows;

/** Each has unique words, by which both ends recognize it. */
const wordsOf = (n: number) => `message ${n} of ${MESSAGES}.`;
const queueAll = async () => {
  const personId = await addProvider(pool, 'Written', { phone: '(720) 555-0100', email: 'pat@example.org' });
  const owner = { personId, candidateId: null };
  const messages = Array.from({ length: MESSAGES }, (_, n) =>
    n % MAILS === 0
      ? ({ channel: 'Email', recipient: 'pat@example.org', subject: 'Hi', owner, text: wordsOf(n) } as const)
      : ({ channel: 'SMS', recipient: '+17205550100', subject: null, owner, text: wordsOf(n) } as const),
  );
  const scope = await Scope.startJob(site, 'test');
  const queued = await mutate(scope, 'test', async (tx, record) => {
    const ids = await queueMessages(tx, scope, messages, record);
    return ids.ok ? done(ids.data.length) : ids;
  });
  expect(queued).toMatchObject({ ok: true, data: MESSAGES });
};

/** What has arrived at both ends so far. */
const countArrived = () => twilio.state().texts.length + smtp.taken.length;
const countOpen = async () =>
  (
    await rowsOf<{ open: number }>(
      "select count(*)::int as open from messages where status in ('waiting', 'sending')",
    )
  )[0]?.open ?? 0;

const startWorker = async () => {
  const started = await startWorkerProcess('./message-worker.ts', {
    WORKER_DATABASE: JSON.stringify(database.connection),
    WORKER_WAYS: JSON.stringify(ways),
    WORKER_DATA_DIR: dataDir,
  });
  worker = started.child;
  return started;
};

const untilArrived = async (count: number) => {
  for (let waited = 0; countArrived() < count && waited < 5_000; waited += 5) await pause(5);
};

interface Row {
  readonly id: number;
  readonly channel: string;
  readonly text: string;
  readonly status: string;
  readonly error: string | null;
  readonly sid: string | null;
}

test(
  `with workers killed ${KILLS} times among ${MESSAGES} messages none is lost or sent twice, and unknown ones are listed`,
  async () => {
    await queueAll();
    for (let kill = 0; kill < KILLS; kill += 1) {
      const { child, ended } = await startWorker();
      await untilArrived(countArrived() + 1 + Math.floor((Math.random() * MESSAGES) / (KILLS + 1)));
      await pause(Math.random() * 40);
      child.kill('SIGKILL');
      await ended;
    }
    const { child } = await startWorker();
    for (let waited = 0; (await countOpen()) > 0 && waited < 120_000; waited += 100) await pause(100);
    child.kill('SIGKILL');

    const rows = await rowsOf<Row>('select id, channel, text, status, error, sid from messages order by id');
    expect(rows).toHaveLength(MESSAGES);
    const texts = Map.groupBy(twilio.state().texts, ({ body }) => body);
    const mails = Map.groupBy(smtp.taken, ({ raw }) => /message \d+ of \d+\./.exec(raw)?.[0] ?? '');
    const arrived = ({ channel, text }: Row) => (channel === 'SMS' ? texts : mails).get(text)?.length ?? 0;

    // Lost means that nobody would ever notice; sent twice means that the phone got one message two times.
    expect(rows.filter(({ status }) => !['queued', 'sent', 'failed', 'unknown'].includes(status))).toEqual(
      [],
    );
    expect(rows.filter((row) => ['queued', 'sent'].includes(row.status) && arrived(row) !== 1)).toEqual([]);
    expect(rows.filter((row) => row.status === 'failed' && arrived(row) !== 0)).toEqual([]);
    expect(rows.filter((row) => arrived(row) > 1)).toEqual([]);
    // The provider's answer is stored under its id.
    const named = rows.filter(({ channel, status }) => channel === 'SMS' && status === 'queued');
    expect(named.filter(({ text, sid }) => texts.get(text)?.[0]?.sid !== sid)).toEqual([]);
    // Messages with unknown outcome give the reason, and are the only ones that may or may not have arrived.
    const unknown = rows.filter(({ status }) => status === 'unknown');
    expect(unknown.filter(({ error }) => !error)).toEqual([]);
    const broken = await brokenInvariants(pool);
    expect(broken.filter((line) => line.includes('message'))).toEqual([]);
    if (process.env.MESSAGE_KILLS) printFigures(rows, arrived);
  },
  30 * MINUTES,
);

const printFigures = (rows: readonly Row[], arrived: (row: Row) => number) => {
  const counts = Map.groupBy(rows, ({ status }) => status);
  const unknown = counts.get('unknown') ?? [];
  const reasons = Map.groupBy(unknown, ({ error }) => error ?? '');
  const lines = [
    `${rows.length} messages, workers killed ${KILLS} times: ${[...counts].map(([status, list]) => `${list.length} ${status}`).join(', ')}.`,
    `${unknown.length} of which nobody knows, ${unknown.filter((row) => arrived(row) === 1).length} of them had arrived:`,
    ...[...reasons].map(
      ([reason, list]) => `  ${reason} ${list.map(({ id, channel }) => `${channel} ${id}`).join(', ')}`,
    ),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
};
