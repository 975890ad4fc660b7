import type { ChildProcess } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { getClientMonth, insertWork } from '@homecare/domain/billing/contract.ts';
import type { BillingCard } from '@homecare/domain/billing/schema.ts';
import { generateClaims } from '@homecare/domain/claims/contract.ts';
import { getMonthClose, getMonthRun, startMonthRun } from '@homecare/domain/month-close/contract.ts';
import { afterAll, expect, test } from 'vitest';
import { brokenInvariants } from './invariants.ts';
import { addMonth, EVERYBODY, MONTH, MONTH_NOW } from './month-agency.ts';
import { type Caller, type TestServer, testServer } from './server.ts';
import { startWorkerProcess } from './worker-process.ts';

/**
 * One month closed twice: by one press, with the process killed in the middle, and by hand through the calls of the billing
 * page. Cards are equal to the cent and files byte for byte. The long proof asks for 1,000 clients by the environment.
 */
const CLIENTS = Number(process.env.MONTH_CLIENTS ?? 20);
const LIMIT_S = Number(process.env.MONTH_SECONDS ?? 0);
const MINUTES = 60_000;
const ENTRY = { capabilities: { premium: true, version: 1, maxClients: 0, billing: true } };

const pressed = await testServer({ now: MONTH_NOW, entry: ENTRY });
const byHand = await testServer({ now: MONTH_NOW, entry: ENTRY });
let worker: ChildProcess | undefined;
afterAll(async () => {
  worker?.kill('SIGKILL');
  await pressed.stop();
  await byHand.stop();
});

const startWorker = async () => {
  const started = await startWorkerProcess('./month-worker.ts', {
    WORKER_DATABASE: JSON.stringify(pressed.database.connection),
    WORKER_ENTRY: JSON.stringify(ENTRY),
    WORKER_DATA_DIR: pressed.dataDir,
    WORKER_NOW: MONTH_NOW,
  });
  worker = started.child;
  return started;
};

const settled = async () => {
  const { rows } = await pressed.site.pool.query<{ done: number }>(
    "select count(*)::int as done from month_run_items where state <> 'waiting'",
  );
  return rows[0]?.done ?? 0;
};
const runOf = async (admin: Caller) => (await admin.call(getMonthRun, { date: MONTH })).data ?? undefined;

/** Presses, kills the process in the middle, and waits for the next one to end it. */
const press = async (admin: Caller, clients: number) => {
  const begun = performance.now();
  const started = await admin.call(startMonthRun, { date: MONTH, ...EVERYBODY, claims: true });
  expect(started.data).toEqual({ id: expect.any(Number) });
  const twice = await admin.call(startMonthRun, { date: MONTH, ...EVERYBODY, claims: true });
  expect(twice.Info).toMatch(/^Cards for October are being made: \d+ of \d+\./);
  const first = await startWorker();
  while ((await settled()) < clients / 2) await pause(5);
  first.child.kill('SIGKILL');
  await first.ended;
  const at = await settled();
  expect(at).toBeLessThan(clients);
  await startWorker();
  while ((await runOf(admin))?.state !== 'done') await pause(50);
  return (performance.now() - begun) / 1_000;
};

// ---- by hand: what a biller types, by plain arithmetic

const ZONE = 'America/Denver';
const minutesOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));
const clockOf = (instant: string) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: ZONE, hour: '2-digit', minute: '2-digit' }).format(
    new Date(instant),
  );
const plus = (clock: string, minutes: number) => {
  const at = minutesOf(clock) + minutes;
  return `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`;
};

const rowsByHand = ({ planned, visits }: BillingCard) => {
  const lengthOf = (day: string) => {
    const row = planned.find(({ date }) => date === day);
    return row?.start && row.end ? minutesOf(row.end) - minutesOf(row.start) : 0;
  };
  const rows = new Map(planned.map((row) => [row.date, { ...row, billing: false, payroll: false }]));
  for (const { Status, date, plannedDay, startedAt, endedAt } of visits) {
    if (Status !== 'Complete' || !startedAt || !endedAt) continue;
    const worked = Math.floor((Date.parse(endedAt) - Date.parse(startedAt)) / MINUTES);
    const start = clockOf(startedAt);
    rows.set(date, {
      date,
      start,
      end: plus(start, Math.min(worked, lengthOf(plannedDay))),
      travel: date === plannedDay ? (rows.get(date)?.travel ?? 0) : 0,
      billing: true,
      payroll: true,
    });
  }
  return [...rows.values()].sort((a, b) => (a.date < b.date ? -1 : 1));
};

