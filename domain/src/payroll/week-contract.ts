import { z } from 'zod';
import { getCall, postCall } from '../call.ts';
import { dateText, MAX_ID, stampText } from '../wire.ts';

/** Exported weeks that counted a night across their border as a whole, and what splitting it at midnight adds. */

const admin = { roles: ['admin'] } as const;

const Difference = z.strictObject({
  /** The provider. */
  ID: z.int().min(1).max(MAX_ID),
  /** The last day of the workweek. */
  through: dateText,
  /** Overtime in hundredths of an hour and premium in cents; negative if too much was paid. */
  hours: z.int(),
  premium: z.int(),
});

export const OwedWeek = Difference.extend({
  Provider: z.string(),
  from: dateText,
  /** Who confirmed the correction and when; null if nobody has yet. */
  who: z.string().nullable(),
  at: stampText.nullable(),
});
export type OwedWeek = z.output<typeof OwedWeek>;

/** Weeks to confirm first, then confirmed ones, each sorted by name and week. */
export const listOwedWeeks = getCall(['payroll/list-owed-weeks'], {
  name: 'payroll.listOwedWeeks',
  ...admin,
  effect: 'read',
  input: z.strictObject({}),
  output: z.array(OwedWeek),
});

/** Turns the weeks into corrections of the next run. The sender states the amounts that were shown. */
export const confirmOwedWeeks = postCall(['payroll/confirm-owed-weeks'], {
  name: 'payroll.confirmOwedWeeks',
  ...admin,
  effect: 'write',
  input: z.strictObject({ weeks: z.array(Difference).min(1).max(5_000) }),
  output: z.strictObject({ confirmed: z.int() }),
});
