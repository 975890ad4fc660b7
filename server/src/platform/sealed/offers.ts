import { sealedColumn } from './column.ts';

/** What caregivers wrote. No other file names these columns; they are read whole with their row. */
export const sealedOffers = {
  words: sealedColumn('offers.words'),
  proposalWords: sealedColumn('call_out_proposals.words'),
} as const;
