import type { Card } from '../billing/schema.ts';
import { UPLOAD_STATUSES, type UploadStatus } from '../claims/rules.ts';
import { monthName } from './rules.ts';

/** Which upload takes a day that is in no claim file: uploads go by month of calculation and status (docs/rules/claims.md, rule 1). */

export interface Upload {
  readonly month: string;
  readonly status: UploadStatus;
}

/** '' is the month itself with what is Billed; else 'Denied', '2026-11' or 'Denied 2026-11'. */
export const uploadPart = ({
  status,
  date,
  customDate,
}: Pick<Card, 'status' | 'date' | 'customDate'>): string =>
  [status === 'Denied' ? status : '', customDate !== null && customDate !== date ? customDate : '']
    .filter(Boolean)
    .join(' ');

export const uploadOf = (part: string, month: string): Upload => {
  const words = part.split(' ');
  return {
    month: words.find((word) => /^\d{4}-\d{2}$/.test(word)) ?? month,
    status: UPLOAD_STATUSES.find((status) => words.includes(status)) ?? 'Billed',
  };
};

/** 'records at Denied, calculated in November'; '' where the month and Billed are meant. */
export const sayUpload = (part: string): string => {
  const { month, status } = uploadOf(part, '');
  return [status === 'Billed' ? '' : `records at ${status}`, month && `calculated in ${monthName(month)}`]
    .filter(Boolean)
    .join(', ');
};
