import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestServer, testServer } from '../../testing/server.ts';
import { keptPart } from './kept.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.stop());

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

test('a part that took long is counted again behind the answer, however soon after the last time it changed', async () => {
  let papers = 3;
  const part = keptPart(async () => {
    const counted = papers;
    await pause(300);
    return counted;
  });
  expect(await part(server.scope, 'before')).toEqual({ value: 3, isCounting: false });
  papers = 2;
  // It says of when it is, until it is from now.
  const since = expect.stringMatching(/^\d{4}-/);
  expect(await part(server.scope, 'after')).toEqual({ value: 3, isCounting: true, since });
  await expect.poll(() => part(server.scope, 'after')).toEqual({ value: 2, isCounting: false });
});
