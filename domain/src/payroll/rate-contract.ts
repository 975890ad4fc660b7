import { z } from 'zod';
import { getCall, postCall } from '../call.ts';
import { dateText, MAX_ID, stampText, wireInt } from '../wire.ts';

/** A provider's rates with the days from which they apply (docs/decisions/0043), in cents per hour. */

const admin = { roles: ['admin'] } as const;
const id = z.int().min(1).max(MAX_ID);
const category = z.string().max(200);
/** Null if the rate always applied. */
const from = dateText.nullable();
const cents = z.int().min(0).max(MAX_ID);

/** Who last entered or corrected it, and when; null for rates from before they had days. */
export const DatedRate = z.strictObject({
  category,
  from,
  rate: z.int(),
  who: z.string().nullable(),
  at: stampText.nullable(),
});
export type DatedRate = z.output<typeof DatedRate>;

/** By category, newest first. */
const Rates = z.strictObject({ rates: z.array(DatedRate) });

export const listPayRates = getCall(['payroll/list-rates'], {
  name: 'payroll.listRates',
  ...admin,
  effect: 'read',
  input: z.strictObject({ id: wireInt(1, MAX_ID).pipe(z.int()) }),
  output: Rates,
});

/** Adds a rate (`was` null), or corrects the one of that day, which the sender saw as `was`. */
export const savePayRate = postCall(['payroll/save-rate'], {
  name: 'payroll.saveRate',
  ...admin,
  effect: 'write',
  input: z.strictObject({ id, category, validFrom: from, rate: cents, was: cents.nullable() }),
  output: Rates,
});

/** The rate before it then continues to apply. */
export const removePayRate = postCall(['payroll/remove-rate'], {
  name: 'payroll.removeRate',
  ...admin,
  effect: 'write',
  input: z.strictObject({ id, category, validFrom: from, was: cents }),
  output: Rates,
});
