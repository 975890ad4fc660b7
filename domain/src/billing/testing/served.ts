import type { CardDay } from '../schema.ts';

/** A day on a card that is billed and paid, without travel, unless `more` says otherwise. */
export const served = (
  date: string,
  start: string | null,
  end: string | null,
  more: Partial<CardDay> = {},
): CardDay => ({
  date,
  start,
  end,
  travel: 0,
  billing: true,
  payroll: true,
  ...more,
});
