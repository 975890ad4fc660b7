import { sealedColumn } from './column.ts';

/** What a caregiver said about a visit by telephone. No other file names this column; it is read whole with its row. */
export const sealedTelephony = { tasks: sealedColumn('telephony_calls.tasks') } as const;
