import { sealedColumn } from './column.ts';

/** Why somebody is away, and why two people are not to meet. No other file names these columns; they are read with their row. */
export const sealedAvailability = {
  timeOffReason: sealedColumn('time_off.reason'),
  preferenceReason: sealedColumn('pair_preferences.reason'),
} as const;
