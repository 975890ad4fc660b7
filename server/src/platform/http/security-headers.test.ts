import { getPeople } from '@homecare/domain/people/contract.ts';
import { logo } from '@homecare/domain/sites/page-contract.ts';
import { afterAll, expect, test } from 'vitest';
import { requestOf } from '../../../testing/requests.ts';
import { testServer } from '../../../testing/server.ts';
import { securityHeaders } from './security-headers.ts';

const server = await testServer();
afterAll(() => server.stop());

test('every answer with a body has the headers: data, refusals, errors, health', async () => {
  const admin = await server.as('admin');
  const anyone = server.anonymous();
  const answers = [
    await admin.call(getPeople, { filters: [] }),
    await anyone.call(getPeople, { filters: [] }),
    await admin.raw({ method: 'POST', url: '/homecare/api/poster.php', payload: 'cmd=nothing' }),
    await admin.raw({ method: 'GET', url: '/homecare/api/nothing.php' }),
    await anyone.raw({ method: 'GET', url: '/healthz' }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 401, expect.anything(), 404, 200]);
  for (const { headers } of answers) expect(headers).toMatchObject(securityHeaders(false));
});

test('the policy allows only what our origin serves, and no frame around it', () => {
  const policy = securityHeaders(false)['content-security-policy'];
  expect(policy).toBe(
    "default-src 'none';script-src 'self';style-src 'self';font-src 'self';img-src 'self' data: blob:;" +
      "connect-src 'self';manifest-src 'self';worker-src 'self';form-action 'self';base-uri 'none';frame-ancestors 'none'",
  );
});

test('a file keeps its own, stricter policy', async () => {
  const { headers } = await server.anonymous().raw(requestOf(logo, { min: true }));
  expect(headers['content-security-policy']).toBe("default-src 'none'; sandbox");
  expect(headers['x-content-type-options']).toBe('nosniff');
});

test('only https is told to stay on https', () => {
  expect(securityHeaders(false)).not.toHaveProperty('strict-transport-security');
  expect(securityHeaders(true)['strict-transport-security']).toBe('max-age=31536000');
});
