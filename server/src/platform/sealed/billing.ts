import { type RawBuilder, sql } from 'kysely';

/**
 * What billing records, claims and the payer's answers say of services: read whole with their row, never compared in SQL. One
 * accessor for each column; it is written by the one statement of its feature that stores the row.
 */

const column =
  (path: `${string}.${string}`) =>
  (alias?: string): RawBuilder<unknown> =>
    sql.ref(alias === undefined ? path : path.replace(/^\w+/, alias));

export const sealedBilling = {
  cardRemarks: column('work.remarks'),
  cardDeniedReason: column('work.denied_reason'),
  claimLines: column('claims.lines'),
  claimNote: column('claims.note'),
  batchFile: column('claim_batches.file'),
  answerLines: column('claim_answers.lines'),
  parkedNote: column('parked_claims.note'),
} as const;
