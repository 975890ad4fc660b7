import { createServer, type Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tryAddresses } from '../../addresses/service.ts';
import { tryAggregator } from '../../aggregator/intake.ts';
import { tryMail } from '../../messaging/mail.ts';
import { addressOf, send } from './outgoing.ts';

/** A service on this machine that accepts all connections. */
let listener: Server;
let port = 0;
let connections = 0;
beforeAll(async () => {
  listener = createServer((socket) => {
    connections += 1;
    socket.on('error', () => undefined);
    socket.once('data', () =>
      socket.end(
        'HTTP/1.1 302 Found\r\nlocation: /elsewhere\r\ncontent-length: 0\r\nconnection: close\r\n\r\n',
      ),
    );
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const address = listener.address();
  port = typeof address === 'object' && address ? address.port : 0;
});
afterAll(() => new Promise((resolve) => listener.close(resolve)));

const signal = () => AbortSignal.timeout(10_000);
const DISGUISES = ['0177.0.0.1', '0x7f.0.0.1', '127.1', '2130706433', 'localhost.', 'localhost', '0.0.0.0'];

describe('a service on this machine cannot be reached by an admin, who may only use the internet', () => {
  test.each([...DISGUISES, '[::1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]'])('as %s', async (host) => {
    const before = connections;
    await expect(send(`http://${host}:${port}/`, 'public', { signal: signal() })).rejects.toThrow();
    expect(connections).toBe(before);
  });

  test.each(DISGUISES)('as mail server, aggregator or address service %s', async (host) => {
    const before = connections;
    const mail = {
      host,
      port,
      security: 'none',
      user: undefined,
      password: undefined,
      from: 'a@b.test',
    } as const;
    expect((await tryMail({ ...mail, reach: 'public' })).works).toBe(false);
    const url = `http://${host}:${port}/interfaces/intake`;
    const account = { account: '1', user: 'u', password: 'p', providerId: '9', payerId: 'COHCPF' };
    const access = { ...account, url, pollSeconds: 1, isRehearsal: false, reach: 'public' } as const;
    expect((await tryAggregator(access)).works).toBe(false);
    expect((await tryAddresses({ provider: 'photon', url, reach: 'public' })).works).toBe(false);
    expect(connections).toBe(before);
  });

  test('nor can anything in its network, or at the other end of a tunnel', async () => {
    for (const host of [
      '10.0.0.1',
      '169.254.169.254',
      '192.168.1.1',
      '100.64.0.1',
      'fd00::1',
      'fe80::1',
      '64:ff9b::7f00:1',
    ])
      await expect(addressOf(host, 'public'), host).rejects.toThrow('not on the internet');
    expect(await addressOf('8.8.8.8', 'public')).toBe('8.8.8.8');
  });
});

test('a service the operator names is reached, and a redirect is returned as an answer', async () => {
  const before = connections;
  const answer = await send(`http://127.0.0.1:${port}/`, 'any', { signal: signal() });
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/elsewhere']);
  expect(connections).toBe(before + 1);
});
