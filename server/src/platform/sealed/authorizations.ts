import { sealedColumn } from './column.ts';

/** Why a client needs care beyond a limit. No other file names this column; it is read whole with its row. */
export const sealedJustification = { text: sealedColumn('limit_justifications.text') } as const;
