import { z } from 'zod';
import { dateText, monthText, stampText } from '../wire.ts';

/** A scanned timesheet with errors: one row per plan, month and half (specification part 2, section 3). */
export const ScanError = z.strictObject({
  id: z.int(),
  /** The care plan. */
  CareID: z.int(),
  /** LastName, FirstName */
  Provider: z.string(),
  Client: z.string(),
  date: monthText,
  /** 0 is the 1st half of the month, 1 the 2nd. */
  period: z.int().min(0).max(1),
  /** First day of the half. */
  tsdate: dateText,
  /** Comma list of codes. */
  error: z.string().regex(/^[1-6](,[1-6])*$/),
  archive: z.boolean(),
  DateCreated: stampText,
});
export type ScanError = z.output<typeof ScanError>;

/** The same as the list of one plan tells it: it can be changed there. */
export const PlanScanError = ScanError.extend({ rev: z.int() });
export type PlanScanError = z.output<typeof PlanScanError>;

/** count: timesheets of this month with scan errors on record; errcount: open errors of any month (TS Error). */
export const ScanCount = z.strictObject({ count: z.int(), errcount: z.int() });
export type ScanCount = z.output<typeof ScanCount>;
