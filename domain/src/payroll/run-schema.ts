import { z } from 'zod';
import { dateText, monthText, stampText, timeText } from '../wire.ts';
import { PayHours } from './schema.ts';

/** Payroll runs as they are stored and returned. Hours are in hundredths, money in cents. */

/** Index of a pay period within a month; 0 and 1 if they are its halves. */
const Half = z.int().min(0).max(30);
/** The days of a pay period that is not a half of a month, stored so that later settings do not change them. */
const PeriodDays = z.strictObject({ from: dateText, through: dateText });
/** The category's name when the run was made. */
const Category = z.string().nullable();
const OfCategory = z.strictObject({ category: Category, value: z.int() });

/** A category and rate; null if there is none. */
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

/** What a care plan's service month contributes to a half, day by day, for comparison with later changes. */
const PaidPlanMonth = z.strictObject({
  planId: z.int(),
  month: monthText,
  hours: z.int(),
  days: z.array(z.strictObject({ date: dateText, start: timeText, end: timeText, minutes: z.int() })),
});

/** Everything that a provider is paid for a half of a calculation month. */
export const HalfPay = z.strictObject({
  lines: z.array(RunLine),
  weeks: z.array(WeekPart),
  cards: z.array(PaidPlanMonth),
});
export type HalfPay = z.output<typeof HalfPay>;

/** A change since the last export, and who made it. */
export const PayChange = z.strictObject({
  /**
   * pay: another rate or pay category, measured in straight pay. premium: a different premium for the same overtime hours.
   * These two are in cents, the others in hours. Older runs also reported rates by hours.
   */
  what: z.enum(['hours', 'rounding', 'rate', 'pay', 'overtime', 'premium']),
  planId: z.int().nullable(),
  /** The day of service; for overtime, the last day of the week. */
  date: dateText.nullable(),
  old: z.int(),
  now: z.int(),
  who: z.string().nullable(),
  at: stampText.nullable(),
});
export type PayChange = z.output<typeof PayChange>;

/** One row of a run: the pay of a provider and half, or a correction of what was exported before. */
export const RunRow = z.strictObject({
  kind: z.enum(['Pay', 'Correction']),
  month: monthText,
  half: Half,
  /** Missing if the row is for a half of its month. */
  period: PeriodDays.optional(),
  providerId: z.int(),
  last: z.string(),
  first: z.string(),
  ssn4: z.string().nullable(),
  /** In a correction, these are differences. */
  lines: z.array(RunLine),
  overtime: z.strictObject({ hours: z.int(), premium: z.int(), byCategory: z.array(OfCategory) }),
  /** Paid hours of the half before and after this run. */
  old: z.int(),
  now: z.int(),
  /** The run that last exported the half. */
  correctionOf: z.int().nullable(),
  changes: z.array(PayChange),
});
export type RunRow = z.output<typeof RunRow>;

const RunSums = z.strictObject({ rows: z.int(), hours: z.int(), straight: z.int(), premium: z.int() });

/** An exported run, which never changes. */
export const PayrollRun = z.strictObject({
  number: z.int(),
  month: monthText,
  halves: z.array(Half),
  /** Null if the run pays halves of the month. */
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
/** What staff should check before they export. Some problems prevent the export. */
export const PayProblem = z.strictObject({
  kind: z.enum(PAY_PROBLEMS),
  providerId: z.int().nullable(),
  name: z.string(),
  text: z.string(),
  blocks: z.boolean(),
});
export type PayProblem = z.output<typeof PayProblem>;

/** A week below the base wage or unproven time, in the wording of the export. */
export const LowWeekNote = PayProblem.pick({ name: true, text: true });
export type LowWeekNote = z.output<typeof LowWeekNote>;

/** What the next run would contain. Nothing is stored. */
export const RunPreview = z.strictObject({
  month: monthText,
  halves: z.array(Half),
  /** Null if the run pays halves of the month. */
  period: PeriodDays.nullable(),
  rows: z.array(RunRow),
  pay: RunSums,
  corrections: RunSums,
  problems: z.array(PayProblem),
});
export type RunPreview = z.output<typeof RunPreview>;
