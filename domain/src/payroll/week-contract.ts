import { z } from 'zod';
import { getCall, postCall } from '../call.ts';
import { dateText, MAX_ID, stampText } from '../wire.ts';

/** Exported weeks that counted a night over their border whole, and what counting it by its minutes in each week adds. */

const admin = { roles: ['admin'] } as const;

const Difference = z.strictObject({
  /** The provider. */
  ID: z.int().min(1).max(MAX_ID),
  /** The last day of the workweek. */
  through: dateText,
  /** Overtime in hundredths of an hour and premium in cents; below 0: paid too much. */
  hours: z.int(),
  premium: z.int(),
});

export const OwedWeek = Difference.extend({
  Provider: z.string(),
  from: dateText,
  /** Who confirmed the correction and when; null: nobody yet. */
  who: z.string().nullable(),
  at: stampText.nullable(),
});
export type OwedWeek = z.output<typeof OwedWeek>;

/** Those to be confirmed first, then those that were; each by name and week. */
export const listOwedWeeks = getCall(['payroll/list-owed-weeks'], {
  name: 'payroll.listOwedWeeks',
  ...admin,
  effect: 'read',
  input: z.strictObject({}),
  output: z.array(OwedWeek),
});

/** The weeks become corrections of the next run; the sender says which amounts were shown. */
export const confirmOwedWeeks = postCall(['payroll/confirm-owed-weeks'], {
  name: 'payroll.confirmOwedWeeks',
  ...admin,
  effect: 'write',
  input: z.strictObject({ weeks: z.array(Difference).min(1).max(5_000) }),
  output: z.strictObject({ confirmed: z.int() }),
});
