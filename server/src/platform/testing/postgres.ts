import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../db/embedded.ts';
import { migrate } from '../db/migrate.ts';
import { type Connection, onDatabase, openPool } from '../db/pool.ts';
import { onServer } from './on-server.ts';

/** Once for all test files: one PostgreSQL (the server of DATABASE_URL if given) with a migrated database to clone. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await testServer();
  const template = `homecare_template_${randomBytes(6).toString('hex')}`;
  await onServer(server.connection, `create database ${template}`);
  const pool = openPool(onDatabase(server.connection, template), { max: 2, onError: () => {} });
  await migrate(pool);
  await pool.end();
  project.provide('postgres', { connection: server.connection, template });
  return async () => {
    await onServer(server.connection, `drop database ${template} with (force)`);
    await server.stop();
  };
}

async function testServer(): Promise<{ connection: Connection; stop: () => Promise<void> }> {
  const url = process.env.DATABASE_URL;
  if (url) return { connection: { url }, stop: async () => {} };
  const dataDir = await mkdtemp(join(tmpdir(), 'homecare-test-'));
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} });
  const stop = async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { connection: postgres.connection, stop };
}
