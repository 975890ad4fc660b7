import type { Card, CardStatus } from '../billing/schema.ts';

/** Cards with these statuses are sent (docs/rules/claims.md, rule 1). */
export const UPLOAD_STATUSES = ['Billed', 'Denied'] as const satisfies readonly CardStatus[];
export type UploadStatus = (typeof UPLOAD_STATUSES)[number];

/** One takes cards of one month of calculation and one status. */
export interface Upload {
  readonly month: string;
  readonly status: UploadStatus;
}

/** Which one takes what no claim asks for of a card: what was paid in part or adjusted goes with those that are Billed. */
export const uploadOfCard = ({
  status,
  date,
  customDate,
}: Pick<Card, 'status' | 'date' | 'customDate'>): Upload => ({
  month: customDate ?? date,
  status: status === 'Denied' ? status : 'Billed',
});
