import { type Kysely, sql } from 'kysely';
import type { Tx } from './mutate.ts';
import type { Tables } from './tables.ts';

/** A site's database, or a transaction on it. */
export type Db = Kysely<Tables> | Tx;

/** The rows of one statement, typed by its columns: queryRows<Row>(db)`select …`. */
export const queryRows =
  <Row>(db: Db) =>
  async (text: TemplateStringsArray, ...values: unknown[]): Promise<Row[]> =>
    (await sql<Row>(text, ...values).execute(db)).rows;

/** The first row of one statement. */
export const queryRow =
  <Row>(db: Db) =>
  async (text: TemplateStringsArray, ...values: unknown[]): Promise<Row | undefined> =>
    (await queryRows<Row>(db)(text, ...values))[0];

/** Runs one statement and returns whether it changed a row: changesRow(tx)`update …`. */
export const changesRow =
  (db: Db) =>
  async (text: TemplateStringsArray, ...values: unknown[]): Promise<boolean> =>
    (await sql(text, ...values).execute(db)).numAffectedRows === 1n;
