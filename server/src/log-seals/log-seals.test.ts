import { randomBytes } from 'node:crypto';
import { updatePerson } from '@homecare/domain/people/contract.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addClient } from '../../testing/care.ts';
import { type Caller, type TestServer, testServer } from '../../testing/server.ts';
import { Scope } from '../platform/auth/scope.ts';
import { grantWork } from '../platform/db/migrate.ts';
import { digestSeal, type Seal } from './seal.ts';
import { sealLog, verifyLog } from './service.ts';

let server: TestServer;
let admin: Caller;
let client: number;
beforeAll(async () => {
  server = await testServer({ now: '2026-11-20T17:00:00Z' });
  admin = await server.as('admin');
  client = await addClient(server.database.pool, 'Sealed');
});
afterAll(() => server.stop());

const change = async (notes: string) => {
  expect((await admin.call(updatePerson, { id: client, data: { notes } })).code).toBe(200);
};
const seal = async (waitMs = 10_000) =>
  sealLog(await Scope.startJob(server.site, 'jobs'), 'change_log', { waitMs });
const verify = () => verifyLog(server.site.db, 'change_log');

/** Runs a statement as only the database's owner can. */
const asOwner = async (statement: string, parameters: unknown[] = []) => {
  const connection = await server.database.pool.connect();
  try {
    await connection.query('begin');
    await connection.query("set local session_replication_role = 'replica'");
    const { rows } = await connection.query(statement, parameters);
    await connection.query('commit');
    return rows;
  } finally {
    connection.release();
  }
};

it('sealing covers what was written since the last seal and builds on it; verification finds nothing if nothing was touched', async () => {
  await change('Has a dog');
  const [first] = await seal();
  await change('Has two dogs');
  await change('Has a cat');
  const [second] = await seal();
  expect(await seal()).toEqual([]);
  await change('Has no animals');
  const verified = await verify();
  expect(verified).toMatchObject({ seals: 2, since: 1, findings: [], newest: second });
  expect(second).toMatchObject({ number: 2, after: first?.through, day: '2026-11-20' });
  const { rows } = await server.database.pool.query<{ count: number }>(
    'select count(*)::int as count from change_log where id <= $1',
    [second?.through],
  );
  expect(verified.rows).toBe(rows[0]?.count);
});

it('a log is not sealed while a transaction may still have rows nobody can read', async () => {
  const connection = await server.database.pool.connect();
  await connection.query('begin');
  await connection.query(
    "insert into change_log (actor, role, call, entity, action) values ('AD', 'admin', 'people.update', 'person', 'update')",
  );
  await change('Has a parrot');
  expect(await seal(100)).toEqual([]);
  await connection.query('commit');
  connection.release();
  expect(await seal()).toHaveLength(1);
  expect((await verify()).findings).toEqual([]);
});

it('a seal can be neither changed nor removed', async () => {
  for (const statement of ['update log_seals set day = day', 'delete from log_seals', 'truncate log_seals'])
    await expect(server.database.pool.query(statement)).rejects.toThrow('append-only');
});

it('the application of a database owned by another role can only add to the logs and read them', async () => {
  const { pool } = server.database;
  const role = `app_${randomBytes(4).toString('hex')}`;
  await pool.query(`create role ${role}`);
  try {
    await grantWork(pool, role);
    const { rows } = await pool.query<{ table: string; rights: string[] }>(
      `select name as table, array_agg(right_name order by right_name) as rights
        from unnest(array['change_log', 'access_log', 'log_seals', 'people']) as name,
          unnest(array['select', 'insert', 'update', 'delete', 'truncate']) as right_name
        where has_table_privilege($1, name, right_name) group by name order by name`,
      [role],
    );
    expect(rows).toEqual([
      { table: 'access_log', rights: ['insert', 'select'] },
      { table: 'change_log', rights: ['insert', 'select'] },
      { table: 'log_seals', rights: ['insert', 'select'] },
      { table: 'people', rights: ['delete', 'insert', 'select', 'truncate', 'update'] },
    ]);
  } finally {
    await pool.query(`drop owned by ${role}`);
    await pool.query(`drop role ${role}`);
  }
});

it('verification finds a changed, a removed and an inserted row, and says where', async () => {
  const [row] = await asOwner('select id, actor from change_log order by id desc offset 1 limit 1');
  await asOwner("update change_log set actor = 'XX' where id = $1", [row.id]);
  expect((await verify()).findings).toEqual([
    expect.stringMatching(/^Rows .*, sealed on 2026-11-20, were changed\.$/),
  ]);
  await asOwner('update change_log set actor = $2 where id = $1', [row.id, row.actor]);
  expect((await verify()).findings).toEqual([]);

  await asOwner('create table kept as select * from change_log where id = $1', [row.id]);
  await asOwner('delete from change_log where id = $1', [row.id]);
  expect((await verify()).findings).toEqual([
    expect.stringMatching(/^Rows .*, sealed on 2026-11-20, were \d+ rows; now there are \d+\.$/),
  ]);
  await asOwner('insert into change_log overriding system value select * from kept');
  expect((await verify()).findings).toEqual([]);
});

it('verification finds a changed seal, a missing one, and a resealed log', async () => {
  const { rows } = await server.database.pool.query<Seal>(
    "select log, number, day::text, after::int, through::int, blocks, digest from log_seals where log = 'change_log' order by number",
  );
  const [first, second] = rows;
  if (!first || !second) throw new Error('there are no two seals');
  await asOwner("update log_seals set digest = repeat('0', 64) where number = 2");
  expect((await verify()).findings).toEqual([
    'Seal 2 of 2026-11-20 was changed, or those before it were.',
    'Seal 3 of 2026-11-20 was changed, or those before it were.',
  ]);
  await asOwner('update log_seals set digest = $1 where number = 2', [second.digest]);
  await asOwner('delete from log_seals where number = 2');
  expect((await verify()).findings).toEqual(['Seal 2 is missing.']);

  // The database's owner can make all seals again, but then the digest recorded elsewhere no longer matches.
  await asOwner('delete from log_seals');
  await asOwner("update change_log set actor = 'XX' where id = 1");
  await seal();
  const anew = await verify();
  expect(anew.findings).toEqual([]);
  expect(anew.digests.has(first.digest)).toBe(false);
});

it('a seal’s digest covers all of it', () => {
  const content = {
    log: 'access_log' as const,
    number: 4,
    day: '2026-11-20',
    after: 7,
    through: 9,
    blocks: [{ first: 8, last: 9, rows: 2, digest: 'ab' }],
  };
  const others = [
    { ...content, log: 'change_log' as const },
    { ...content, number: 5 },
    { ...content, day: '2026-11-21' },
    { ...content, after: 6 },
    { ...content, through: 10 },
    { ...content, blocks: [{ first: 8, last: 9, rows: 2, digest: 'ac' }] },
    { ...content, blocks: [] },
  ];
  const digests = [content, ...others].map((one) => digestSeal(one, 'before'));
  expect(new Set([...digests, digestSeal(content, undefined)]).size).toBe(others.length + 2);
});
