import { connect } from 'node:net';
import { touchSession } from '@homecare/domain/accounts/sign-in-contract.ts';
import { DECLARED_CALLS } from '@homecare/domain/calls.ts';
import { getPeople } from '@homecare/domain/people/contract.ts';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { testServer } from '../../../testing/server.ts';
import { request } from '../../../testing/server-process.ts';
import { BASE } from './base-path.ts';

const server = await testServer();
afterAll(() => server.stop());
afterEach(() => {
  vi.useRealTimers();
});
const url = await server.app.listen({ port: 0, host: '127.0.0.1' });
const { port } = new URL(url);

/** Sends a request and hangs up without waiting, as a browser does when its page is closed. */
const askAndLeave = () =>
  new Promise<void>((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1', () => {
      socket.write(`GET ${BASE}/siteConfig.php HTTP/1.1\r\nhost: localhost\r\n\r\n`, () => {
        socket.destroy();
        resolve();
      });
    });
    socket.on('error', reject);
  });

test('callers who hang up do not fill the server', async () => {
  for (let n = 0; n < 500; n += 1) await askAndLeave();
  await expect.poll(async () => (await request(`${url}/healthz`)).status).toBe(200);
});

test('an address with too many requests must wait, and others are not affected', async () => {
  const ask = (remoteAddress: string) =>
    server.app.inject({ method: 'GET', url: '/healthz', remoteAddress, headers: { host: 'localhost' } });
  // A fixed clock puts all requests into one window, however loaded the machine is.
  vi.useFakeTimers({ toFake: ['performance'] });
  for (let n = 0; n < 6_000; n += 1) await ask('203.0.113.7');
  const refused = await ask('203.0.113.7');
  expect(refused.statusCode).toBe(429);
  expect(refused.headers['retry-after']).toBe('10');
  expect(refused.json()).toMatchObject({ result: 'ERROR', code: 429 });
  expect((await ask('203.0.113.8')).statusCode).toBe(200);
});

test('when there is too much to answer, polls are turned away first and work continues', async () => {
  const admin = await server.as('admin');
  const isPoll = ({ effect, transport }: (typeof DECLARED_CALLS)[number]) =>
    effect === 'poll' && transport.via === 'path' && transport.method === 'GET';
  const poll = DECLARED_CALLS.find((call) => isPoll(call) && call.input.safeParse({}).success);
  if (!poll) throw new Error('there is no poll without input');
  // The database hangs, so everyone waits for sessions.
  const blocker = await server.database.pool.connect();
  await blocker.query('begin; lock table sessions in access exclusive mode');
  const waiting = Array.from({ length: 120 }, () => admin.call(getPeople, { filters: [] }));
  try {
    await expect.poll(async () => (await admin.call(poll, {})).status).toBe(503);
    waiting.push(admin.call(getPeople, { filters: [] }));
  } finally {
    await blocker.query('rollback');
    blocker.release();
  }
  // The first may have waited too long for the database; the one sent with the polls has not.
  const answers = (await Promise.all([...waiting, admin.call(touchSession, {})])).slice(-2);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
});
