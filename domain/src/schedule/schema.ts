import { z } from 'zod';
import { CLOSE_CODES, VISIT_STATUSES } from '../visits/schema.ts';
import { dateText, MAX_ID, stampText, timeText } from '../wire.ts';

const id = z.int().min(1).max(MAX_ID);
const minutes = z.int().min(0);

/** The program that pays for a visit, by which the office filters the board. */
export const PROGRAMS = ['IHSS', 'Medicaid', 'Private'] as const;
export type Program = (typeof PROGRAMS)[number];

/** Whose rows the board has. */
export const GROUPINGS = ['caregiver', 'client'] as const;
export type Grouping = (typeof GROUPINGS)[number];

/** A planned visit as the board draws it. */
export const BoardVisit = z.strictObject({
  /** The regular plan and the planned day identify the visit, whoever comes. */
  planId: id,
  day: dateText,
  /** The plan that schedules it: the regular one, or the temporary plan that covers the day. */
  byPlanId: id,
  /** Null if it is not created yet, or if the pair does not check in. */
  visitId: id.nullable(),
  ClientID: id,
  ProviderID: id,
  Type: z.string(),
  program: z.enum(PROGRAMS),
  /** Where the visit is now; a moved visit differs from its planned day. */
  date: dateText,
  start: timeText,
  /** On the next day if it is before the start. */
  end: timeText,
  Status: z.enum(VISIT_STATUSES),
  startedAt: stampText.nullable(),
  endedAt: stampText.nullable(),
  /** It belongs to a temporary plan, so another caregiver than usual comes. */
  isCover: z.boolean(),
  /** The pair is exempt from EVV, so the visit is planned but never checked in to. */
  isExempt: z.boolean(),
  /** Why the office closed it, so that nobody will come; null if it is not closed. */
  closed: z.enum(CLOSE_CODES).nullable(),
});
export type BoardVisit = z.output<typeof BoardVisit>;

/** A caregiver's minutes in one workweek. */
export const WeekHours = z.strictObject({
  /** From check-in to check-out. */
  worked: minutes,
  /** All visits that took place or still can, by planned times and including paid travel. */
  planned: minutes,
  /** By payroll's largest measure: the week, the day, or consecutive hours. */
  overtime: minutes,
});
export type WeekHours = z.output<typeof WeekHours>;

export const BoardCaregiver = z.strictObject({
  id,
  /** 'LastName, FirstName' */
  name: z.string(),
  town: z.string().nullable(),
  language: z.string().nullable(),
  hours: WeekHours,
  /** The minutes per week that they wish for; null if not stated. */
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

/** A day, or some hours of it, on which a caregiver is away. */
export const BoardAway = z.strictObject({
  ProviderID: id,
  day: dateText,
  /** Never says why, because that is private. */
  words: z.string(),
});
export type BoardAway = z.output<typeof BoardAway>;

export const Board = z.strictObject({
  /** The workweek of the first day, to which all hours refer. */
  week: z.strictObject({ from: dateText, through: dateText }),
  /** All active caregivers, and others with a visit on these days, by name. */
  caregivers: z.array(BoardCaregiver),
  /** Clients with a visit on these days, by name. */
  clients: z.array(BoardClient),
  /** By day, start and end. */
  visits: z.array(BoardVisit),
  /** One entry per caregiver and day. */
  away: z.array(BoardAway),
});
export type Board = z.output<typeof Board>;
