import { z } from 'zod';
import { CLOSE_CODES, VISIT_STATUSES } from '../visits/schema.ts';
import { dateText, MAX_ID, stampText, timeText } from '../wire.ts';

const id = z.int().min(1).max(MAX_ID);
const minutes = z.int().min(0);

/** Under what a visit is paid by the payer: what the office filters the board by. */
export const PROGRAMS = ['IHSS', 'Medicaid', 'Private'] as const;
export type Program = (typeof PROGRAMS)[number];

/** Whose rows the board has. */
export const GROUPINGS = ['caregiver', 'client'] as const;
export type Grouping = (typeof GROUPINGS)[number];

/** A planned visit as the board draws it. */
export const BoardVisit = z.strictObject({
  /** The regular plan and the planned day name the visit, no matter who comes. */
  planId: id,
  day: dateText,
  /** The plan that plans it: the same, or the temporary plan that covers the day. */
  byPlanId: id,
  /** Null: not created yet, or of a pair that checks in nowhere. */
  visitId: id.nullable(),
  ClientID: id,
  ProviderID: id,
  Type: z.string(),
  program: z.enum(PROGRAMS),
  /** Where it is now: another day than the planned one after it was moved. */
  date: dateText,
  start: timeText,
  /** On the next day where it is before the start. */
  end: timeText,
  Status: z.enum(VISIT_STATUSES),
  startedAt: stampText.nullable(),
  endedAt: stampText.nullable(),
  /** Of a temporary plan: another caregiver comes than usual. */
  isCover: z.boolean(),
  /** Of a pair that is exempt from visit verification: planned, and never checked in. */
  isExempt: z.boolean(),
  /** Why the office closed it: nobody will come to it. Null: it did not. */
  closed: z.enum(CLOSE_CODES).nullable(),
});
export type BoardVisit = z.output<typeof BoardVisit>;

/** The minutes of a caregiver in one workweek. */
export const WeekHours = z.strictObject({
  /** Between check-in and check-out. */
  worked: minutes,
  /** All visits that took place or still can, by their planned times and with the paid way to them. */
  planned: minutes,
  /** By the measure of payroll that gives the most: the week, the day or hours in a row. */
  overtime: minutes,
});
export type WeekHours = z.output<typeof WeekHours>;

export const BoardCaregiver = z.strictObject({
  id,
  /** LastName, FirstName */
  name: z.string(),
  town: z.string().nullable(),
  language: z.string().nullable(),
  hours: WeekHours,
  /** Minutes a week that they wish for. */
  wished: minutes.nullable(),
});
export type BoardCaregiver = z.output<typeof BoardCaregiver>;

export const BoardClient = z.strictObject({
  id,
  name: z.string(),
  town: z.string().nullable(),
  language: z.string().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
});
export type BoardClient = z.output<typeof BoardClient>;

/** A day on which a caregiver is away, or some hours of it. */
export const BoardAway = z.strictObject({
  ProviderID: id,
  day: dateText,
  /** Never why: that is nobody's business on a board. */
  words: z.string(),
});
export type BoardAway = z.output<typeof BoardAway>;

export const Board = z.strictObject({
  /** The workweek of the first day: hours are those of it. */
  week: z.strictObject({ from: dateText, through: dateText }),
  /** By name: everybody who is active, and anyone who has a visit on these days. */
  caregivers: z.array(BoardCaregiver),
  /** By name: those who have a visit on these days. */
  clients: z.array(BoardClient),
  /** By day, start and end. */
  visits: z.array(BoardVisit),
  /** One for each caregiver and day. */
  away: z.array(BoardAway),
});
export type Board = z.output<typeof Board>;
