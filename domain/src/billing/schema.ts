import { z } from 'zod';
import { PLAN_STATUSES } from '../care-plans/schema.ts';
import { dateText, monthText, timeText } from '../wire.ts';

/** Specification part 2, section 4.2. */
export const CARD_STATUSES = [
  'Billed',
  'Paid',
  'Denied',
  'PartPaid',
  'Adjust',
  'Problem',
  'Pending',
] as const;
export type CardStatus = (typeof CARD_STATUSES)[number];

export const UNIT_RULES = ['up', 'nearest', 'down'] as const;
export type UnitRule = (typeof UNIT_RULES)[number];

/** One row of a card's grid; times are local to the site, an end before the start is on the next day. Travel in minutes. */
export const CardDay = z.strictObject({
  date: dateText,
  start: timeText.nullable(),
  end: timeText.nullable(),
  travel: z.int().min(0).max(1440),
  billing: z.boolean(),
  payroll: z.boolean(),
});
export type CardDay = z.output<typeof CardDay>;

/** A live billing record ('work'): what a plan's month is billed and paid by. Rates in cents per unit of 15 minutes. */
export const Card = z.strictObject({
  id: z.int(),
  careplanId: z.int(),
  clientId: z.int(),
  providerId: z.int(),
  /** Code of the care plan type. */
  careplanType: z.string(),
  planStatus: z.enum(PLAN_STATUSES),
  date: monthText,
  customDate: monthText.nullable(),
  startPeriod: dateText,
  endPeriod: dateText,
  payRate: z.int(),
  unitRule: z.enum(UNIT_RULES),
  json: z.array(CardDay),
  Status: z.enum(CARD_STATUSES),
  excluded: dateText.nullable(),
});
export type Card = z.output<typeof Card>;
