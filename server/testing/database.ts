import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { inject } from 'vitest';
import { type Connection, onDatabase, openPool } from '../src/platform/db/pool.ts';
import { onServer } from './on-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: { readonly connection: Connection; readonly template: string };
  }
}

/** An empty, migrated database of its own. */
export interface TestDatabase {
  readonly connection: Connection;
  readonly name: string;
  readonly pool: pg.Pool;
  drop(): Promise<void>;
}

/** One per test file: `const database = await testDatabase(); afterAll(database.drop)`. */
export async function testDatabase(): Promise<TestDatabase> {
  const { connection: server, template } = inject('postgres');
  const name = `test_${randomBytes(8).toString('hex')}`;
  await onServer(server, `create database ${name} template ${template}`);
  const connection = onDatabase(server, name);
  const pool = openPool(connection, { max: 10, onError: () => {} });
  return {
    connection,
    name,
    pool,
    drop: async () => {
      await pool.end();
      await onServer(server, `drop database ${name} with (force)`);
    },
  };
}
