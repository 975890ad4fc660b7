import { sealedColumn } from './column.ts';

/** Why someone is away, and why two people should not meet. No other file names these columns; they are read with their row. */
export const sealedAvailability = {
  timeOffReason: sealedColumn('time_off.reason'),
  preferenceReason: sealedColumn('pair_preferences.reason'),
} as const;
