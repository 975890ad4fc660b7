import { z } from 'zod';
import { dateText, monthText } from '../wire.ts';

/** Hundredths of an hour. */
export const PayHours = z.strictObject({ work: z.int(), travel: z.int(), total: z.int() });

/** A place among the pay periods of the month. */
const half = z.int().min(0).max(30);

/** Provider × category × half, split where the rate changes inside: cents an hour, cents. */
const Line = z.strictObject({
  category: z.string().nullable(),
  half,
  rate: z.int().nullable(),
  from: dateText.nullable(),
  hours: PayHours,
  amount: z.int(),
});

const Week = z.strictObject({ from: dateText, through: dateText });

/** Overtime of one workweek: hundredths of an hour, cents. Late: an earlier week, worked out again. */
const Overtime = z.strictObject({ half, week: Week, isLate: z.boolean(), hours: z.int(), premium: z.int() });

/** A week paid below the base wage; cents an hour, and what is missing. */
const LowWeek = z.strictObject({
  week: Week,
  minutes: z.int(),
  paid: z.int(),
  base: z.int(),
  missing: z.int(),
});

const PayOfProvider = z.strictObject({
  ID: z.int(),
  /** LastName, FirstName M */
  Provider: z.string(),
  archiveDate: dateText.nullable(),
  lines: z.array(Line),
  /** null where a group of clients was chosen: overtime is of all clients together. */
  overtime: z.array(Overtime).nullable(),
  lowWeeks: z.array(LowWeek),
  /** Paid time that visits do not prove, or that is paid twice, in words. */
  timeProblems: z.array(z.strictObject({ date: dateText, text: z.string() })),
  /** Months of service other than this one that are paid now. */
  late: z.array(monthText),
});
export type PayOfProvider = z.output<typeof PayOfProvider>;

/** Everybody who is paid for a month of calculation, by name. */
export const PayMonth = z.strictObject({
  date: monthText,
  /** As much of each pay period as lies in the month, and the whole period. */
  periods: z.array(Week.extend({ period: Week })),
  providers: z.array(PayOfProvider),
});
export type PayMonth = z.output<typeof PayMonth>;
