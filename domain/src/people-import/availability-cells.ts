import { checkHours, checkTimeOff, tidyNames, tidyWindows } from '../availability/rules.ts';
import {
  type HoursDraft,
  type HoursWindow,
  MAX_MILES,
  MAX_SKILL_NAME,
  MAX_SKILLS,
  MINUTES_OF_WEEK,
  type TimeOffSpan,
  type WeekWindows,
} from '../availability/schema.ts';
import { perDay, readDate, readTime, WEEKDAY_NAMES, WEEKDAYS, type Weekday } from '../calendar.ts';
import type { FieldError } from '../errors.ts';
import { AVAILABILITY_COLUMNS, type ImportColumn } from './columns.ts';

const AVAILABILITY_KEYS = AVAILABILITY_COLUMNS.map(({ key }) => key);

/** When a caregiver in a file can work (docs/rules/people-import.md, rule 11). It is stored beside the record, not in it. */
export interface ImportedHours {
  readonly hours: HoursDraft;
  readonly skills: readonly string[];
  /** Approved time off. */
  readonly timeOff: readonly TimeOffSpan[];
}

const BAD_WEEK = 'Availability looks like Mon-Fri 8:00-16:00; Sat 9:00-13:00';

/** 'Mon', 'Thurs' or 'F'; undefined if it is no day, or could be several like 'T' and 'S'. */
const dayOf = (text: string): Weekday | undefined => {
  const small = text.toLowerCase();
  const days = WEEKDAYS.filter(
    (day) => small !== '' && WEEKDAY_NAMES[day].toLowerCase().startsWith(small.slice(0, 9)),
  );
  return days.length === 1 ? days[0] : undefined;
};

/** 'Mon-Fri', 'M-F', 'Mon, Wed', 'Mon Wed Fri' or 'Daily' */
const daysOf = (text: string): Weekday[] | undefined => {
  if (/^(daily|every ?day)[\s:]*$/i.test(text.trim())) return [...WEEKDAYS];
  const runs = text.replaceAll(/\s*(?:-|–|\bto\b)\s*/gi, '-').split(/(?:[,/&:\s]|\band\b)+/i);
  const parts = runs.filter(Boolean).map((part): Weekday[] | undefined => {
    const [first, last, ...more] = part.split('-').map(dayOf);
    if (first === undefined || more.length > 0) return undefined;
    if (!part.includes('-')) return [first];
    if (last === undefined) return undefined;
    const [from, through] = [WEEKDAYS.indexOf(first), WEEKDAYS.indexOf(last)];
    return WEEKDAYS.filter((_, at) =>
      from <= through ? at >= from && at <= through : at >= from || at <= through,
    );
  });
  return parts.includes(undefined) ? undefined : parts.flatMap((days) => days ?? []);
};

const SPAN = /^(?<from>.+?)\s*(?:-|–|to)\s*(?<to>[^-–]+)$/i;
const saysHalf = (time: string) => /[ap]\.?m?\.?$/i.test(time.trim());
/** Caregivers hardly ever begin earlier. '1-5' means the afternoon and must not make anybody available at night. */
const EARLIEST = '06:00';

/**
 * Whether it is clear in which half of the day both times are: each has AM or PM, or one is a 24-hour time, or they follow
 * each other within a day, like '8-12'. '9-5' is not clear: taken literally it is a night.
 */
const isClear = (typed: readonly [string, string], { from, to }: HoursWindow): boolean => {
  const halves = typed.filter(saysHalf).length;
  if (halves > 0) return halves === 2;
  const isOf24 = [from, to].some((time) => time < '01:00' || time >= '13:00');
  return isOf24 || (from >= EARLIEST && from < to);
};

/** Reads '8:00-16:00' or '10 pm to 6 am'; a returned text says why it cannot. */
const readWindow = (text: string): HoursWindow | string => {
  const { from: typedFrom = '', to: typedTo = '' } = SPAN.exec(text)?.groups ?? {};
  const [from, to] = [readTime(typedFrom), readTime(typedTo)];
  if (from === undefined || to === undefined) return BAD_WEEK;
  return isClear([typedFrom, typedTo], { from, to })
    ? { from, to }
    : `${text} can be day or night. Write it like 9 AM-5 PM, or 22:00-06:00 for a night`;
};

/** Reads 'Mon-Fri 8:00-12:00, 13:00-17:00; Sat 9 am-1 pm' or 'Any time'; a returned text says why it cannot. */
export const readWeek = (text: string): { readonly windows: WeekWindows | null } | string => {
  if (/^any ?time$/i.test(text.trim())) return { windows: null };
  const found: { readonly days: readonly Weekday[]; readonly window: HoursWindow }[] = [];
  const typed = text.replaceAll(/\s+/g, ' ');
  for (const part of typed.split(';').filter((one) => one.trim() !== '')) {
    const at = part.search(/\d/);
    const days = at > 0 ? daysOf(part.slice(0, at)) : undefined;
    if (!days) return BAD_WEEK;
    for (const span of part.slice(at).split(/[,&]|\band\b/i)) {
      const window = readWindow(span.trim());
      if (typeof window === 'string') return window;
      found.push({ days, window });
    }
  }
  if (found.length === 0) return BAD_WEEK;
  const windows = perDay((day) => found.flatMap((one) => (one.days.includes(day) ? [one.window] : [])));
  return { windows: tidyWindows(windows) };
};

