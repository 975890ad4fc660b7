import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openAgency } from '#agency';
import type { Agency } from './agency.d.ts';
import { openClient } from './client.ts';

const NOW = '2026-11-20T17:00:00Z';
const AFTER_ITS_LAST_DAY = '2026-11-21T08:00:00Z';
/** As many as one answer of a record log has. */
const PAGE = 50;
const CALLS = ['recordLog.getPersonLog', 'candidates.get', 'candidates.insert'];

type Client = ReturnType<typeof openClient>;
let agency: Agency;
let admin: Client;
beforeAll(async () => {
  agency = await openAgency({ changes: PAGE + 1 });
  admin = openClient(agency.origin);
  await admin.command({
    cmd: 'login',
    data: [
      { field: 'user', value: agency.login },
      { field: 'pass', value: agency.password },
    ],
  });
});
afterAll(() => agency.stop());
beforeEach(() => agency.setClock(NOW));

const makeKey = async (name: string) => {
  const { data } = await admin.post('/api-keys/make', {
    body: { name, role: 'admin', calls: CALLS, perMinute: 600, expires: '2026-11-20' },
  });
  if (!data) throw new Error('no key was made');
  return { id: data.insert_id, program: openClient(agency.origin, data.data.key) };
};

const listCandidates = (program: Client, headers = {}) => program.command({ cmd: 'candidate_get' }, headers);
const insertCandidate = (program: Client, phone: string, key: string) =>
  program.command(
    {
      cmd: 'candidate_insert',
      data: [
        { field: 'Name', value: 'Ana Lopez' },
        { field: 'Phone', value: phone },
        { field: 'Address', value: '3000 S Jamaica Ct, Aurora, CO 80014' },
        { field: 'AddressLatitude', value: 39.66 },
        { field: 'AddressLongitude', value: -104.86 },
        { field: 'DateAvailable', value: '2026-12-01' },
      ],
    },
    { 'Idempotency-Key': key },
  );

describe('a client with a key alone', () => {
  it('reads a paged list to its end', async () => {
    const { program } = await makeKey('Pages');
    const page = async (before?: number) => {
      const { data } = await program.post('/people/record-log', {
        body: { id: agency.person, ...(before !== undefined && { before }) },
      });
      if (!data) throw new Error('no page');
      return data.data;
    };
    const first = await page();
    const second = await page(first.entries.at(-1)?.id);
    expect([first.entries.length, first.more, second.more]).toEqual([PAGE, true, false]);
  });

  it('inserts once, whatever became of the first answer, and is refused with a reason and a field', async () => {
    const { program } = await makeKey('Inserts');
    const [first, again] = [
      await insertCandidate(program, '(303) 555-0190', 'key-once-1'),
      await insertCandidate(program, '(303) 555-0190', 'key-once-1'),
    ];
    expect(first.data).toMatchObject({ result: 'OK' });
    expect(again.data).toEqual(first.data);
    const { response, error } = await insertCandidate(program, '12', 'key-refused-1');
    expect([response.status, error?.reason, error?.errors?.[0]?.field]).toEqual([400, 'badInput', 'Phone']);
  });

  it('gets 304 for a list that it has', async () => {
    const { program } = await makeKey('Follows');
    const tag = (await listCandidates(program)).response.headers.get('ETag') ?? '';
    expect((await listCandidates(program, { 'If-None-Match': tag })).response.status).toBe(304);
  });

  it('is refused outside its calls', async () => {
    const { program } = await makeKey('Narrow');
    const { response, error } = await program.post('/people/get-note', { body: { id: agency.person } });
    expect([response.status, error?.reason]).toEqual([403, 'forbidden']);
  });

  it('is refused once it was revoked', async () => {
    const { program, id } = await makeKey('Revoked');
    if (id === undefined) throw new Error('the key has no number');
    expect((await listCandidates(program)).response.status).toBe(200);
    expect((await admin.post('/api-keys/revoke', { body: { id } })).response.status).toBe(200);
    const { response, error } = await listCandidates(program);
    expect([response.status, error?.reason]).toEqual([401, 'notSignedIn']);
  });

  it('is refused after its last day', async () => {
    const { program } = await makeKey('Expired');
    agency.setClock(AFTER_ITS_LAST_DAY);
    const { response, error } = await listCandidates(program);
    expect([response.status, error?.reason]).toEqual([401, 'notSignedIn']);
  });
});
