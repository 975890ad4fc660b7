/** Calendar rules use only Temporal and take today and the time zone as arguments. Screens show dates as MM-DD-YYYY. */

import { remembering } from './remembering.ts';

export const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;
export type Weekday = (typeof WEEKDAYS)[number];
/** Builds a value for each day of the week. */
export const perDay = <T>(value: (day: Weekday) => T): Record<Weekday, T> => ({
  Mon: value('Mon'),
  Tue: value('Tue'),
  Wed: value('Wed'),
  Thu: value('Thu'),
  Fri: value('Fri'),
  Sat: value('Sat'),
  Sun: value('Sun'),
});
export const WEEKDAY_NAMES: Record<Weekday, string> = {
  Mon: 'Monday',
  Tue: 'Tuesday',
  Wed: 'Wednesday',
  Thu: 'Thursday',
  Fri: 'Friday',
  Sat: 'Saturday',
  Sun: 'Sunday',
};

/** Parses YYYY-MM-DD; undefined if it is no date or a date that does not exist. */
export const validDate = (text: string | null | undefined): Temporal.PlainDate | undefined => {
  if (!text || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  try {
    return Temporal.PlainDate.from(text, { overflow: 'reject' });
  } catch {
    return undefined;
  }
};

export const weekdayOf = (date: Temporal.PlainDate): Weekday => WEEKDAYS[date.dayOfWeek - 1] ?? 'Mon';

/** YYYY-MM-DD → MM-DD-YYYY; null → ''. */
export const showDate = (iso: string | null) =>
  iso ? `${iso.slice(5, 7)}-${iso.slice(8, 10)}-${iso.slice(0, 4)}` : '';

/** Full years on a given day; undefined if the date is invalid or the person is not born yet. */
export const ageOn = (birth: string | null | undefined, today: Temporal.PlainDate): number | undefined => {
  if (!birth || !/^\d{4}-\d\d-\d\d$/.test(birth)) return undefined;
  try {
    const born = Temporal.PlainDate.from(birth, { overflow: 'reject' });
    return Temporal.PlainDate.compare(born, today) > 0
      ? undefined
      : born.until(today, { largestUnit: 'year' }).years;
  } catch {
    return undefined;
  }
};
/** '74 years' or '1 year'; '' if there is no age. */
export const showAge = (birth: string | null | undefined, today: Temporal.PlainDate): string => {
  const age = ageOn(birth, today);
  return age === undefined ? '' : `${age} ${age === 1 ? 'year' : 'years'}`;
};

/** How a two-digit year is completed: to the year nearest to today (80 years back, 19 ahead), or to the latest year in the past. */
export type YearLean = 'near' | 'past';

const YEARS_AHEAD: Record<YearLean, number> = { near: 19, past: 0 };

const completeYear = (typed: string, today: Temporal.PlainDate | undefined, lean: YearLean) => {
  if (typed.length === 4 || !today) return Number(typed);
  const year = today.year - (today.year % 100) + Number(typed);
  const last = today.year + YEARS_AHEAD[lean];
  return year > last ? year - 100 : year + 100 <= last ? year + 100 : year;
};

const YEAR_FIRST = /^\s*(?<year>\d{4})([-/.])(?<month>\d{1,2})\2(?<day>\d{1,2})\s*$/;
const YEAR_LAST = /^\s*(?<month>\d{1,2})[-/.](?<day>\d{1,2})[-/.](?<year>\d{4}|\d{2})\s*$/;
const DIGITS = /^\s*(?<month>\d\d)(?<day>\d\d)(?<year>\d{4}|\d{2})\s*$/;

/**
 * Reads a typed date as YYYY-MM-DD; undefined if it is none. Accepts MM-DD-YYYY and YYYY-MM-DD, also with / or . and without
 * leading zeros, and six or eight digits. Two-digit years are accepted if `today` is given; with lean 'past' the result is
 * never in the future.
 */
export const readDate = (
  typed: string,
  today?: Temporal.PlainDate,
  lean: YearLean = 'near',
): string | undefined => {
  const found = (YEAR_FIRST.exec(typed) ?? YEAR_LAST.exec(typed) ?? DIGITS.exec(typed))?.groups;
  if (!found?.year || (found.year.length === 2 && !today)) return undefined;
  const year = completeYear(found.year, today, lean);
  const dateIn = (inYear: number) =>
    Temporal.PlainDate.from(
      { year: inYear, month: Number(found.month), day: Number(found.day) },
      { overflow: 'reject' },
    );
  try {
    const date = dateIn(year);
    const isLater =
      found.year.length === 2 && lean === 'past' && today && Temporal.PlainDate.compare(date, today) > 0;
    return (isLater ? dateIn(year - 100) : date).toString();
  } catch {
    return undefined;
  }
};

/** '2026-11' of '2026-11-27'. */
export const monthOf = (day: string) => day.slice(0, 7);

/** Whether the text is an existing month in YYYY-MM. */
export const isMonth = (text: string) => /^\d{4}-(0[1-9]|1[0-2])$/.test(text);

/**
 * Reads a typed month as YYYY-MM; undefined if it is none. Accepts '2026-11', '11-2026', '1/26', '202611' and whole dates.
 * Two-digit years are accepted if `today` is given.
 */
export const readMonth = (typed: string, today?: Temporal.PlainDate): string | undefined => {
  const text = typed.trim();
  const found =
    /^(?<year>\d{4})[-/.]?(?<month>\d{1,2})$/.exec(text) ??
    /^(?<month>\d{1,2})[-/.](?<year>\d{4}|\d{2})$/.exec(text);
  const { year, month } = found?.groups ?? {};
  if (!year || !month) return readDate(text, today)?.slice(0, 7);
  if (year.length === 2 && !today) return undefined;
  const read = `${String(completeYear(year, today, 'near')).padStart(4, '0')}-${month.padStart(2, '0')}`;
  return isMonth(read) ? read : undefined;
};

/** HH:mm → hh:mm AM/PM. */
export const showClock = (hhmm: string) => {
  const hour = Number(hhmm.slice(0, 2));
  const twelve = hour % 12 === 0 ? 12 : hour % 12;
  return `${String(twelve).padStart(2, '0')}:${hhmm.slice(3, 5)} ${hour < 12 ? 'AM' : 'PM'}`;
};

/**
 * 'Nov 22' for YYYY-MM-DD, for use in sentences. Remembers its results, because formatting takes a millisecond and lists
 * repeat the same few days.
 */
export const sayDay = remembering((iso) =>
  Temporal.PlainDate.from(iso).toLocaleString('en-US', { month: 'short', day: 'numeric' }),
);

/** 'Dec 23, 25, 28 and 30' or 'Dec 30, Jan 2 and 4'. A long list names the first days and counts the rest. */
export const sayDays = (days: readonly string[], most = 8): string => {
  const shown = days.slice(0, most);
  const rest = days.length - shown.length;
  const words = shown.map((day, at) =>
    at > 0 && day.slice(0, 7) === shown[at - 1]?.slice(0, 7) ? String(Number(day.slice(8))) : sayDay(day),
  );
  const more = `${rest.toLocaleString('en-US')} more ${rest === 1 ? 'day' : 'days'}`;
  const last = rest > 0 ? more : words.pop();
  return words.length > 0 ? `${words.join(', ')} and ${last}` : (last ?? '');
};

/** 'Nov 24', 'Nov 22 – 28' or 'Nov 29 – Dec 5'. */
export const saySpan = (from: string, through: string): string => {
  if (from === through) return sayDay(from);
  const isOneMonth = from.slice(0, 7) === through.slice(0, 7);
  return `${sayDay(from)} – ${isOneMonth ? Number(through.slice(8)) : sayDay(through)}`;
};
/** '8:30 AM' for HH:mm, for use in sentences. */
export const sayTime = (hhmm: string) => showClock(hhmm).replace(/^0/, '');

/**
 * Turns the times in a text into Spanish ones: '8:30 AM' → '8:30 a. m.'. At the end of a sentence the period of the
 * abbreviation replaces the full stop.
 */
export const spanishClock = (text: string) =>
  text.replace(/(?<=\d )([AP])M\b\.?/g, (_, half: string) => `${half.toLowerCase()}. m.`);

/** Time of day of a moment in a time zone, such as '10:42 AM'. */
export const sayClock = (stamp: string, zone: string): string =>
  sayTime(Temporal.Instant.from(stamp).toZonedDateTimeISO(zone).toPlainTime().toString().slice(0, 5));

/** Day of a stamp in a time zone. */
export const dayOfStamp = (stamp: string, zone: string): string =>
  todayIn(zone, Temporal.Instant.from(stamp)).toString();

/** 'Nov 16, 4:18 AM' for a moment in a time zone. */
export const sayStamp = (stamp: string, zone: string): string =>
  `${sayDay(dayOfStamp(stamp, zone))}, ${sayClock(stamp, zone)}`;

/** 'MM-DD-YYYY hh:mm AM' for an ISO 8601 stamp in a time zone. */
export const showStamp = (stamp: string, zone: string) => {
  const local = Temporal.Instant.from(stamp).toZonedDateTimeISO(zone);
  return `${showDate(local.toPlainDate().toString())} ${showClock(local.toPlainTime().toString())}`;
};

const TIME = /^\s*(?<hour>\d{1,2})(:?(?<minute>[0-5]\d))?\s*((?<half>[ap])(\.?m\.?)?)?\s*$/i;

/** Hour of the day from 0 to 23; 12 AM is midnight and 12 PM is noon. */
const hourOfDay = (hour: number, half: string | undefined) => {
  if (half === undefined) return hour <= 23 ? hour : undefined;
  if (hour < 1 || hour > 12) return undefined;
  return (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
};

/** Reads '830', '8:30', '0830' or '8:30 am' as '08:30'; undefined if it is no time of day. */
export const readTime = (typed: string): string | undefined => {
  const found = TIME.exec(typed)?.groups;
  const hour = found && hourOfDay(Number(found.hour), found.half);
  return hour === undefined ? undefined : `${String(hour).padStart(2, '0')}:${found?.minute ?? '00'}`;
};

/** Minutes since midnight. */
export const minuteOfDay = (hhmm: string) => Number(hhmm.slice(0, 2)) * 60 + Number(hhmm.slice(3, 5));

export const DAY_MINUTES = 1440;

/**
 * HH:mm of a minute counted from midnight. Minutes beyond the day wrap around: 1,500 is 01:00 of the next day, -30 is 23:30
 * of the day before.
 */
export const toClock = (minute: number) => {
  const ofDay = ((minute % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES;
  return `${String(Math.floor(ofDay / 60)).padStart(2, '0')}:${String(ofDay % 60).padStart(2, '0')}`;
};

/** A duration in hours and minutes: 150 → '2:30'. */
export const showLength = (minutes: number) =>
  `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;

/** Planned duration in minutes. An end before the start is on the next day (docs/rules/care-plans.md, rule 8). */
export const spanMinutes = (start: string, end: string) => {
  const minutes = minuteOfDay(end) - minuteOfDay(start);
  return minutes < 0 ? minutes + DAY_MINUTES : minutes;
};

/** Minutes in hundredths of an hour, the unit of printed hours. */
export const hundredthsOf = (minutes: number) => Math.round((minutes * 100) / 60);
/** Minutes / 60, rounded half up to 2 decimals (docs/rules/billing.md, rule 9). */
export const hoursOf = (minutes: number) => hundredthsOf(minutes) / 100;
/** '12.50', the form of hours in totals and documents. */
export const showDecimalHours = (hours: number) => hours.toFixed(2);
export const showMinutesAsHours = (minutes: number) => showDecimalHours(hoursOf(minutes));
/** '1.75 h', '7 h' or '1,204.5 h', for lists and sentences. Money and payroll always print both decimals. */
export const hoursText = (minutes: number) => `${hoursOf(minutes).toLocaleString('en-US')} h`;

/** MM-DD of the birthdays on this day. People born on February 29 celebrate on February 28 in other years. */
export const birthdaysOn = (date: Temporal.PlainDate): readonly string[] =>
  date.month === 2 && date.day === 28 && !date.inLeapYear ? ['02-28', '02-29'] : [date.toString().slice(5)];

/** The Monday of a day's week. */
export const mondayOf = (day: Temporal.PlainDate) => day.subtract({ days: day.dayOfWeek - 1 });
export const todayIn = (zone: string, now: Temporal.Instant) => now.toZonedDateTimeISO(zone).toPlainDate();

/** The instant of a local date and time. A time skipped by a clock change becomes the later instant, a repeated one the earlier. */
export const instantOf = (date: string, hhmm: string, zone: string) =>
  Temporal.PlainDate.from(date)
    .toZonedDateTime({ timeZone: zone, plainTime: Temporal.PlainTime.from(hhmm) })
    .toInstant();

/** The day (YYYY-MM-DD) that many days later; a negative number goes back. */
export const addDays = (date: string, days: number) => Temporal.PlainDate.from(date).add({ days }).toString();
export const dayBefore = (date: string) => addDays(date, -1);

/** Start and end instants of a visit. An end before the start is on the next day. */
export const visitInstants = (date: string, start: string, end: string, zone: string) => {
  return {
    start: instantOf(date, start, zone),
    end: instantOf(minuteOfDay(end) < minuteOfDay(start) ? addDays(date, 1) : date, end, zone),
  };
};
