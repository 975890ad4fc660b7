import { login, touchSession } from '@homecare/domain/accounts/sign-in-contract.ts';
import { DECLARED_CALLS } from '@homecare/domain/calls.ts';
import { getPeople } from '@homecare/domain/people/contract.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { commandBody } from '../../../testing/requests.ts';
import { testServer } from '../../../testing/server.ts';
import { PAGE_CALLS } from '../../reports/routes.ts';
import { BASE } from './base-path.ts';
import { register } from './registry.ts';

const server = await testServer();
afterAll(() => server.stop());
const admin = await server.as('admin');
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const poster = (payload: string, headers = {}) =>
  admin.raw({ method: 'POST', url: `${BASE}/poster.php`, payload, headers: { ...form, ...headers } });

describe('malformed requests get words, never a 5xx', () => {
  test.each([
    ['an unknown command', () => poster('cmd=drop_everything'), 400],
    ['a command called constructor', () => poster('cmd=constructor'), 400],
    ['a command called __proto__', () => poster('cmd=__proto__'), 400],
    ['no command', () => poster(''), 400],
    ['a repeated command', () => poster('cmd=get&cmd=login'), 400],
    ['an unknown form field', () => poster('cmd=get&admin=1'), 400],
    ['data that is no JSON', () => poster('cmd=get&data=%5B'), 400],
    [
      'a field that cannot be filtered',
      () => poster(`cmd=get&data=${encodeURIComponent('[{"field":"password_hash","value":"<=m"}]')}`),
      400,
    ],
    [
      'an operator that the field does not know',
      () => poster(`cmd=get&data=${encodeURIComponent('[{"field":"SSI #","value":"<=5"}]')}`),
      400,
    ],
    ['an unknown path', () => admin.raw({ method: 'GET', url: `${BASE}/nowhere.php` }), 404],
    ['HEAD', () => admin.raw({ method: 'HEAD', url: `${BASE}/modules/getPremium.php` }), 404],
    ['PUT', () => admin.raw({ method: 'PUT', url: `${BASE}/poster.php`, payload: '{}' }), 404],
    ['another content type', () => poster('<x/>', { 'content-type': 'application/xml' }), 415],
    ['a body over 2 MB', () => poster(`cmd=get&data=${'x'.repeat(2 * 1024 * 1024)}`), 413],
    [
      'JSON with a prototype key',
      () =>
        admin.raw({
          method: 'POST',
          url: `${BASE}/session/touch`,
          payload: '{"__proto__":{"role":"admin"}}',
          headers: { 'content-type': 'application/json' },
        }),
      400,
    ],
    [
      'JSON that is a list',
      () =>
        admin.raw({
          method: 'POST',
          url: `${BASE}/session/touch`,
          payload: '[1]',
          headers: { 'content-type': 'application/json' },
        }),
      400,
    ],
    [
      'an unknown field of a JSON call',
      () =>
        admin.raw({
          method: 'POST',
          url: `${BASE}/session/touch`,
          payload: '{"role":"admin"}',
          headers: { 'content-type': 'application/json' },
        }),
      400,
    ],
  ])('%s', async (_, send, status) => {
    expect((await send()).status).toBe(status);
  });

  test('a refusal names the field', async () => {
    const answer = await poster(
      `cmd=get&data=${encodeURIComponent('[{"field":"password_hash","value":"x"}]')}`,
    );
    expect(answer).toMatchObject({ code: 400, errors: [{ field: 'password_hash' }] });
  });
});

test('both spellings of a path work', async () => {
  for (const path of ['modules/getPremium.php', 'getPremium.php'])
    expect((await admin.raw({ method: 'GET', url: `${BASE}/${path}` })).status).toBe(200);
});

test('an unchanged list answers 304, and a changed one does not', async () => {
  const first = await admin.call(getPeople, { filters: [] });
  const tag = String(first.headers.etag);
  expect((await admin.call(getPeople, { filters: [] }, { 'if-none-match': tag })).status).toBe(304);
  await server.site.pool.query("select bump_revision('people', 'all')");
  expect((await admin.call(getPeople, { filters: [] }, { 'if-none-match': tag })).status).toBe(200);
});

