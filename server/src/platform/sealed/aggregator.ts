import { type RawBuilder, sql } from 'kysely';
import { sealedColumn } from './column.ts';

/** What was sent to the aggregator and what it answered. No other file names these columns. */
const exchange = sealedColumn('aggregator_records.json');
const calls = sealedColumn('aggregator_records.calls');

export const sealedRecord = {
  message: sealedColumn('aggregator_records.message'),
  exchange,
  /** One more text that was sent or answered. */
  addExchanged: (record: string, text: RawBuilder<unknown>) =>
    exchange.to(sql`${exchange(record)} || to_jsonb(${text})`),
  calls,
  /** The calls of this sending, or those of the sending before. */
  setCalls: (record: string, sent: RawBuilder<unknown>) => calls.to(sql`coalesce(${sent}, ${calls(record)})`),
  /** The service of the first call, for claims. */
  firstProcedureCode: (record = 'aggregator_records') => sql`${calls(record)} -> 0 ->> 'ProcedureCode'`,
} as const;
