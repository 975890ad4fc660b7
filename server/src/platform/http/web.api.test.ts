import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { testServer } from '../../../testing/server.ts';
import { NO_LOG } from '../log/log.ts';
import { Sites } from '../site/sites.ts';
import { buildServer } from './server.ts';

const server = await testServer();
const webRoot = await mkdtemp(path.join(tmpdir(), 'homecare-web-'));
const write = (name: string) => writeFile(path.join(webRoot, name), name);
for (const folder of ['assets', 'guide']) await mkdir(path.join(webRoot, folder));
for (const name of ['index.html', 'sign-in.html', 'guide/index.html', 'guide/today.html']) await write(name);
const app = await buildServer({
  sites: new Sites([server.site], { pickerHosts: [] }),
  registry: server.registry,
  log: NO_LOG,
  trustedProxies: [],
  webRoot,
});
afterAll(async () => {
  await app.close();
  await server.stop();
  await rm(webRoot, { recursive: true, force: true });
});

const get = (url: string, host = 'localhost') => app.inject({ method: 'GET', url, headers: { host } });

test.each([
  ['/guide', 'guide/index.html'],
  ['/guide/', 'guide/index.html'],
  ['/guide/today', 'guide/today.html'],
  ['/guide/today?from=mail', 'guide/today.html'],
  ['/guide/nothing', 'sign-in.html'],
  ['/guidelines', 'sign-in.html'],
])('%s answers anyone with %s', async (url, file) => {
  const answer = await get(url);
  expect(answer.statusCode).toBe(200);
  expect(answer.body).toBe(file);
  expect(answer.headers['content-type']).toContain('text/html');
  expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
});

test.each(['/guide/../index.html', '/guide/%2e%2e/index.html', '/guide/today.html'])(
  '%s is not a page of the manual',
  async (url) => expect((await get(url)).body).not.toContain('guide/'),
);

test('an unknown host gets no manual', async () => {
  expect((await get('/guide', 'unknown.test')).statusCode).not.toBe(200);
});