test('health is served on any host name, metrics only to the machine itself', async () => {
  const anyone = server.anonymous();
  expect((await anyone.raw({ method: 'GET', url: '/healthz', headers: { host: 'probe' } })).text).toBe('ok');
  expect((await anyone.raw({ method: 'GET', url: '/readyz', headers: { host: 'probe' } })).text).toBe(
    'ready',
  );
  expect((await anyone.raw({ method: 'GET', url: '/metrics' })).text).toContain('homecare_request_seconds');
  expect((await anyone.raw({ method: 'GET', url: '/metrics', remoteAddress: '10.0.0.9' })).status).toBe(404);
});

test('TRACE is not answered', async () => {
  const answer = await server.app.inject({
    method: 'TRACE',
    url: '/healthz',
    headers: { 'x-secret': 'canary' },
  });
  expect(answer.statusCode).toBeGreaterThanOrEqual(400);
  expect(answer.body).not.toContain('canary');
});

const OpenApi = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.looseObject({ 'x-calls': z.array(z.string()) }))),
});

test('OpenAPI and the docs page show every declared call', async () => {
  const json = await server.anonymous().raw({ method: 'GET', url: `${BASE}/openapi.json` });
  const page = await server.anonymous().raw({ method: 'GET', url: `${BASE}/docs` });
  const operations = Object.values(OpenApi.parse(JSON.parse(json.text)).paths).flatMap(Object.values);
  const names = [...DECLARED_CALLS, ...PAGE_CALLS].map((call) => call.name);
  expect(new Set(operations.flatMap((operation) => operation['x-calls']))).toEqual(new Set(names));
  for (const name of names) expect(page.text).toContain(name);
});

test('OpenAPI describes what a call is sent and answers', async () => {
  const json = await server.anonymous().raw({ method: 'GET', url: `${BASE}/openapi.json` });
  const { paths } = OpenApi.parse(JSON.parse(json.text));
  const { get: download } = paths['/modules/downloadFile.php'] ?? {};
  expect(download?.parameters).toMatchObject([
    { name: 'id', in: 'query', required: true },
    { name: 'name', in: 'query', required: true },
  ]);
  expect(download).not.toHaveProperty('requestBody');
  expect(Object.keys(paths['/getCarePlans.php']?.get?.responses ?? {})).toEqual(['200', '304', '4XX', '5XX']);
  const { get: older, post: own } = paths['/modules/renameUserFile.php'] ?? {};
  expect([older?.deprecated, own?.deprecated]).toEqual([true, undefined]);
  expect(paths['/hooks/twilio/status']?.post?.security).toEqual([]);
});

test('the log contains route patterns and nothing that was sent', async () => {
  server.log.length = 0;
  await server.anonymous().call(login, { data: { user: 'canary-login', pass: 'canary-pass' } });
  await admin.raw({ method: 'GET', url: `${BASE}/modules/latlong.php?id=4711&note=canary-query` });
  await poster(commandBody('insert', { data: { FirstName: 'canary-name', 'Provider or Client': 'Client' } }));
  expect(server.log.length).toBeGreaterThanOrEqual(3);
  expect(server.log.join('\n')).not.toMatch(/canary|4711/);
  expect(server.log.join('\n')).toContain('/homecare/api/modules/latlong.php');
});

test('the start refuses a declared call without a binding, and a binding without a declaration', () => {
  const [binding] = server.registry.all;
  if (!binding) throw new Error('no binding');
  expect(() => register([touchSession], [])).toThrow('Declared but not bound: accounts.touchSession');
  expect(() => register([], [binding])).toThrow('is bound but not declared');
  expect(() => register([binding.call], [binding, binding])).toThrow('bound twice');
});

test('the change log cannot be changed, even by the application', async () => {
  await expect(server.site.pool.query("update change_log set actor = 'x'")).rejects.toThrow('append-only');
  await expect(server.site.pool.query('delete from change_log')).rejects.toThrow('append-only');
  await expect(server.site.pool.query('truncate change_log')).rejects.toThrow('append-only');
});
