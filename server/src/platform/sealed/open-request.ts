import { sealedColumn } from './column.ts';

/** Free text of an open request. No other file names these columns; they are read whole with their row. */
export const sealedRequest = {
  remarks: sealedColumn('open_requests.remarks'),
  createReason: sealedColumn('open_requests.create_reason'),
} as const;
