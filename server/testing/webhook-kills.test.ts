import type { ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { done } from '@homecare/domain/errors.ts';
import { addWebhook } from '@homecare/domain/webhooks/contract.ts';
import { afterAll, expect, test } from 'vitest';
import type { TakenEvent } from '../../simulators/src/webhook-receiver.ts';
import { Scope } from '../src/platform/auth/scope.ts';
import { DEMO_ENTRY } from '../src/platform/config/config.ts';
import { mutate } from '../src/platform/db/mutate.ts';
import { openSite } from '../src/sites/open-site.ts';
import { addWebhook as add } from '../src/webhooks/service.ts';
import { testDatabase } from './database.ts';
import { freePort } from './free-port.ts';
import { startWorkerProcess } from './worker-process.ts';

/**
 * The sender and receiver of webhooks are killed in turn, at any moment, while records change: each change arrives at least once,
 * those of a record in order, and none is lost or parked. Environment variables make it longer (the long proof).
 */
const KILLS = Number(process.env.WEBHOOK_KILLS ?? 4);
const EVENTS = Number(process.env.WEBHOOK_EVENTS ?? 160);
const SUBJECTS = Math.ceil(EVENTS / 20);
const MINUTES = 60_000;

const dataDir = await mkdtemp(path.join(tmpdir(), 'homecare-webhook-kills-'));
const file = path.join(dataDir, 'taken.jsonl');
const database = await testDatabase();
const site = await openSite({ ...DEMO_ENTRY, localServices: true }, database.connection, dataDir, {
  own: database.connection,
  poolSize: 6,
});
const port = await freePort();
const living = new Set<ChildProcess>();
afterAll(async () => {
  for (const child of living) child.kill('SIGKILL');
  await site.close();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

const start = async (what: './webhook-worker.ts' | './webhook-receiver.ts', env: Record<string, string>) => {
  const { child, ended } = await startWorkerProcess(what, env);
  living.add(child);
  return async () => {
    child.kill('SIGKILL');
    await ended;
    living.delete(child);
  };
};
const startSender = () =>
  start('./webhook-worker.ts', {
    WORKER_DATABASE: JSON.stringify(database.connection),
    WORKER_DATA_DIR: dataDir,
  });

const scope = await Scope.startJob(site, 'test');
const added = await add(
  scope,
  addWebhook.input.parse({
    name: 'Killed',
    url: `http://127.0.0.1:${port}/hooks`,
    kinds: ['people', 'visits'],
    withData: true,
  }),
);
if (!added.ok) throw new Error(added.info);
const { secret } = added.data;
const startReceiver = () =>
  start('./webhook-receiver.ts', {
    RECEIVER_FILE: file,
    RECEIVER_PORT: port,
    RECEIVER_SECRET: secret,
  });

/** Every third change keeps its transaction open for a moment, so that ids are not committed in order. */
const change = (n: number) =>
  mutate(scope, 'test', async (_, record, flush) => {
    const entity = n % 2 === 0 ? 'person' : 'visit';
    record({ entity, id: 1 + (n % SUBJECTS), action: 'update', changes: { notes: [n - 1, n] } });
    if (n % 3 === 0) {
      await flush();
      await pause(5);
    }
    return done(null);
  });

const isTaken = (
  value: unknown,
): value is TakenEvent & { readonly changes: { readonly notes: [number, number] } } =>
  typeof value === 'object' && value !== null && 'id' in value && 'changes' in value;
/** A partial line at the end is what a killed receiver was writing; it answered nothing. */
const readTaken = async () =>
  (await readFile(file, 'utf8').catch(() => ''))
    .split('\n')
    .slice(0, -1)
    .flatMap((line) => {
      try {
        const event: unknown = JSON.parse(line);
        return isTaken(event) ? [event] : [];
      } catch {
        return [];
      }
    });
const countWaiting = async () => {
  const { rows } = await database.pool.query<{ count: number }>(
    "select count(*)::int as count from webhook_deliveries where state = 'waiting'",
  );
  return rows[0]?.count ?? 0;
};

test(
  `with sender and receiver killed ${KILLS} times among ${EVENTS} changes each arrives, in order per record`,
  async () => {
    let endReceiver = await startReceiver();
    let endSender = await startSender();
    const changes = (async () => {
      for (let n = 0; n < EVENTS; n += 4) {
        // These are for different records, because changes of one record wait for its lock.
        await Promise.all([0, 1, 2, 3].filter((more) => n + more < EVENTS).map((more) => change(n + more)));
        await pause(5);
      }
    })();
    for (let kill = 0; kill < KILLS; kill += 1) {
      await pause(100 + Math.random() * 400);
      if (kill % 2 === 0) {
        await endSender();
        endSender = await startSender();
      } else {
        await endReceiver();
        endReceiver = await startReceiver();
      }
    }
    await changes;
    for (let waited = 0; (await countWaiting()) > 0 && waited < 120_000; waited += 100) await pause(100);
    await endSender();
    await endReceiver();

    const { rows } = await database.pool.query<{ state: string; count: number }>(
      'select state, count(*)::int as count from webhook_deliveries group by state',
    );
    expect(rows).toEqual([{ state: 'sent', count: EVENTS }]);
    const taken = await readTaken();
    const numbers = taken.map(({ changes: { notes } }) => notes[1]);
    expect(new Set(numbers).size).toBe(EVENTS);
    const bySubject = Map.groupBy(taken, ({ subject }) => `${subject.type} ${subject.id}`);
    for (const [subject, events] of bySubject) {
      const order = events.map(({ changes: { notes } }) => notes[1]);
      expect(order, subject).toEqual(order.toSorted((a, b) => a - b));
    }
    if (process.env.WEBHOOK_KILLS)
      process.stdout.write(
        `${EVENTS} changes of ${bySubject.size} records over ${KILLS} kills: each arrived, ${taken.length - EVENTS} twice, all in order.\n`,
      );
  },
  20 * MINUTES,
);
