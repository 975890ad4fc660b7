import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  downloadExport,
  listExports,
  makeExport,
  removeExport,
} from '@homecare/domain/agency-export/contract.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { addClient } from '../../testing/care.ts';
import { type Caller, type TestServer, testServer } from '../../testing/server.ts';
import { Scope } from '../platform/auth/scope.ts';
import { readTar } from '../platform/files/tar.ts';
import { removeOver, writeWaiting } from './service.ts';

const NOW = '2026-11-20T17:00:00Z';

let server: TestServer;
let admin: Caller;
let folder: string;
beforeAll(async () => {
  server = await testServer({ now: NOW, others: ['other'] });
  admin = await server.as('admin');
  folder = await mkdtemp(path.join(tmpdir(), 'homecare-export-'));
  await addClient(server.database.pool, 'Baca');
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

const work = async () => writeWaiting(await Scope.startJob(server.site, 'test'));
const make = async () => {
  const made = await admin.call(makeExport, {});
  await work();
  return made.insertId ?? 0;
};
const filesIn = async (bytes: Buffer) => {
  const file = path.join(folder, 'downloaded.tar');
  await writeFile(file, bytes);
  const handle = await open(file, 'r');
  const files = new Map<string, string>();
  for await (const { name, read } of readTar(handle)) files.set(name, (await read()).toString());
  await handle.close();
  return files;
};
const namesIn = async (bytes: Buffer) => [...(await filesIn(bytes)).keys()];

test('an admin requests an archive, downloads it, on record, and removes it', async () => {
  const asked = await admin.call(makeExport, {});
  expect((await admin.call(makeExport, {})).status).toBe(409);
  const waits = async () =>
    expect((await admin.call(listExports, {})).data).toMatchObject([{ state: 'waiting', size: null }]);
  await waits();
  // A process that ends leaves it to the next one.
  await expect(
    writeWaiting(await Scope.startJob(server.site, 'test'), AbortSignal.abort()),
  ).rejects.toThrow();
  await waits();
  await work();
  const id = asked.insertId ?? 0;
  expect((await admin.call(listExports, {})).data).toMatchObject([{ id, state: 'ready', made: NOW }]);
  const { headers, bytes } = await admin.call(downloadExport, { id });
  expect(headers['content-type']).toBe('application/x-tar');
  expect(headers['content-disposition']).toContain('demo-2026-11-20T17-00-00.tar');
  const names = await namesIn(bytes);
  expect([names[0], names.at(-1)]).toEqual(['manifest.json', 'end.json']);
  expect(names).toContain('tables/people/000001.jsonl');
  const { rows } = await server.database.pool.query(
    "select 1 from change_log where call = 'agencyExport.download' and entity_id = $1",
    [id],
  );
  expect(rows).toHaveLength(1);
  expect((await admin.call(removeExport, { id })).status).toBe(200);
  expect((await admin.call(downloadExport, { id })).status).toBe(404);
  expect((await admin.call(removeExport, { id })).status).toBe(404);
});

test('a table with a column named rows is exported completely', async () => {
  await server.database.pool.query(
    `insert into access_log (at, account_id, address, call, way, rows, request)
     values ($1, 1, '127.0.0.1', 'people.list', 'listed', 5, 'a list of five')`,
    [NOW],
  );
  const { bytes } = await admin.call(downloadExport, { id: await make() });
  const lines = (await filesIn(bytes)).get('tables/access_log/000001.jsonl')?.trim().split('\n') ?? [];
  expect(lines.map((line) => JSON.parse(line))).toContainEqual(
    expect.objectContaining({ rows: 5, request: 'a list of five' }),
  );
});

test('an archive is sent without filling the memory, and not at all if a part is missing', async () => {
  const id = await make();
  const reading = vi.spyOn(server.site.files, 'read').mockRejectedValue(new RangeError('greater than 2 GiB'));
  const { status, bytes } = await admin.call(downloadExport, { id });
  reading.mockRestore();
  expect(status).toBe(200);
  expect((await namesIn(bytes)).at(-1)).toBe('end.json');
  await server.database.pool.query(
    `update stored_files set sha256 = sha256(sha256)
     where key = (select file_key from agency_exports where id = $1)`,
    [id],
  );
  expect((await admin.call(downloadExport, { id })).status).toBe(404);
});

test('an archive is not in the next archive, and neither is stored for longer than a day', async () => {
  await make();
  const id = await make();
  const { bytes } = await admin.call(downloadExport, { id });
  expect((await namesIn(bytes)).filter((name) => name.startsWith('files/'))).toEqual([]);
  server.clock.advance({ hours: 25 });
  await removeOver(await Scope.startJob(server.site, 'test'));
  admin = await server.as('admin');
  const states = (await admin.call(listExports, {})).data?.map(({ state }) => state);
  expect(states).toEqual(['removed', 'removed', 'removed', 'removed', 'removed']);
});

test('an archive that would omit a table is not made, and says so', async () => {
  await server.database.pool.query('create table forgotten (id int)');
  await make();
  await server.database.pool.query('drop table forgotten');
  expect((await admin.call(listExports, {})).data?.[0]).toMatchObject({
    state: 'failed',
    error: expect.stringContaining('forgotten'),
  });
});

test('only an admin of the agency can make or download one', async () => {
  const id = await make();
  const user = await server.as('user');
  expect((await user.call(makeExport, {})).status).toBe(403);
  expect((await user.call(downloadExport, { id })).status).toBe(403);
  const other = await server.as('admin', { site: server.siteNamed('other') });
  expect((await other.call(downloadExport, { id })).status).toBe(404);
  expect((await other.call(listExports, {})).data).toEqual([]);
});
