import { mkdtempSync, rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { connect, type Socket } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { touchSession } from '@homecare/domain/accounts/sign-in-contract.ts';
import { getPeople } from '@homecare/domain/people/contract.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BASE } from '../src/platform/http/base-path.ts';
import { freePort } from './free-port.ts';
import { askOver, launchServer, type ServerProcess, signInOver } from './server-process.ts';

/**
 * One address has connections that hardly move: headers, bodies and answers at a byte a second. Others must not notice. Times are
 * only compared in the proof, on an otherwise idle machine.
 */
const CONNECTIONS = Number(process.env.SLOW_CONNECTIONS ?? 60);
const SECONDS = Number(process.env.SLOW_SECONDS ?? 3);
const isTimed = process.env.SLOW_CONNECTIONS !== undefined;
const BROWSERS = 8;
const PASSWORD = 'Slow-Connections-1';

/** A non-loopback address of this machine, because limits by address do not apply to loopback. */
const outside = Object.values(networkInterfaces())
  .flat()
  .find((found) => found?.family === 'IPv4' && !found.internal)?.address;
if (!outside) console.log('slow connections: this machine has no address but its own: left out');

const dataDir = mkdtempSync(join(tmpdir(), 'homecare-slow-'));
let app: ServerProcess;
let cookie = '';
beforeAll(async () => {
  if (!outside) return;
  const port = await freePort();
  app = await launchServer({ DATA_DIR: dataDir, PORT: port, DEMO_PASSWORD: PASSWORD, HOST: '0.0.0.0' }).ready;
  cookie = await signInOver(app.url, 'admin', PASSWORD);
});
afterAll(async () => {
  if (!outside) return;
  app.kill('SIGTERM');
  await app.ended;
  rmSync(dataDir, { recursive: true, force: true });
});

const CALL = [
  `POST ${BASE}/session/unlock HTTP/1.1`,
  'host: localhost',
  'x-requested-with: homecare',
  'content-type: application/json',
  'content-length: 60000',
];
/** Three kinds in turn: an endless header, an endless body, and a silent connection. */
const HEADS = [`${CALL.join('\r\n')}\r\nx-slow: `, `${CALL.join('\r\n')}\r\n\r\n{"pin":"`, ''];

const attack = (host: string, port: number) => {
  const open = new Set<Socket>();
  const counts = { opened: 0, lost: 0 };
  let isOver = false;
  const begin = (n: number) => {
    if (isOver) return;
    const head = HEADS[n % HEADS.length] ?? '';
    const socket = connect(port, host, () => {
      counts.opened += 1;
      if (head) socket.write(head);
    });
    open.add(socket);
    socket.on('error', () => undefined);
    socket.resume();
    socket.once('close', () => {
      open.delete(socket);
      counts.lost += 1;
      setTimeout(begin, 100, n);
    });
  };
  for (let n = 0; n < CONNECTIONS; n += 1) begin(n);
  const drip = setInterval(() => {
    for (const socket of open) if (socket.bytesWritten > 0) socket.write('a');
  }, 1_000);
  return {
    counts,
    open,
    stop: () => {
      isOver = true;
      clearInterval(drip);
      for (const socket of open) socket.destroy();
    },
  };
};

/** The milliseconds of each answer to some working browsers, and failed answers. */
const work = async () => {
  const times: number[] = [];
  const failed: string[] = [];
  const until = performance.now() + SECONDS * 1_000;
  const browser = async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let step = 0; performance.now() < until; step += 1) {
      const began = performance.now();
      const [call, input] =
        step % 4 === 0 ? ([touchSession, {}] as const) : ([getPeople, { filters: [] }] as const);
      const answer = await askOver({ url: app.url, cookie }, call, input, { agent }).catch(String);
      times.push(performance.now() - began);
      if (typeof answer === 'string' || answer.status !== 200)
        failed.push(typeof answer === 'string' ? answer : String(answer.status));
      await pause(30);
    }
    agent.destroy();
  };
  await Promise.all(Array.from({ length: BROWSERS }, browser));
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round((sorted[Math.floor(sorted.length * share)] ?? 0) * 10) / 10;
  return { answers: times.length, p50: at(0.5), p99: at(0.99), failed };
};

it.skipIf(!outside)(`${CONNECTIONS} slow connections of one address hold up nobody else`, async () => {
  await work();
  const quiet = await work();
  const attacker = attack(outside ?? '', Number(new URL(app.url).port));
  await pause(1_500);
  const slow = await work();
  const { opened, lost } = attacker.counts;
  console.log(
    `slow connections: ${JSON.stringify({ connections: CONNECTIONS, opened, lost, open: attacker.open.size, quiet, slow })}`,
  );
  attacker.stop();
  expect([...quiet.failed, ...slow.failed]).toEqual([]);
  if (isTimed) expect(slow.p99).toBeLessThan(2 * quiet.p99);
});
