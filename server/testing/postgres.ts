import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../src/platform/db/embedded.ts';
import { migrate } from '../src/platform/db/migrate.ts';
import { type Connection, onDatabase, openPool } from '../src/platform/db/pool.ts';
import { isAlive } from '../src/platform/db/postmaster.ts';
import { onServer } from './on-server.ts';
import { MEMORY } from './roomy-place.ts';

/** Tests read little, so no statement is worth starting helper processes. */
const SETTINGS = { max_parallel_workers_per_gather: '0' };

/** Once for all test files: one PostgreSQL (the server of DATABASE_URL if given) with a migrated database to clone. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await testServer();
  try {
    const template = await makeTemplate(server.connection);
    project.provide('postgres', { connection: server.connection, template });
    return async () => {
      await onServer(server.connection, `drop database ${template} with (force)`);
      await server.stop();
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

async function makeTemplate(connection: Connection): Promise<string> {
  const template = `homecare_template_${randomBytes(6).toString('hex')}`;
  await onServer(connection, `create database ${template}`);
  const pool = openPool(onDatabase(connection, template), { max: 2, onError: () => {} });
  try {
    await migrate(pool);
  } finally {
    await pool.end();
  }
  return template;
}

async function testServer(): Promise<{ connection: Connection; stop: () => Promise<void> }> {
  const url = process.env.DATABASE_URL;
  if (url) return { connection: { url }, stop: async () => {} };
  await removeLeftovers();
  const dataDir = await mkdtemp(join(tmpdir(), `homecare-test-${process.pid}-`));
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {}, settings: SETTINGS });
  const stop = async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { connection: postgres.connection, stop };
}

/** A killed run left its server behind; the next run stops it. */
async function removeLeftovers(): Promise<void> {
  for (const place of [MEMORY, tmpdir()]) await removeLeftoversIn(place);
}

async function removeLeftoversIn(place: string): Promise<void> {
  for (const name of await readdir(place).catch(() => [])) {
    const maker = /^homecare-test-(\d+)-/.exec(name)?.[1];
    if (maker === undefined || isAlive(Number(maker))) continue;
    const dataDir = join(place, name);
    // What another user of this machine left is theirs to remove.
    if ((await stat(dataDir).catch(() => undefined))?.uid !== userInfo().uid) continue;
    const left = await startEmbeddedPostgres({ dataDir, log: () => {} }).catch(() => undefined);
    await left?.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
