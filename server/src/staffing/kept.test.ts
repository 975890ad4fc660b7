import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestServer, testServer } from '../../testing/server.ts';
import { keeping } from './kept.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.stop());

const KEPT_MS = 60_000;

test.each([
  ['now is kept', 0, 1],
  ['long ago, and only followed since then, is read again', KEPT_MS, 2],
])('a result read %s', async (_, age, times) => {
  const { scope } = server;
  const kept = keeping<{ readonly readAt: number }>(KEPT_MS, ({ readAt }) => readAt);
  let read = 0;
  const ask = () =>
    kept(
      scope.site.db,
      scope,
      async () => 'the same',
      async () => {
        read += 1;
        return { readAt: performance.now() - age };
      },
    );
  await ask();
  await setTimeout(20);
  await ask();
  expect(read).toBe(times);
});
