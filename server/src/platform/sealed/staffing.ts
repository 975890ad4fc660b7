import { sealedColumn } from './column.ts';

/** Why someone cannot come, and what they wrote. No other file names these columns; they are read whole with their row. */
export const sealedStaffing = {
  callOutNote: sealedColumn('call_outs.note'),
  eventWords: sealedColumn('visit_events.words'),
} as const;
