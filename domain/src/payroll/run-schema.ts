import { z } from 'zod';
import { dateText, monthText, stampText, timeText } from '../wire.ts';
import { PayHours } from './schema.ts';

/** Runs of Export Payroll as they are kept and answered. Hours are hundredths of an hour, money cents. */

/** A place among the pay periods of a month: 0 and 1 where they are its halves. */
const Half = z.int().min(0).max(30);
/** Days of a pay period that is no half of a month, so that they stay known whatever the agency sets later. */
const PeriodDays = z.strictObject({ from: dateText, through: dateText });
/** As it was called when the run was made. */
const Category = z.string().nullable();
const OfCategory = z.strictObject({ category: Category, value: z.int() });

/** Category and rate; null: none. */
export const RunLine = z.strictObject({
  category: Category,
  rate: z.int().nullable(),
  hours: PayHours,
  amount: z.int(),
});
export type RunLine = z.output<typeof RunLine>;

const WeekPart = z.strictObject({
  through: dateText,
  hours: z.int(),
  premium: z.int(),
  byCategory: z.array(OfCategory),
});

/** What a care plan's month of service gives to a half, day by day: a later change is compared with it. */
const PaidPlanMonth = z.strictObject({
  planId: z.int(),
  month: monthText,
  hours: z.int(),
  days: z.array(z.strictObject({ date: dateText, start: timeText, end: timeText, minutes: z.int() })),
});

/** All that a provider is paid for a half of a month of calculation. */
export const HalfPay = z.strictObject({
  lines: z.array(RunLine),
  weeks: z.array(WeekPart),
  cards: z.array(PaidPlanMonth),
});
export type HalfPay = z.output<typeof HalfPay>;

/** Changes since the last export, and by whom. */
export const PayChange = z.strictObject({
  /**
   * pay: another rate or pay category, measured by straight pay; premium: of the same overtime hours. Both in cents, the others in
   * hours. Older runs reported rates by hours too.
   */
  what: z.enum(['hours', 'rounding', 'rate', 'pay', 'overtime', 'premium']),
  planId: z.int().nullable(),
  /** The day of service; of overtime the last day of the week. */
  date: dateText.nullable(),
  old: z.int(),
  now: z.int(),
  who: z.string().nullable(),
  at: stampText.nullable(),
});
export type PayChange = z.output<typeof PayChange>;

/** One row of a run: a provider and half, or what is to be corrected of one that was exported before. */
export const RunRow = z.strictObject({
  kind: z.enum(['Pay', 'Correction']),
  month: monthText,
  half: Half,
  /** Without it the row is of a half of its month. */
  period: PeriodDays.optional(),
  providerId: z.int(),
  last: z.string(),
  first: z.string(),
  ssn4: z.string().nullable(),
  /** Differences, where it is a correction. */
  lines: z.array(RunLine),
  overtime: z.strictObject({ hours: z.int(), premium: z.int(), byCategory: z.array(OfCategory) }),
  /** Paid hours of the half before and with this run. */
  old: z.int(),
  now: z.int(),
  /** The run that exported the half last. */
  correctionOf: z.int().nullable(),
  changes: z.array(PayChange),
});
export type RunRow = z.output<typeof RunRow>;

const RunSums = z.strictObject({ rows: z.int(), hours: z.int(), straight: z.int(), premium: z.int() });

/** A run that was exported; it never changes. */
export const PayrollRun = z.strictObject({
  number: z.int(),
  month: monthText,
  halves: z.array(Half),
  /** null: halves of the month. */
  period: PeriodDays.nullable(),
  layout: z.string(),
  at: stampText,
  who: z.string(),
  pay: RunSums,
  corrections: RunSums,
});
export type PayrollRun = z.output<typeof PayrollRun>;

export const PAY_PROBLEMS = [
  'number',
  'layout',
  'rate',
  'wage',
  'time',
  'reclassified',
  'untold',
  'open',
] as const;
/** What staff should look at before they export; some of it stops the export. */
export const PayProblem = z.strictObject({
  kind: z.enum(PAY_PROBLEMS),
  providerId: z.int().nullable(),
  name: z.string(),
  text: z.string(),
  blocks: z.boolean(),
});
export type PayProblem = z.output<typeof PayProblem>;

/** A week below the base wage or unproven time, in the words of the export. */
export const LowWeekNote = PayProblem.pick({ name: true, text: true });
export type LowWeekNote = z.output<typeof LowWeekNote>;

/** What the next run would hold; nothing is marked. */
export const RunPreview = z.strictObject({
  month: monthText,
  halves: z.array(Half),
  /** null: halves of the month. */
  period: PeriodDays.nullable(),
  rows: z.array(RunRow),
  pay: RunSums,
  corrections: RunSums,
  problems: z.array(PayProblem),
});
export type RunPreview = z.output<typeof RunPreview>;