const closeByHand = async (admin: Caller, clients: readonly number[]) => {
  for (const clientId of clients) {
    const { data } = await admin.call(getClientMonth, { clientId, date: MONTH });
    for (const card of data?.cards ?? []) {
      const saved = await admin.call(insertWork, {
        data: {
          planId: card.plan.id,
          date: MONTH,
          startPeriod: `${MONTH}-01`,
          endPeriod: `${MONTH}-31`,
          payRate: (card.rates.inside[0]?.cents ?? 0) / 100,
          rateKind: 'inside',
          days: rowsByHand(card),
        },
      });
      if (!saved.insertId) throw new Error(saved.text);
    }
  }
  return admin.call(generateClaims, {
    from: `${MONTH}-01`,
    to: `${MONTH}-31`,
    status: 'Billed',
    frequency: '1',
    unproven: 'leaveOut',
    reason: '',
    paymentsOnly: false,
  });
};

const cardsOf = async ({ site }: TestServer) =>
  (
    await site.pool.query<{ plan: number; amount: number; days: { billing: boolean }[] }>(
      `select care_plan_id as plan, amount::int as amount, unit, no_billing_unit, working_minutes, days, pay_rate, rate_kind,
         start_period, end_period, status from work where deleted is null order by care_plan_id`,
    )
  ).rows;
const filesOf = async ({ site }: TestServer) =>
  (
    await site.pool.query<{ file_name: string; file: Buffer }>(
      'select file_name, file from claim_batches order by id',
    )
  ).rows;

test(
  `${CLIENTS} clients closed by one press, killed in the middle, are what they are by hand`,
  async () => {
    const clients = await addMonth(pressed.site.pool, CLIENTS, 'close');
    expect(await addMonth(byHand.site.pool, CLIENTS, 'close')).toEqual(clients);
    const [admin, biller] = [await pressed.as('admin'), await byHand.as('admin')];
    const clean = clients.filter(({ trouble }) => trouble === null);
    const before = (await admin.call(getMonthClose, { date: MONTH, ...EVERYBODY })).data;
    expect(before?.ready.clients).toBe(clean.length);
    expect(before?.notReady).toBe(clients.length - clean.length);

    const seconds = await press(admin, clients.length);
    const made = await closeByHand(
      biller,
      clean.map(({ id }) => id),
    );
    expect(made.data?.refused).toEqual([]);

    const cards = await cardsOf(pressed);
    expect(cards).toEqual(await cardsOf(byHand));
    expect(cards).toHaveLength(clean.length * 3);
    const cents = cards.reduce((all, { amount }) => all + amount, 0);
    expect(before?.ready.cents).toBe(cents);
    const files = await filesOf(pressed);
    expect(files).toHaveLength(1);
    expect(files).toEqual(await filesOf(byHand));

    const run = await runOf(admin);
    expect(run).toMatchObject({
      made: clean.length,
      cards: cards.length,
      cents,
      claimedCents: cents,
      canUndo: false,
    });
    expect(run?.exceptions.map(({ client, cause }) => [client, cause])).toEqual(
      clients.flatMap(({ name, trouble }) => (trouble === null ? [] : [[name, trouble]])),
    );
    const after = (await admin.call(getMonthClose, { date: MONTH, ...EVERYBODY })).data;
    expect(after?.stages.find(({ stage }) => stage === 'claimed')?.cents).toBe(cents);
    expect(after?.ready.clients).toBe(0);
    const broken = await brokenInvariants(pressed.site.pool);
    expect(broken.filter((line) => /card|claim|run of the month/.test(line))).toEqual([]);
    if (LIMIT_S === 0) return;
    process.stdout.write(
      `${clean.length} clients, ${cards.length} cards, ${files[0]?.file.length} bytes of 837P: ${seconds.toFixed(1)} s, ${LIMIT_S} s allowed.\n`,
    );
    expect(seconds).toBeLessThan(LIMIT_S);
  },
  30 * MINUTES,
);
