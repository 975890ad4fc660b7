import { z } from 'zod';
import { UNPAID_REASONS } from '../billing/recorded-time.ts';
import { WRONG_MONTH } from '../billing/rules.ts';
import { getCall } from '../call.ts';
import { dateText, monthText } from '../wire.ts';
import { HALF_CHOICES } from './runs.ts';

/** Recorded work that is paid shorter than it was worked: what the office sees before a run, and caregivers on the phone. */

const month = z.string().refine((text) => monthText.safeParse(text).success, WRONG_MONTH);

const Day = z.strictObject({
  planId: z.int(),
  date: dateText,
  Client: z.string(),
  /** Minutes. */
  worked: z.int(),
  paid: z.int(),
});

export const UnpaidDay = Day.extend({
  /** The caregiver. */
  ID: z.int(),
  Provider: z.string(),
  ClientID: z.int(),
  planned: z.int(),
  why: z.enum(UNPAID_REASONS),
  /** Straight pay of what is not paid, in cents; null: there is no rate for it. */
  cents: z.int().nullable(),
  /** Paid as recorded it is billed longer than the payer was asked for already. */
  claimed: z.boolean(),
});
export type UnpaidDay = z.output<typeof UnpaidDay>;

/** Recorded days of a month without a billing record: no run pays them before the month is billed. */
export const UnbilledMonth = z.strictObject({
  /** Of service. */
  month: monthText,
  days: z.int(),
  clients: z.int(),
  minutes: z.int(),
});
export type UnbilledMonth = z.output<typeof UnbilledMonth>;

/**
 * Days of service of a month, or of what a run of it pays, that billing records pay shorter than they were worked, the dearest
 * first; what has no billing record yet is one line for each month.
 */
export const listUnpaidTime = getCall(['payroll/list-unpaid-time'], {
  name: 'payroll.listUnpaidTime',
  roles: ['admin'],
  effect: 'read',
  input: z.strictObject({
    date: month,
    half: z.enum(HALF_CHOICES, '1, 2 or both.').optional(),
    period: dateText.optional(),
  }),
  output: z.strictObject({ days: z.array(UnpaidDay), unbilled: z.array(UnbilledMonth) }),
});

export const OwnTimeDay = Day.extend({ why: z.enum(UNPAID_REASONS).nullable() });
export type OwnTimeDay = z.output<typeof OwnTimeDay>;

/** What the caregiver worked in the last weeks and what of it payroll has, the latest day first. */
export const listOwnTime = getCall(['payroll/list-own-time'], {
  name: 'payroll.listOwnTime',
  roles: ['evv'],
  effect: 'poll',
  input: z.strictObject({}),
  output: z.array(OwnTimeDay),
});
