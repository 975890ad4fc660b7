import { z } from 'zod';
import { UNPAID_REASONS } from '../billing/recorded-time.ts';
import { WRONG_MONTH } from '../billing/rules.ts';
import { getCall } from '../call.ts';
import { dateText, monthText } from '../wire.ts';
import { HALF_CHOICES } from './runs.ts';

/** Recorded work that is paid for less time than was worked, as the office sees it before a run and caregivers see it on the phone. */

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
  /** Straight pay for the unpaid part, in cents; null if there is no rate for it. */
  cents: z.int().nullable(),
  /** Paying it as recorded would bill more than the payer has already been asked for. */
  claimed: z.boolean(),
});
export type UnpaidDay = z.output<typeof UnpaidDay>;

/** Recorded days of a month without a billing record. No run pays them until the month is billed. */
export const UnbilledMonth = z.strictObject({
  /** The month of service. */
  month: monthText,
  days: z.int(),
  clients: z.int(),
  minutes: z.int(),
});
export type UnbilledMonth = z.output<typeof UnbilledMonth>;

/**
 * Days of service in a month, or in what a run of it pays, that billing records pay for less time than was worked, largest
 * amount first. Days without a billing record are summed up in one line per month.
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

/** What the caregiver worked in the last weeks and how much of it reached payroll, latest day first. */
export const listOwnTime = getCall(['payroll/list-own-time'], {
  name: 'payroll.listOwnTime',
  roles: ['evv'],
  effect: 'poll',
  input: z.strictObject({}),
  output: z.array(OwnTimeDay),
});
