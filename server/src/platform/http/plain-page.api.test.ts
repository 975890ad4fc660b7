import { ARCHIVED_ONLY, lastHoursReport } from '@homecare/domain/people-forms/contract.ts';
import { afterAll, expect, test } from 'vitest';
import { addClient } from '../../../testing/care.ts';
import { type Caller, testServer } from '../../../testing/server.ts';
import { BASE } from './base-path.ts';

const server = await testServer();
afterAll(() => server.stop());
const client = await addClient(server.site.pool, 'Garcia');

/** Headers of a browser that opens a document in a window. */
const opened = {
  'sec-fetch-dest': 'document',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-site': 'same-origin',
};
const open = (caller: Caller, url: string, headers = {}) =>
  caller.raw({ method: 'GET', url, headers: { ...opened, ...headers } });

test.each([
  [
    'of another role',
    async () => open(await server.as('provider'), `${BASE}/People/caseManagerForm.php?id=${client}`),
    403,
    'Your role does not allow this.',
  ],
  [
    'of nobody known',
    async () => open(await server.as('user'), `${BASE}/People/caseManagerForm.php?id=999999`),
    404,
    'This record was not found.',
  ],
  [
    'of an active client',
    async () => open(await server.as('user'), `${BASE}/People/lastHoursReport.php?id=${client}`),
    400,
    ARCHIVED_ONLY,
  ],
  [
    'without a session',
    async () => open(server.anonymous(), `${BASE}/People/caseManagerForm.php?id=${client}`),
    401,
    'Sign in',
  ],
  [
    'at no address of ours',
    async () => open(server.anonymous(), `${BASE}/nowhere.php`),
    404,
    'There is nothing at this address.',
  ],
  [
    'of an unknown agency',
    async () => open(server.anonymous(), `${BASE}/People/caseManagerForm.php`, { host: 'elsewhere.example' }),
    421,
    'Incorrect Site name!',
  ],
])('a document %s is refused with a sentence on a page', async (_, ask, status, sentence) => {
  const answer = await ask();
  expect(answer.status).toBe(status);
  expect(answer.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  expect(answer.headers['content-security-policy']).toMatch(/^default-src 'none';.*frame-ancestors 'none'$/);
  expect(answer.text).toContain('<h1>This cannot be shown</h1>');
  expect(answer.text).toContain(sentence);
  expect(answer.text).not.toMatch(/<script|"result"/);
});

test('input never becomes markup', async () => {
  const { text } = await open(
    await server.as('user'),
    `${BASE}/People/caseManagerForm.php?id=1&%3Cimg%20src%3E=1`,
  );
  expect(text).toContain('&#60;img src&#62; is not a field of this call.');
  expect(text).not.toContain('<img src>');
});

test('a script still gets JSON', async () => {
  const user = await server.as('user');
  for (const headers of [{}, { 'sec-fetch-dest': 'empty' }])
    expect(await user.call(lastHoursReport, { id: client }, headers)).toMatchObject({
      status: 400,
      headers: { 'content-type': 'application/json; charset=utf-8' },
    });
});

test('an existing document is shown as the document', async () => {
  const answer = await open(await server.as('user'), `${BASE}/People/caseManagerForm.php?id=${client}`);
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
});
