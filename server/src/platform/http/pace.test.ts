import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import fastify from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { watchPace } from './pace.ts';

/** More than two sockets' buffers hold. */
const SIZE = 48 * 1024 * 1024;
const WINDOW_SECONDS = 0.4;

const app = fastify();
const watch = watchPace(app, { leastBytesPerSecond: 250, paceWindowSeconds: WINDOW_SECONDS });
app.addHook('onRequest', (request, reply, next) => {
  watch(request.raw, reply.raw);
  next();
});
app.get('/large', (_, reply) => reply.send(Buffer.alloc(SIZE)));
const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
afterAll(() => app.close());

const ask = (): Socket => {
  const socket = connect(Number(port), '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write('GET /large HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n');
  return socket;
};
const openConnections = () =>
  new Promise<number>((resolve) => app.server.getConnections((_, n) => resolve(n)));

test('an answer that nobody reads loses its connection', async () => {
  const socket = ask();
  await expect.poll(openConnections).toBe(1);
  await expect.poll(openConnections).toBe(0);
  socket.destroy();
});

test('an answer read with pauses arrives in full', async () => {
  const socket = ask();
  let received = 0;
  let sincePause = 0;
  for await (const chunk of socket) {
    received += chunk.length;
    sincePause += chunk.length;
    // Pause for two windows whenever more than this has arrived.
    if (sincePause > SIZE / 4) {
      sincePause = 0;
      await pause(2 * WINDOW_SECONDS * 1_000);
    }
  }
  expect(received).toBeGreaterThan(SIZE);
});
