import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, inject, test } from 'vitest';
import { cloneTemplate } from '../../testing/database.ts';
import { onServer } from '../../testing/on-server.ts';
import { DEMO_ENTRY, writeSites } from '../platform/config/config.ts';
import { openPool } from '../platform/db/pool.ts';
import { FileDirectory } from '../platform/site/directory.ts';
import { moveSite } from './move.ts';

const given = inject('postgres').connection;
const serial = randomBytes(4).toString('hex');
const [source, target, mover] = [`from_${serial}`, `to_${serial}`, `mover_${serial}`];
const urlOf = (database: string, user?: string) => {
  const url =
    'url' in given
      ? new URL(given.url)
      : new URL(`postgresql://${given.user}@localhost:${given.port}/?host=${encodeURIComponent(given.host)}`);
  if (user) [url.username, url.password] = [user, 'test'];
  url.pathname = `/${database}`;
  return url.toString();
};
const server = { url: urlOf('postgres') };
const dataDir = await mkdtemp(path.join(tmpdir(), 'homecare-move-again-'));
afterAll(async () => {
  for (const name of [source, target]) await onServer(server, `drop database if exists ${name} with (force)`);
  await onServer(server, `drop role if exists ${mover}`);
  await rm(dataDir, { recursive: true, force: true });
});

const ask = async (database: string, text: string) => {
  const pool = openPool({ url: urlOf(database) }, { max: 1, onError: () => undefined });
  try {
    return (await pool.query(text)).rows;
  } finally {
    await pool.end();
  }
};

test('a move that fails or is killed leaves the site working, and can be repeated', async () => {
  await cloneTemplate(source);
  const directory = new FileDirectory(dataDir);
  const entry = { ...DEMO_ENTRY, databaseUrl: urlOf(source) };
  await writeSites(dataDir, { sites: [entry], pickerHosts: [], trustedProxies: [] });
  await ask(
    source,
    `insert into accounts (login, password_hash, full_name, role, initials) values ('ann', 'x', 'Ann Lee', 'admin', 'AL')`,
  );
  const spoken: string[] = [];
  const move = (change: Partial<Parameters<typeof moveSite>[0]> = {}) =>
    moveSite({
      server: { app: server, direct: server, owner: undefined },
      directory,
      name: entry.name,
      url: urlOf(target),
      say: (line) => spoken.push(line),
      ...change,
    });

  // A role that may not end sessions is refused before anything is changed.
  await onServer(server, `create role ${mover} login password 'test'`);
  const owner = { url: urlOf('postgres', mover) };
  await expect(move({ server: { app: server, direct: server, owner } })).rejects.toThrow(
    `GRANT pg_signal_backend TO ${mover}`,
  );
  expect(await ask('postgres', `select from pg_database where datname = '${target}'`)).toEqual([]);

  // An earlier move created the tables and was killed; another one fails at its last step.
  await cloneTemplate(target);
  const failing = new FileDirectory(dataDir);
  failing.change = () => Promise.reject(new Error('the directory is away'));
  await expect(move({ directory: failing })).rejects.toThrow('the directory is away');
  await ask(source, `update accounts set full_name = 'Ann Lee Baca'`);

  // Killed while its rows were being copied.
  await onServer(server, `alter database ${source} set default_transaction_read_only = on`);
  await onServer(server, `drop database ${target} with (force)`);
  await cloneTemplate(target);
  await move();
  expect(spoken).toContain(
    'An earlier move was ended in the middle and left the site without writes: this one goes on.',
  );
  expect(await ask(target, 'select full_name from accounts')).toEqual([{ full_name: 'Ann Lee Baca' }]);
  expect((await directory.read())?.sites[0]?.databaseUrl).toBe(urlOf(target));
  // Nothing is moved over an agency in use.
  await onServer(server, `alter database ${source} allow_connections true`);
  await writeSites(dataDir, { sites: [entry], pickerHosts: [], trustedProxies: [] });
  await expect(move()).rejects.toThrow('is not empty: nothing was changed');
});
