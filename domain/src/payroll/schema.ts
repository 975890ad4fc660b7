import { z } from 'zod';
import { dateText, monthText } from '../wire.ts';

/** Hundredths of an hour. */
export const PayHours = z.strictObject({ work: z.int(), travel: z.int(), total: z.int() });

/** Index of a pay period within the month. */
const half = z.int().min(0).max(30);

/** A line per provider, category and half, split where the rate changes within. Rates are cents per hour, amounts cents. */
const Line = z.strictObject({
  category: z.string().nullable(),
  half,
  rate: z.int().nullable(),
  from: dateText.nullable(),
  hours: PayHours,
  amount: z.int(),
});

const Week = z.strictObject({ from: dateText, through: dateText });

/** Overtime of one workweek, in hundredths of an hour and cents. `isLate` marks an earlier week that was recalculated. */
const Overtime = z.strictObject({ half, week: Week, isLate: z.boolean(), hours: z.int(), premium: z.int() });

/** A week paid below the base wage: cents per hour, and the missing amount. */
const LowWeek = z.strictObject({
  week: Week,
  minutes: z.int(),
  paid: z.int(),
  base: z.int(),
  missing: z.int(),
});

const PayOfProvider = z.strictObject({
  ID: z.int(),
  /** 'LastName, FirstName M' */
  Provider: z.string(),
  archiveDate: dateText.nullable(),
  lines: z.array(Line),
  /** Null if a group of clients was chosen, because overtime covers all clients together. */
  overtime: z.array(Overtime).nullable(),
  lowWeeks: z.array(LowWeek),
  /** Paid time that visits do not prove, or that is paid twice, in words. */
  timeProblems: z.array(z.strictObject({ date: dateText, text: z.string() })),
  /** Other service months that are paid in this one. */
  late: z.array(monthText),
});
export type PayOfProvider = z.output<typeof PayOfProvider>;

/** Everybody who is paid for a calculation month, by name. */
export const PayMonth = z.strictObject({
  date: monthText,
  /** The part of each pay period within the month, and the whole period. */
  periods: z.array(Week.extend({ period: Week })),
  providers: z.array(PayOfProvider),
});
export type PayMonth = z.output<typeof PayMonth>;
