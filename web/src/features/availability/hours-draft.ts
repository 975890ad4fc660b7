import { checkHours } from '@homecare/domain/availability/rules.ts';
import {
  type HoursDraft,
  type HoursWindow,
  MAX_MILES,
  MINUTES_OF_WEEK,
  type WeekWindows,
} from '@homecare/domain/availability/schema.ts';
import { hoursOf, perDay, WEEKDAYS, type Weekday } from '@homecare/domain/calendar.ts';
import type { FieldError } from '@homecare/domain/errors.ts';
import { isClock, NO_TIME } from '../../ui/inputs.tsx';

type Typed = number | string | null;

/** Hours as a form holds them: times and numbers as they were typed. */
export interface TypedHours {
  readonly anyTime: boolean;
  readonly windows: WeekWindows;
  /** Hours, not minutes. */
  readonly wishedMinutes: Typed;
  readonly mostMinutes: Typed;
  readonly farthestMiles: Typed;
}

const typedHours = (minutes: number | null) => (minutes === null ? null : hoursOf(minutes));

export const typedFrom = (hours: HoursDraft): TypedHours => ({
  anyTime: hours.windows === null,
  windows: hours.windows ?? perDay(() => []),
  wishedMinutes: typedHours(hours.wishedMinutes),
  mostMinutes: typedHours(hours.mostMinutes),
  farthestMiles: hours.farthestMiles,
});

const minutesIn = (typed: Typed) => (typeof typed === 'number' ? Math.round(typed * 60) : null);

export const hoursFrom = (typed: TypedHours): HoursDraft => ({
  windows: typed.anyTime ? null : typed.windows,
  wishedMinutes: minutesIn(typed.wishedMinutes),
  mostMinutes: minutesIn(typed.mostMinutes),
  farthestMiles: typeof typed.farthestMiles === 'number' ? typed.farthestMiles : null,
});

const MOST_HOURS = MINUTES_OF_WEEK / 60;
const WRONG_HOURS = `Enter hours from 0 to ${MOST_HOURS}, or leave it empty.`;
const WRONG_MILES = `Enter whole miles from 1 to ${MAX_MILES}, or leave it empty.`;

const isHours = (typed: Typed) =>
  typed === null || (typeof typed === 'number' && typed >= 0 && typed <= MOST_HOURS);
const isMiles = (typed: Typed) =>
  typed === null ||
  (typeof typed === 'number' && Number.isInteger(typed) && typed >= 1 && typed <= MAX_MILES);

export const windowField = (day: Weekday, at: number, part: keyof HoursWindow) =>
  `windows.${day}.${at}.${part}`;

const timeFaults = (windows: WeekWindows): FieldError[] =>
  WEEKDAYS.flatMap((day) =>
    windows[day].flatMap((window, at) =>
      (['from', 'to'] as const)
        .filter((part) => !isClock(window[part]))
        .map((part) => ({
          field: windowField(day, at, part),
          message: window[part] === '' ? 'Enter a time' : NO_TIME,
        })),
    ),
  );

/** What is wrong with it, at its fields: first what cannot be read, then what the rules say. */
export const hoursFaults = (typed: TypedHours): readonly FieldError[] => {
  const unread = [
    ...(typed.anyTime ? [] : timeFaults(typed.windows)),
    ...(isHours(typed.wishedMinutes) ? [] : [{ field: 'wishedMinutes', message: WRONG_HOURS }]),
    ...(isHours(typed.mostMinutes) ? [] : [{ field: 'mostMinutes', message: WRONG_HOURS }]),
    ...(isMiles(typed.farthestMiles) ? [] : [{ field: 'farthestMiles', message: WRONG_MILES }]),
  ];
  return unread.length > 0 ? unread : checkHours(hoursFrom(typed));
};

/** A day's hours also for the days after it, through Friday or, from Friday on, Sunday. */
export const copyDown = (windows: WeekWindows, from: Weekday): WeekWindows => {
  const start = WEEKDAYS.indexOf(from);
  const end = start < WEEKDAYS.indexOf('Fri') ? WEEKDAYS.indexOf('Fri') : WEEKDAYS.indexOf('Sun');
  return perDay((day) => {
    const at = WEEKDAYS.indexOf(day);
    return at > start && at <= end ? windows[from].map((window) => ({ ...window })) : windows[day];
  });
};
