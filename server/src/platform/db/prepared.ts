import { createHash } from 'node:crypto';
import {
  type PostgresCursor,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
  sql,
} from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { currentRequest } from '../log/origin.ts';

const MARK = '/* prepared */';

/**
 * Ends a statement that each connection plans once instead of each time: one that is run all day, whose text is
 * always the same and whose best plan does not depend on its values (docs/decisions, 25).
 */
export const PREPARED = sql.raw(MARK);

/** As many as there are marked texts in the code. */
const names = new Map<string, string>();
const nameOf = (text: string): string => {
  const name = names.get(text) ?? createHash('sha256').update(text).digest('base64url');
  names.set(text, name);
  return name;
};

/** What a transaction queues names the request that it is for (migration 95). It costs no round trip of its own. */
const nameRequest = () => {
  const request = currentRequest();
  return request === undefined ? '' : `; set local homecare.request = '${request}'`;
};

class PreparingClient implements PostgresPoolClient {
  readonly #client: PoolClient;

  constructor(client: PoolClient) {
    this.#client = client;
  }

  query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  query(text: string | PostgresCursor<unknown>, values: readonly unknown[] = []): unknown {
    if (typeof text !== 'string') throw new Error('no statement is read by a cursor');
    if (text === 'begin') return this.#client.query(`begin${nameRequest()}`);
    const name = text.endsWith(MARK) ? { name: nameOf(text) } : {};
    return this.#client.query({ ...name, text, values: [...values] });
  }

  release(destroy?: boolean): void {
    this.#client.release(destroy);
  }
}

/** The pool as the query builder takes it. */
export const preparing = (pool: Pool): PostgresPool => ({
  options: pool.options,
  connect: async () => new PreparingClient(await pool.connect()),
  end: () => pool.end(),
});
