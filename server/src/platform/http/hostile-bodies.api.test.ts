import { connect, type Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { getNoTimesheet } from '@homecare/domain/timesheets/contract.ts';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { hostile, valuesOf } from '../../../testing/arbitrary.ts';
import { hostileBodies } from '../../../testing/hostile-bodies.ts';
import { testServer } from '../../../testing/server.ts';
import { request } from '../../../testing/server-process.ts';
import { BASE } from './base-path.ts';

const server = await testServer();
afterAll(() => server.stop());
const admin = await server.as('admin');
const anyone = server.anonymous();

const PATHS = [
  'session/touch',
  'modules/getNoTimesheet.php',
  'billing/list-not-assigned',
  'info.php',
  'nowhere',
];
const COMMANDS = ['login', 'get', 'insert', 'user_update'];
/** A refusal says what is wrong without repeating what was sent. */
const LONGEST_REFUSAL = 12_000;

describe('a hostile body is refused with words', () => {
  test.each([
    ['nobody', anyone],
    ['an admin', admin],
  ])('from %s without a 5xx, and without an answer that grows with the body', async (_, caller) => {
    for (const { name, ...body } of hostileBodies(PATHS, COMMANDS)) {
      const answer = await caller.raw(body);
      expect(answer.status, name).toBeLessThan(500);
      if (answer.status >= 400) expect(answer.text.length, name).toBeLessThan(LONGEST_REFUSAL);
    }
  });

  test('without revealing what is wrong with an input before sign-in', async () => {
    const url = `${BASE}/modules/getNoTimesheet.php?start=08:00&end=n`;
    expect((await anyone.raw({ method: 'GET', url })).status).toBe(401);
    const answer = await admin.raw({ method: 'GET', url });
    expect(answer).toMatchObject({ status: 400, errors: [{ field: 'start' }, { field: 'end' }] });
    expect(
      (await admin.call(getNoTimesheet, { start: '2026-10-02', end: '2026-10-01' })).errors,
    ).toMatchObject([{ field: 'end' }]);
  });

  test('and read only with a session if it is larger than a login', async () => {
    const large = {
      method: 'POST' as const,
      url: `${BASE}/poster.php`,
      payload: `cmd=login&data=${'x'.repeat(100_000)}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    };
    expect((await anyone.raw(large)).status).toBe(401);
    expect((await admin.raw(large)).status).toBe(400);
  });

  test('without being read if there is no session', async () => {
    const deep = {
      method: 'POST' as const,
      url: `${BASE}/session/touch`,
      payload: `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
      headers: { 'content-type': 'application/json' },
    };
    expect((await anyone.raw(deep)).status).toBe(401);
    expect((await admin.raw(deep)).status).toBe(400);
  });

  test('before all of it has arrived if it is large and there is no session', async () => {
    const own = await testServer();
    const { port } = new URL(await own.app.listen({ port: 0, host: '127.0.0.1' }));
    for (const length of ['content-length: 100000', 'transfer-encoding: chunked']) {
      const socket = connect(Number(port), '127.0.0.1');
      const answered = new Promise<string>((resolve) => socket.once('data', (data) => resolve(String(data))));
      // Sends one byte of the body and never another.
      const [body] = length.startsWith('content') ? ['{'] : ['1\r\n{\r\n'];
      socket.write(
        `POST ${BASE}/poster.php HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n${length}\r\n\r\n${body}`,
      );
      expect(await answered).toMatch(/^HTTP\/1\.1 401 /);
      socket.destroy();
    }
    await own.stop();
  });

  test('without an exception in any call’s schema, whatever replaces a value', () => {
    for (const { call } of server.registry.all) {
      const spoiled = fc
        .tuple(
          valuesOf(call.input),
          fc.infiniteStream(fc.oneof(hostile, fc.constantFrom(null, 1, [], {}))),
          fc.nat(),
        )
        .map(([value, stream, which]) => spoil(value, stream, which));
      fc.assert(
        fc.property(spoiled, (value) => {
          call.input.safeParse(value);
        }),
        { numRuns: 60 },
      );
    }
  });
});

/** Replaces about every third value. */
const spoil = (value: unknown, with_: Iterator<unknown>, which: number): unknown => {
  if (typeof value !== 'object' || value === null) return which % 3 === 0 ? with_.next().value : value;
  const spoilt = Object.entries(value).map(
    ([key, inner], n) => [key, spoil(inner, with_, which + n)] as const,
  );
  return Array.isArray(value) ? spoilt.map(([, inner]) => inner) : Object.fromEntries(spoilt);
};

/** Begins a request whose body never ends. */
const beginSlowly = async (port: number, headers = ''): Promise<Socket> => {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  await new Promise<void>((resolve) =>
    socket.once('connect', () =>
      socket.write(
        `POST ${BASE}/poster.php HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 5000\r\n${headers}\r\n{`,
        () => resolve(),
      ),
    ),
  );
  return socket;
};

describe('slow bodies', () => {
  test('do not hold up anyone else, and lose their connections', async () => {
    const own = await testServer({ limits: { paceWindowSeconds: 1 } });
    const url = await own.app.listen({ port: 0, host: '127.0.0.1' });
    const sockets = await Promise.all(
      Array.from({ length: 450 }, () => beginSlowly(Number(new URL(url).port))),
    );
    const trickle = setInterval(() => {
      for (const socket of sockets) if (socket.writable) socket.write(' ');
    }, 100);
    expect((await request(`${url}${BASE}/siteConfig.php`)).status).toBe(200);
    await expect.poll(() => sockets.every((socket) => socket.destroyed), { timeout: 50_000 }).toBe(true);
    expect((await request(`${url}${BASE}/siteConfig.php`)).status).toBe(200);
    clearInterval(trickle);
    await own.stop();
  });

  test('of one address use up only that address’s share, as named by a trusted proxy', async () => {
    const own = await testServer({ trustedProxies: ['loopback'], limits: { openRequestsPerAddress: 20 } });
    const url = await own.app.listen({ port: 0, host: '127.0.0.1' });
    const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
    const statusFor = async (address: string) =>
      (await request(`${url}${BASE}/siteConfig.php`, from(address))).status;
    const sockets = await Promise.all(
      Array.from({ length: 20 }, () =>
        beginSlowly(Number(new URL(url).port), 'x-forwarded-for: 203.0.113.7\r\n'),
      ),
    );
    await expect.poll(() => statusFor('203.0.113.7')).toBe(429);
    expect(await statusFor('203.0.113.8')).toBe(200);
    for (const socket of sockets) socket.destroy();
    await expect.poll(() => statusFor('203.0.113.7')).toBe(200);
    await own.stop();
  });
});

/** A connection from any address, as the server sees it. */
class Caller extends Duplex {
  readonly remoteAddress: string;
  constructor(remoteAddress: string) {
    super({ read: () => undefined, write: (_chunk, _encoding, done) => done() });
    this.remoteAddress = remoteAddress;
  }
}

test('an address has a maximum of connections; a trusted proxy and this machine do not', async () => {
  const own = await testServer({ trustedProxies: ['10.0.0.0/8'], limits: { connectionsPerAddress: 3 } });
  const connectionsFrom = (addresses: readonly string[]) =>
    addresses.map((address) => {
      const caller = new Caller(address);
      own.app.server.emit('connection', caller);
      return caller;
    });
  const open = (callers: readonly Caller[]) => callers.filter((caller) => !caller.destroyed).length;
  const attacker = connectionsFrom(Array.from({ length: 5 }, (_, n) => `2001:db8:1:2::${n}`));
  expect(open(attacker)).toBe(3);
  expect(open(connectionsFrom(Array.from({ length: 5 }, () => '10.1.2.3')))).toBe(5);
  expect(open(connectionsFrom(Array.from({ length: 5 }, () => '::ffff:127.0.0.1')))).toBe(5);
  expect(open(connectionsFrom(['2001:db8:1:3::1']))).toBe(1);
  for (const caller of attacker) caller.destroy();
  await expect.poll(() => open(connectionsFrom(['2001:db8:1:2::9']))).toBe(1);
  await own.stop();
});
