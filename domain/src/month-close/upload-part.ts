import type { Card } from '../billing/schema.ts';
import { UPLOAD_STATUSES, type Upload, uploadOfCard } from '../claims/uploads.ts';
import { monthName } from './rules.ts';

/** Days in no claim file are a row for each upload that takes them (docs/rules/month-close.md, rule 12). */

/** '' is the month itself with what is Billed; else 'Denied', '2026-11' or 'Denied 2026-11'. */
export const uploadPart = (card: Pick<Card, 'status' | 'date' | 'customDate'>): string => {
  const { month, status } = uploadOfCard(card);
  return [status === 'Billed' ? '' : status, month === card.date ? '' : month].filter(Boolean).join(' ');
};

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
