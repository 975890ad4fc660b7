import { afterAll, beforeAll, expect, it } from 'vitest';
import { openAgency } from '#agency';
import type { Agency } from './agency.d.ts';
import { openClient } from './client.ts';

/** As many as one answer of a record log has. */
const PAGE = 50;
const PDF = '%PDF-1.4\ntrailer<</Root 1 0 R>>\n%%EOF\n';

let agency: Agency;
let client: ReturnType<typeof openClient>;
beforeAll(async () => {
  agency = await openAgency({ changes: PAGE + 1 });
  client = openClient(agency.origin);
  const { data } = await client.command({
    cmd: 'login',
    data: [
      { field: 'user', value: agency.login },
      { field: 'pass', value: agency.password },
      { field: 'site', value: 'demo' },
    ],
  });
  expect(data).toMatchObject({ result: 'OK', data: { role: 'admin' } });
});
afterAll(() => agency.stop());

const insertCandidate = (name: string, phone: string, key: string) =>
  client.command(
    {
      cmd: 'candidate_insert',
      data: [
        { field: 'Name', value: name },
        { field: 'Phone', value: phone },
        { field: 'Address', value: '3000 S Jamaica Ct, Aurora, CO 80014' },
        { field: 'AddressLatitude', value: 39.66 },
        { field: 'AddressLongitude', value: -104.86 },
        { field: 'DateAvailable', value: '2026-12-01' },
      ],
    },
    { 'Idempotency-Key': key },
  );
const insertedId = ({ data }: Awaited<ReturnType<typeof insertCandidate>>) =>
  data && 'insert_id' in data ? data.insert_id : undefined;
const listCandidates = (headers = {}) => client.command({ cmd: 'candidate_get' }, headers);

it('a client that is not signed in is refused with the sentence to show', async () => {
  const stranger = openClient(agency.origin);
  const { response, error } = await stranger.get('/modules/getUserFiles.php', {
    params: { query: { id: agency.person } },
  });
  expect(response.status).toBe(401);
  expect(error).toMatchObject({
    result: 'ERROR',
    code: 401,
    reason: 'notSignedIn',
    Info: 'Sign in to continue.',
  });
});

it('a refused form names the sentence and the field', async () => {
  const { response, error } = await insertCandidate('Maria Lopez', '12', 'client-refused-1');
  expect([response.status, error?.reason]).toEqual([400, 'badInput']);
  expect(error?.errors).toMatchObject([{ field: 'Phone', message: error?.Info }]);
});

it('a refusal has the reason that its call declares', async () => {
  const { response, error } = await client.command({
    cmd: 'user_insert',
    data: [
      { field: 'login', value: agency.login },
      { field: 'password', value: 'Tmp-Pass-71' },
      { field: 'full_name', value: 'Ana Lopez' },
      { field: 'role', value: 'user' },
    ],
  });
  // A name that is not in the document would not compile.
  const taken: NonNullable<typeof error>['reason'] = 'loginTaken';
  expect([response.status, error?.reason]).toEqual([409, taken]);
});

it('the same request with the same key is done once', async () => {
  const [first, again] = [
    await insertCandidate('Ana Lopez', '(303) 555-0190', 'client-once-1'),
    await insertCandidate('Ana Lopez', '(303) 555-0190', 'client-once-1'),
  ];
  expect(insertedId(first)).toBeTypeOf('number');
  expect(insertedId(again)).toBe(insertedId(first));
  expect((await listCandidates()).data).toMatchObject({ data: [{ Name: 'Ana Lopez' }] });
});

it('a change on top of another one answers 409 and says who was there', async () => {
  const id = insertedId(await insertCandidate('Luis Baca', '(303) 555-0191', 'client-stale-1'));
  if (id === undefined) throw new Error('no candidate was made');
  const rename = (value: string) =>
    client.command({
      cmd: 'candidate_update',
      id,
      data: [
        { field: 'Name', value },
        { field: 'rev', value: 0 },
      ],
    });
  expect((await rename('Luis A. Baca')).data).toMatchObject({ result: 'OK', data: { rev: 1 } });
  const late = await rename('Luis B. Baca');
  expect([late.response.status, late.error?.code, late.error?.reason]).toEqual([409, 409, 'stale']);
  expect(late.error?.Info).toMatch(/^Changed by /);
});

it('an unchanged list answers 304 to whoever has it', async () => {
  const { response } = await listCandidates();
  const tag = response.headers.get('ETag') ?? '';
  expect((await listCandidates({ 'If-None-Match': tag })).response.status).toBe(304);
  await insertCandidate('Rosa Diaz', '(303) 555-0192', 'client-tag-1');
  expect((await listCandidates({ 'If-None-Match': tag })).response.status).toBe(200);
});

it('a file is uploaded, listed and downloaded as it was', async () => {
  const file = new File([PDF], 'plan.pdf');
  const sent = await client.post('/modules/uploadFile.php', {
    body: { id: agency.person, name: 'Plan', file },
    bodySerializer: client.toMultipart,
  });
  expect(sent.data?.data).toMatchObject({ name: 'Plan.pdf', size: file.size });
  const listed = await client.get('/modules/getUserFiles.php', { params: { query: { id: agency.person } } });
  expect(listed.data?.data).toEqual([sent.data?.data]);
  const { data } = await client.get('/modules/downloadFile.php', {
    params: { query: { id: agency.person, name: 'Plan.pdf' } },
    parseAs: 'blob',
  });
  expect(await data?.text()).toBe(PDF);
});

it('a paged list is read to its end', async () => {
  const page = async (before?: number) => {
    const { data } = await client.post('/people/record-log', {
      body: { id: agency.person, ...(before !== undefined && { before }) },
    });
    if (!data) throw new Error('no page');
    return data.data;
  };
  const first = await page();
  expect([first.entries.length, first.more]).toEqual([PAGE, true]);
  const second = await page(first.entries.at(-1)?.id);
  expect(second.more).toBe(false);
  const ids = [...first.entries, ...second.entries].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toEqual(ids.toSorted((a, b) => b - a));
});
