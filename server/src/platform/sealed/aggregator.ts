import { type RawBuilder, sql } from 'kysely';
import { sealedColumn } from './column.ts';

/** What was sent to the aggregator and what it answered. No other file names these columns. */
const exchange = sealedColumn('aggregator_records.json');
const calls = sealedColumn('aggregator_records.calls');

export const sealedRecord = {
  message: sealedColumn('aggregator_records.message'),
  exchange,
  /** Adds a text that was sent or answered. */
  addExchanged: (record: string, text: RawBuilder<unknown>) =>
    exchange.to(sql`${exchange(record)} || to_jsonb(${text})`),
  calls,
  /** Stores the calls of this sending, or keeps those of the one before. */
  setCalls: (record: string, sent: RawBuilder<unknown>) => calls.to(sql`coalesce(${sent}, ${calls(record)})`),
  /** The first call's service, for claims. */
  firstProcedureCode: (record = 'aggregator_records') => sql`${calls(record)} -> 0 ->> 'ProcedureCode'`,
} as const;
