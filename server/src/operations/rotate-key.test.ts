import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { done } from '@homecare/domain/errors.ts';
import { getPeople, insertPerson, updatePerson } from '@homecare/domain/people/contract.ts';
import { afterAll, expect, test } from 'vitest';
import { sampleClient } from '../../testing/sample-people.ts';
import { testServer } from '../../testing/server.ts';
import { keyNumberOf } from '../platform/crypto/secrets.ts';
import { mutate } from '../platform/db/mutate.ts';
import { keyNumberOfFile } from '../platform/files/sealed-store.ts';
import { newFileKey } from '../platform/files/store.ts';
import { storeFile } from '../platform/files/stored-files.ts';
import { rotateKey, SEALED_COLUMNS } from './rotate-key.ts';

const server = await testServer();
afterAll(() => server.stop());
const { site } = server;
const { pool } = server.database;
const admin = await server.as('admin');

const MAIL = {
  kind: 'mail',
  host: 'smtp.agency.test',
  port: 587,
  security: 'starttls',
  user: 'office',
  secret: null,
  from: 'office@agency.test',
};
const ssnOf = (n: number) => `9${10 + (n % 80)}-12-${1_000 + n}`;
const addClient = async (n: number) => {
  const data = { ...sampleClient(`Rotated${n}`, server.scope.today(), {}), 'SSI #': ssnOf(n) };
  const { insertId, text } = await admin.call(insertPerson, { data });
  if (!insertId) throw new Error(text);
  return insertId;
};
const addFile = async (content: Buffer) => {
  await mkdir(site.files.incoming, { recursive: true });
  const place = path.join(site.files.incoming, newFileKey().slice(3));
  await writeFile(place, content);
  const sha256 = createHash('sha256').update(content).digest();
  const file = { path: place, name: 'a.pdf', size: content.length, sha256 };
  const stored = await storeFile(server.scope, file, (storeIn) =>
    mutate(server.scope, 'test', async (tx, record) => {
      record({ entity: 'file', id: null, action: 'insert' });
      return done(await storeIn(tx));
    }),
  );
  if (!stored.ok) throw new Error(stored.info);
  return stored.data;
};
const numbersOf = async (table: string, column: string) => {
  const { rows } = await pool.query<{ sealed: Buffer }>(
    `select ${column} as sealed from ${table} where ${column} is not null`,
  );
  return [...new Set(rows.map(({ sealed }) => keyNumberOf(sealed)))];
};
const lies = (key: string) => readFile(path.join(server.dataDir, 'files', site.name, ...key.split('/')));

test('a new key reseals what earlier ones sealed while people work, even after a run that was killed', async () => {
  const clients: number[] = [];
  for (let n = 1; n <= 12; n += 1) clients.push(await addClient(n));
  const contents = [0, 1, 2].map(() => randomBytes(80_000));
  const files: string[] = [];
  for (const content of contents) files.push(await addFile(content));
  await pool.query(`insert into settings (key, value) values ('connection.mail', $1)`, [
    JSON.stringify({ connection: MAIL, sealed: site.secrets.encrypt('secret of mail').toString('base64') }),
  ]);
  await pool.query(`insert into second_factors (account_id, secret, created) values ($1, $2, now())`, [
    admin.accountId,
    site.secrets.encrypt('SECRET'),
  ]);

  // A run that was killed right after it had made its key.
  site.keys.change('add');
  expect(site.keys.now).toMatchObject({ isRotating: true });

  // Meanwhile people are added and changed, in a second process too.
  const elsewhere = await server.atSecondInstance(admin);
  const state = { isDone: false };
  const work = (async () => {
    for (let n = 20; !state.isDone; n += 1) {
      clients.push(await addClient(n));
      const id = clients[n % clients.length] ?? 0;
      const changed = await elsewhere.call(updatePerson, { id, data: { notes: `note ${n}` } });
      expect(changed.status).toBe(200);
    }
  })();
  const said: string[] = [];
  const rotated = await rotateKey(site, (line) => said.push(line));
  state.isDone = true;
  await work;

  expect(said[0]).toBe('Going on with the key that an earlier run made');
  expect(rotated.files).toBe(3);
  expect(site.keys.now).toMatchObject({ isRotating: false });
  for (const { table, column } of SEALED_COLUMNS)
    expect((await numbersOf(table, column)).filter((number) => number !== 1)).toEqual([]);
  for (const [at, key] of files.entries()) {
    expect(keyNumberOfFile(await lies(key))).toBe(1);
    expect((await site.files.read(key))?.equals(contents[at] ?? Buffer.of())).toBe(true);
  }
  const { rows } = await pool.query<{ value: { sealed: string } }>(
    `select value from settings where key = 'connection.mail'`,
  );
  const sealed = Buffer.from(rows[0]?.value.sealed ?? '', 'base64');
  expect(keyNumberOf(sealed)).toBe(1);
  expect(site.secrets.decrypt(sealed)).toBe('secret of mail');

  // In both processes everything opens, and a number in use is found.
  for (const caller of [admin, elsewhere]) {
    const { data } = await caller.call(getPeople, { id: clients[0] ?? 0, filters: [] });
    expect(data?.[0]?.['SSI #']).toBe(ssnOf(1));
  }
  const twice = { ...sampleClient('Twice', server.scope.today(), {}), 'SSI #': ssnOf(3) };
  expect((await elsewhere.call(insertPerson, { data: twice })).status).not.toBe(200);
  const logged = await pool.query<{ changes: unknown }>(
    `select changes from change_log where call = 'rotate-key'`,
  );
  expect(logged.rows).toHaveLength(1);

  // Another run makes another key; nothing is left under the one before.
  const again = await rotateKey(site, () => undefined);
  expect(again.values).toBeGreaterThan(clients.length);
  expect(await numbersOf('people', 'ssn_cipher')).toEqual([2]);
});
