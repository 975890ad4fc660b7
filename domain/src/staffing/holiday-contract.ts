import { z } from 'zod';
import { getCall, postCall } from '../call.ts';
import { dateText, MAX_ID } from '../wire.ts';

/** A day on which the agency's office or caregivers rest: visits go on, and anyone who is sent is asked about it first. */
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

/** All of them take the place of those that were there. */
export const saveHolidays = postCall(['staffing/save-holidays'], {
  name: 'staffing.saveHolidays',
  ...admin,
  effect: 'write',
  input: z.strictObject({ holidays: Holidays, rev: z.int().min(0).max(MAX_ID) }),
  output: z.strictObject({ rev: z.int() }),
});
