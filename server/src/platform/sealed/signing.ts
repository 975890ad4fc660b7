import { sealedColumn } from './column.ts';

/** The text that is signed. No other file names this column; it is read whole with its row. */
export const sealedSigning = { content: sealedColumn('signing_requests.content') } as const;
