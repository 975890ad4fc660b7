import { createHash } from 'node:crypto';
import {
  type PostgresCursor,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
  sql,
} from 'kysely';
import type { PoolClient } from 'pg';
import { currentRequest } from '../log/origin.ts';
import { mayQueue } from './connections.ts';
import { endsConnection } from './pool.ts';

const MARK = '/* prepared */';

/**
 * Marks a statement that each connection plans once: one that runs all day with the same text and whose best plan does not depend on
 * its values (docs/decisions, 25).
 */
export const PREPARED = sql.raw(MARK);

/**
 * Ids in a marked statement, hidden from the planner. If it saw the list, a plan for any list would look expensive to it, and it
 * would plan each time.
 */
export const anyOf = (ids: readonly number[] = []) => sql`any((select ${[...ids]}::int[])::int[])`;

/** Rows with one id, with some, or all if none are named. */
export const amongIds = (column: string, ids: readonly number[] | null) => {
  if (ids === null) return sql`true`;
  const [id] = ids;
  return ids.length === 1
    ? sql`${sql.ref(column)} = ${id}`
    : sql`${sql.ref(column)} = any(${[...ids]}::int[])`;
};

/** For one id, such a statement is always the same, and so is its best plan. */
export const preparedForOne = (ids: readonly number[] | null) => (ids?.length === 1 ? PREPARED : sql``);

/** One entry per marked text in the code. */
const names = new Map<string, string>();
const nameOf = (text: string): string => {
  const name = names.get(text) ?? createHash('sha256').update(text).digest('base64url');
  names.set(text, name);
  return name;
};

/** Jobs queued in a transaction name the request they are for (migration 95). This needs no round trip of its own. */
const nameRequest = () => {
  const request = currentRequest();
  return request === undefined ? '' : `; set local homecare.request = '${request}'`;
};

/** Where the query builder gets connections. */
interface Source {
  connect(): Promise<PoolClient>;
  end(): Promise<void>;
  /** Nothing is prepared behind a pooler (docs/decisions, 105). */
  readonly isPooled?: boolean;
  /** Called after a transaction or statement that may have queued a job. */
  readonly onWritten?: () => void;
}

class PreparingClient implements PostgresPoolClient {
  readonly #client: PoolClient;
  readonly #source: Source;
  #isBroken = false;
  #hasQueued = false;

  constructor(client: PoolClient, source: Source) {
    this.#client = client;
    this.#source = source;
  }

  query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  query(text: string | PostgresCursor<unknown>, values: readonly unknown[] = []): unknown {
    if (typeof text !== 'string') throw new Error('no statement is read by a cursor');
    if (text === 'begin') {
      return this.#watched(this.#client.query(`begin${nameRequest()}`));
    }
    if (mayQueue(text)) this.#hasQueued = true;
    const isNamed = text.endsWith(MARK) && !this.#source.isPooled;
    const name = isNamed ? { name: nameOf(text) } : {};
    return this.#watched(this.#client.query({ ...name, text, values: [...values] }));
  }

  async #watched<T>(answer: Promise<T>): Promise<T> {
    try {
      return await answer;
    } catch (error) {
      this.#isBroken ||= endsConnection(error);
      throw error;
    }
  }

  release(destroy?: boolean): void {
    this.#client.release(destroy || this.#isBroken);
    if (this.#hasQueued) this.#source.onWritten?.();
  }
}

/** The connections in the form that the query builder takes. */
export const preparing = (source: Source): PostgresPool => ({
  options: {},
  connect: async () => new PreparingClient(await source.connect(), source),
  end: () => source.end(),
});
