import { z } from 'zod';
import { DAY_MINUTES } from '../calendar.ts';
import { dateText, MAX_ID, stampText, timeText } from '../wire.ts';

const id = z.int().min(1).max(MAX_ID);

/** More windows than anybody has on one weekday, and more minutes than a week has. */
export const MAX_WINDOWS = 6;
export const MINUTES_OF_WEEK = 7 * DAY_MINUTES;
export const MAX_MILES = 500;
export const MAX_SKILLS = 60;
export const MAX_SKILL_NAME = 40;
export const MAX_NEEDED_LANGUAGES = 12;
export const MAX_LANGUAGE_NAME = 60;
export const MAX_REASON = 500;

/** Hours on a weekday. An end before the start is on the next day; an equal end is 24 hours later. */
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
  /** When they can work; null for any time. */
  windows: WeekWindows.nullable(),
  wishedMinutes: minutesOfWeek,
  mostMinutes: minutesOfWeek,
  farthestMiles: z.int().min(1).max(MAX_MILES).nullable(),
};
const skillNames = z.array(z.string().max(200)).max(MAX_SKILLS);

/** When, how much and how far away a caregiver can work, and their skills (docs/rules/availability.md). */
export const CaregiverHours = z.strictObject({ providerId: id, ...workingWeek, skills: skillNames });
export type CaregiverHours = z.output<typeof CaregiverHours>;

/** The hours as a form holds them, without the person. */
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
  /** The first and last local day. */
  from: dateText,
  through: dateText,
  /** Only for a single day: when the absence begins and ends. Either both or neither are set. */
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
  /** Free text that may concern a person's health. */
  reason: z.string().nullable(),
});
export type TimeOff = z.output<typeof TimeOff>;

/** A row of the office's list, or of the caregiver's own. */
export const TimeOffRow = z.strictObject({
  ...TimeOff.shape,
  /** 'LastName, FirstName' */
  Provider: z.string(),
  /** When and by whom it was requested or entered. */
  requested: stampText,
  requestedBy: z.string(),
  /** When and by whom it was approved or declined; null if undecided. */
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
  /** Who stated it. */
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

/** How clients can be notified of changes to their visits. */
export const NOTIFY_WAYS = ['text', 'email'] as const;
export type NotifyWay = (typeof NOTIFY_WAYS)[number];

/** What a client's caregivers must be able to do, and what would be desirable. */
export const ClientNeeds = z.strictObject({
  clientId: id,
  skills: skillNames,
  /** Every caregiver must speak one of these. */
  languages,
  wishedLanguages: languages,
  /** How the client is told about another caregiver or another time; missing if they did not ask to be. */
  notifyBy: z.enum(NOTIFY_WAYS).nullable().optional(),
});
export type ClientNeeds = z.output<typeof ClientNeeds>;

/** The caregiver's own workweek, as an estimate. */
export const OwnWeek = z.strictObject({
  from: dateText,
  through: dateText,
  workedMinutes: z.int().min(0),
  /** All visits of the week, including completed ones. */
  plannedMinutes: z.int().min(0),
  wishedMinutes: z.int().min(0).nullable(),
  /** Pay for finished visits; null if there is no rate. */
  payCents: z.int().min(0).nullable(),
});
export type OwnWeek = z.output<typeof OwnWeek>;

/** A skill in the agency's list. */
export const Skill = z.strictObject({
  name: z.string(),
  /** How many caregivers have it, and how many clients require it. */
  caregivers: z.int().min(0),
  clients: z.int().min(0),
});
export type Skill = z.output<typeof Skill>;
