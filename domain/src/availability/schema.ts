import { z } from 'zod';
import { DAY_MINUTES } from '../calendar.ts';
import { dateText, MAX_ID, stampText, timeText } from '../wire.ts';

const id = z.int().min(1).max(MAX_ID);

/** More than anybody works at on one weekday, and in a week. */
export const MAX_WINDOWS = 6;
export const MINUTES_OF_WEEK = 7 * DAY_MINUTES;
export const MAX_MILES = 500;
export const MAX_SKILLS = 60;
export const MAX_SKILL_NAME = 40;
export const MAX_NEEDED_LANGUAGES = 12;
export const MAX_LANGUAGE_NAME = 60;
export const MAX_REASON = 500;

/** Hours of a weekday; an end before the start is on the next day, an end equal to it is a whole day later. */
export const HoursWindow = z.strictObject({ from: timeText, to: timeText });
export type HoursWindow = z.output<typeof HoursWindow>;

const windows = z.array(HoursWindow).max(MAX_WINDOWS);
export const WeekWindows = z.strictObject({
  Mon: windows,
  Tue: windows,
  Wed: windows,
  Thu: windows,
  Fri: windows,
  Sat: windows,
  Sun: windows,
});
export type WeekWindows = z.output<typeof WeekWindows>;

const minutesOfWeek = z.int().min(0).max(MINUTES_OF_WEEK).nullable();

const workingWeek = {
  /** When they can work; null: at any time. */
  windows: WeekWindows.nullable(),
  wishedMinutes: minutesOfWeek,
  mostMinutes: minutesOfWeek,
  farthestMiles: z.int().min(1).max(MAX_MILES).nullable(),
};
const skillNames = z.array(z.string().max(200)).max(MAX_SKILLS);

/** When a caregiver can work, how much, how far, and what they have learned (docs/rules/availability.md). */
export const CaregiverHours = z.strictObject({ providerId: id, ...workingWeek, skills: skillNames });
export type CaregiverHours = z.output<typeof CaregiverHours>;

/** What a form holds of them; the hours that are typed, without the person. */
export const HoursDraft = z.strictObject(workingWeek);
export type HoursDraft = z.output<typeof HoursDraft>;

export const NO_HOURS: HoursDraft = {
  windows: null,
  wishedMinutes: null,
  mostMinutes: null,
  farthestMiles: null,
};

export const TIME_OFF_STATUSES = ['Requested', 'Approved', 'Declined'] as const;
export type TimeOffStatus = (typeof TIME_OFF_STATUSES)[number];

const span = {
  /** First and last local day. */
  from: dateText,
  through: dateText,
  /** Both, on a single day alone: from when to when they are away. */
  fromTime: timeText.nullable(),
  throughTime: timeText.nullable(),
};

/** Days, or hours of one day, on which a caregiver is away. */
export const TimeOffSpan = z.strictObject(span);
export type TimeOffSpan = z.output<typeof TimeOffSpan>;

export const TimeOff = z.strictObject({
  id,
  providerId: id,
  ...span,
  status: z.enum(TIME_OFF_STATUSES),
  /** Free text about a person's health. */
  reason: z.string().nullable(),
});
export type TimeOff = z.output<typeof TimeOff>;

/** A row of the office's list, and of the caregiver's own. */
export const TimeOffRow = z.strictObject({
  ...TimeOff.shape,
  /** LastName, FirstName */
  Provider: z.string(),
  /** When it was asked for or entered, and by whom. */
  requested: stampText,
  requestedBy: z.string(),
  /** Who approved or declined it; null: nobody yet. */
  decided: stampText.nullable(),
  decidedBy: z.string().nullable(),
  rev: z.int(),
});
export type TimeOffRow = z.output<typeof TimeOffRow>;

export const PAIR_SIDES = ['client', 'caregiver'] as const;
export type PairSide = (typeof PAIR_SIDES)[number];
export const PAIR_KINDS = ['preferred', 'never'] as const;
export type PairKind = (typeof PAIR_KINDS)[number];

/** Whom a client or a caregiver wants, or does not want again. */
export const PairPreference = z.strictObject({
  id,
  providerId: id,
  clientId: id,
  /** Who said so. */
  side: z.enum(PAIR_SIDES),
  kind: z.enum(PAIR_KINDS),
  /** Free text about people. */
  reason: z.string().nullable(),
});
export type PairPreference = z.output<typeof PairPreference>;

/** The same with both names, as a record shows it. */
export const PairPreferenceRow = z.strictObject({
  ...PairPreference.shape,
  Provider: z.string(),
  Client: z.string(),
  rev: z.int(),
});
export type PairPreferenceRow = z.output<typeof PairPreferenceRow>;

const languages = z.array(z.string().max(MAX_LANGUAGE_NAME)).max(MAX_NEEDED_LANGUAGES);

/** By what a client hears of changes of their visits. */
export const NOTIFY_WAYS = ['text', 'email'] as const;
export type NotifyWay = (typeof NOTIFY_WAYS)[number];

/** What anyone who comes to a client must be able to do, and what would be good. */
export const ClientNeeds = z.strictObject({
  clientId: id,
  skills: skillNames,
  /** One of them is spoken by everybody who comes. */
  languages,
  wishedLanguages: languages,
  /** How the client hears that somebody else comes, or of another time; without it they did not ask for it. */
  notifyBy: z.enum(NOTIFY_WAYS).nullable().optional(),
});
export type ClientNeeds = z.output<typeof ClientNeeds>;

/** The caregiver's own workweek, as an estimate. */
export const OwnWeek = z.strictObject({
  from: dateText,
  through: dateText,
  workedMinutes: z.int().min(0),
  /** All visits of the week, those that are done too. */
  plannedMinutes: z.int().min(0),
  wishedMinutes: z.int().min(0).nullable(),
  /** Of finished visits; null: no rate is known. */
  payCents: z.int().min(0).nullable(),
});
export type OwnWeek = z.output<typeof OwnWeek>;

/** A skill of the agency's list. */
export const Skill = z.strictObject({
  name: z.string(),
  /** Who has it, and which clients require it. */
  caregivers: z.int().min(0),
  clients: z.int().min(0),
});
export type Skill = z.output<typeof Skill>;
