import { z } from 'zod';
import { getCall, postCall } from '../call.ts';
import { dateText, MAX_ID, stampText, wireInt } from '../wire.ts';

/** Rates of a provider with the days from which they count (docs/decisions/0043). Cents an hour. */

const admin = { roles: ['admin'] } as const;
const id = z.int().min(1).max(MAX_ID);
const category = z.string().max(200);
/** null: since ever. */
const from = dateText.nullable();
const cents = z.int().min(0).max(MAX_ID);

/** Who entered or corrected it last, and when; null: before rates had days. */
export const DatedRate = z.strictObject({
  category,
  from,
  rate: z.int(),
  who: z.string().nullable(),
  at: stampText.nullable(),
});
export type DatedRate = z.output<typeof DatedRate>;

/** By category, the newest first. */
const Rates = z.strictObject({ rates: z.array(DatedRate) });

export const listPayRates = getCall(['payroll/list-rates'], {
  name: 'payroll.listRates',
  ...admin,
  effect: 'read',
  input: z.strictObject({ id: wireInt(1, MAX_ID).pipe(z.int()) }),
  output: Rates,
});

/** A new rate (`was` null), or the correction of the one of that day, which the sender saw as `was`. */
export const savePayRate = postCall(['payroll/save-rate'], {
  name: 'payroll.saveRate',
  ...admin,
  effect: 'write',
  input: z.strictObject({ id, category, validFrom: from, rate: cents, was: cents.nullable() }),
  output: Rates,
});

/** The rate before it goes on counting. */
export const removePayRate = postCall(['payroll/remove-rate'], {
  name: 'payroll.removeRate',
  ...admin,
  effect: 'write',
  input: z.strictObject({ id, category, validFrom: from, was: cents }),
  output: Rates,
});
