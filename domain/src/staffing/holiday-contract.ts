import { z } from 'zod';
import { getCall, postCall } from '../call.ts';
import { dateText, MAX_ID } from '../wire.ts';

/** A holiday of the agency. Visits still take place; the product warns before it assigns anyone to one on that day. */
export const Holiday = z.strictObject({ day: dateText, name: z.string() });
export type Holiday = z.output<typeof Holiday>;

export const MOST_HOLIDAYS = 200;
const Holidays = z.array(Holiday).max(MOST_HOLIDAYS, `At most ${MOST_HOLIDAYS} holidays.`);

const admin = { roles: ['admin'] } as const;

export const getHolidays = getCall(['staffing/get-holidays'], {
  name: 'staffing.getHolidays',
  ...admin,
  effect: 'read',
  input: z.strictObject({}),
  output: z.strictObject({ holidays: Holidays, rev: z.int() }),
});

/** Replaces all holidays. */
export const saveHolidays = postCall(['staffing/save-holidays'], {
  name: 'staffing.saveHolidays',
  ...admin,
  effect: 'write',
  input: z.strictObject({ holidays: Holidays, rev: z.int().min(0).max(MAX_ID) }),
  output: z.strictObject({ rev: z.int() }),
});
