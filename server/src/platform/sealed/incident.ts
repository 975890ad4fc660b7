import { sealedColumn } from './column.ts';

/** What is recorded about an incident. No other file names these columns; they are read whole with their row. */
export const sealedIncident = {
  facts: sealedColumn('incidents.facts'),
  notices: sealedColumn('incidents.notices'),
  followUps: sealedColumn('incidents.follow_ups'),
  resolution: sealedColumn('incidents.resolution'),
} as const;
