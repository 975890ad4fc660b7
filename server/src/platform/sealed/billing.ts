import { sealedColumn } from './column.ts';

/**
 * What billing records, claims and the payer's answers say about services. No other file names these columns; they are read whole
 * with their row, never compared in SQL.
 */
export const sealedBilling = {
  cardRemarks: sealedColumn('work.remarks'),
  cardDeniedReason: sealedColumn('work.denied_reason'),
  claimLines: sealedColumn('claims.lines'),
  claimNote: sealedColumn('claims.note'),
  batchFile: sealedColumn('claim_batches.file'),
  answerLines: sealedColumn('claim_answers.lines'),
  settlementNote: sealedColumn('claim_settlements.note'),
  parkedNote: sealedColumn('parked_claims.note'),
  parkedPayment: sealedColumn('parked_claims.payment'),
  filePayments: sealedColumn('claim_answer_files.payments'),
  fileUnmatched: sealedColumn('claim_answer_files.unmatched'),
} as const;

interface CardWords {
  readonly remarks: string | null;
  readonly deniedReason: string | null;
}

/** What a saved card stores of them. */
export const storedCardWords = ({ remarks, deniedReason }: CardWords) => ({
  remarks,
  denied_reason: deniedReason,
});
/** What a payer's new file stores of its payments. */
export const storedPayments = (payments: unknown) => ({ payments: JSON.stringify(payments) });
/** What a new batch stores of the file that is sent. */
export const storedBatchFile = (file: Buffer) => ({ file });
