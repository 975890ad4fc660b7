import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { todayIn } from '@homecare/domain/calendar.ts';
import { insertPerson } from '@homecare/domain/people/contract.ts';
import { listOpenVisits } from '@homecare/domain/staffing/contract.ts';
import { afterAll, expect, it } from 'vitest';
import { sampleClient } from './sample-people.ts';
import { TEST_PASSWORD, testServer } from './server.ts';
import { askOver, signInOver } from './server-process.ts';

/** Three times as many browsers poll as can be answered: they are told to retry later, and everyone's work is done. */
const POLLERS = Number(process.env.OVERLOAD_POLLERS ?? 300);
const SECONDS = Number(process.env.OVERLOAD_SECONDS ?? 3);

const server = await testServer();
afterAll(() => server.stop());
const url = await server.app.listen({ port: 0, host: '127.0.0.1' });

type Counts = Map<string, number>;
const count = (counts: Counts, what: string) => counts.set(what, (counts.get(what) ?? 0) + 1);

it(`while ${POLLERS} browsers poll without pause, sign-ins and saves are answered, and polls are told to retry`, async () => {
  const admin = await server.as('admin');
  const { rows } = await server.database.pool.query<{ login: string }>(
    'select login from accounts where id = $1',
    [admin.accountId],
  );
  const [row] = rows;
  const to = { url, cookie: admin.cookie ?? '' };
  const today = todayIn('America/Denver', server.clock.now());
  const day = today.toString();
  const until = performance.now() + SECONDS * 1_000;
  const times: number[] = [];
  const polls: Counts = new Map();
  const work: Counts = new Map();
  const poller = async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (performance.now() < until) {
      const answer = await askOver(to, listOpenVisits, { from: day, through: day }, { agent });
      count(polls, String(answer.status));
      // Retries after a second, as told. A browser waits longer.
      if (answer.status === 503) await pause(1_000);
    }
    agent.destroy();
  };
  const worker = async (n: number) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let step = 0; performance.now() < until; step += 1) {
      const letters = [...`${n}${step}`].map((digit) => 'abcdefghij'[Number(digit)]).join('');
      const data = sampleClient(`Busy ${letters}`, today);
      const began = performance.now();
      const saved = await askOver(to, insertPerson, { data }, { agent });
      times.push(performance.now() - began);
      count(work, `save ${saved.status}`);
      await signInOver(url, row?.login ?? '', TEST_PASSWORD);
      count(work, 'sign-in 200');
      await pause(50);
    }
    agent.destroy();
  };
  await Promise.all([
    ...Array.from({ length: POLLERS }, poller),
    ...Array.from({ length: 4 }, (_, n) => worker(n)),
  ]);
  console.log(
    `overload: ${JSON.stringify({ slowestSave: Math.round(Math.max(...times)), polls: Object.fromEntries(polls), work: Object.fromEntries(work) })}`,
  );
  expect(polls.get('503') ?? 0).toBeGreaterThan(0);
  expect(polls.get('200') ?? 0).toBeGreaterThan(0);
  expect([...work.keys()].toSorted()).toEqual(['save 200', 'sign-in 200']);
});