const readAmountOf = (text: string, most: number): number | undefined => {
  const value = Number(text.replace(/\s*(h|hrs?|hours|mi|miles)$/i, ''));
  return /\d/.test(text) && Number.isFinite(value) && value >= 0 && value <= most ? value : undefined;
};

const MOST_HOURS = MINUTES_OF_WEEK / 60;

const BAD_TIME_OFF = 'Time off looks like 12-21-2026 to 12-27-2026; 01-04-2027';

/** Reads '12-21-2026 to 12-27-2026; 01-04-2027' and checks it by the screen's rules; a returned text says why it cannot. */
const readTimeOff = (text: string, today: Temporal.PlainDate): TimeOffSpan[] | string => {
  const spans: TimeOffSpan[] = [];
  for (const part of text.split(';').filter((one) => one.trim() !== '')) {
    const days = part.trim().split(/\s+(?:to|through|-|–)\s+/i);
    const [from, through] = [days[0], days.at(-1)].map((day = '') => readDate(day.trim(), today));
    if (days.length > 2 || from === undefined || through === undefined) return BAD_TIME_OFF;
    const span = { from, through, fromTime: null, throughTime: null };
    const others = spans.map((one) => ({ ...one, status: 'Approved' as const }));
    const [fault] = checkTimeOff({ ...span, reason: null }, { others, today, isOwn: false });
    if (fault) return fault.message;
    spans.push(span);
  }
  return spans;
};

/** The availability in a row's cells; undefined if there is none. */
export const readAvailability = (
  cells: readonly string[],
  columns: readonly (ImportColumn | undefined)[],
  today: Temporal.PlainDate,
): { readonly imported: ImportedHours | undefined; readonly faults: FieldError[] } => {
  const faults: FieldError[] = [];
  const textOf = (key: string) => cells[columns.findIndex((column) => column?.key === key)]?.trim() ?? '';
  const read = <T>(key: string, of: (text: string) => T | undefined, message: string): T | null => {
    const text = textOf(key);
    if (text === '') return null;
    const value = of(text);
    if (value === undefined) faults.push({ field: key, message });
    return value ?? null;
  };
  const hoursIn = (key: string, label: string) => {
    const hours = read(
      key,
      (text) => readAmountOf(text, MOST_HOURS),
      `${label} is a number from 0 to ${MOST_HOURS}`,
    );
    return hours === null ? null : Math.round(hours * 60);
  };
  const typedWeek = textOf('Availability');
  const week = typedWeek === '' ? { windows: null } : readWeek(typedWeek);
  if (typeof week === 'string') faults.push({ field: 'Availability', message: week });
  const hours: HoursDraft = {
    windows: typeof week === 'string' ? null : week.windows,
    wishedMinutes: hoursIn('WishedHours', 'Wished hours a week'),
    mostMinutes: hoursIn('MostHours', 'Most hours a week'),
    farthestMiles: read(
      'FarthestMiles',
      (text) => {
        const miles = readAmountOf(text, MAX_MILES);
        return miles === undefined || miles < 1 ? undefined : Math.round(miles);
      },
      `Farthest miles is a number from 1 to ${MAX_MILES}`,
    ),
  };
  const skills = tidyNames(textOf('Skills').split(/[;,]/));
  if (skills.some((name) => [...name].length > MAX_SKILL_NAME))
    faults.push({ field: 'Skills', message: `A skill has at most ${MAX_SKILL_NAME} characters` });
  if (skills.length > MAX_SKILLS) faults.push({ field: 'Skills', message: 'These are too many skills' });
  const timeOff = readTimeOff(textOf('TimeOff'), today);
  if (typeof timeOff === 'string') faults.push({ field: 'TimeOff', message: timeOff });
  const ruled = faults.length > 0 ? [] : checkHours(hours);
  const isEmpty = AVAILABILITY_KEYS.every((key) => textOf(key) === '');
  return {
    imported: isEmpty || typeof timeOff === 'string' ? undefined : { hours, skills, timeOff },
    faults: [...faults, ...ruled.map(({ field, message }) => ({ field: columnOf(field), message }))],
  };
};

const columnOf = (field: string) => {
  if (field === 'wishedMinutes') return 'WishedHours';
  return field === 'mostMinutes' ? 'MostHours' : 'Availability';
};
