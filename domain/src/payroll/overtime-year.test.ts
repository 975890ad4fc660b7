import { expect, test } from 'vitest';
import { serviceDays } from '../billing/counting.ts';
import { type Random, randomOf } from '../care-plans/testing/plan-pairs.ts';
import { COLORADO_PAY_RULES } from '../states/testing/colorado.ts';
import { overtimeOfMonth } from './overtime.ts';
import type { OvertimeRule } from './pay-rules.ts';
import { payOfWeeks, type Shift } from './week-pay.ts';
import { workweeks } from './workweeks.ts';

/**
 * Checks years of night shifts across weeks, months and clock changes by counting each minute of work in the workweek of its
 * local day. The count shares nothing with the rules except the rows.
 */

const [COLORADO] = COLORADO_PAY_RULES.overtime;
if (!COLORADO) throw new Error('no rule');

interface Agency {
  readonly name: string;
  readonly zone: string;
  readonly rules: readonly OvertimeRule[];
}
const AGENCIES: readonly Agency[] = [
  { name: 'weeks from Sunday, in which the clocks change', zone: 'America/Denver', rules: [COLORADO] },
  {
    name: 'weeks from Monday; visits up to 15 minutes apart are one stretch',
    zone: 'America/New_York',
    rules: [{ ...COLORADO, weekStart: 'Mon', gap: 15 }],
  },
  {
    name: 'weeks from Wednesday, without clock changes',
    zone: 'America/Phoenix',
    rules: [{ ...COLORADO, weekStart: 'Wed' }],
  },
  {
    name: 'weeks from Sunday, and from Monday in June on',
    zone: 'America/Denver',
    rules: [COLORADO, { ...COLORADO, validFrom: '2026-06-10', weekStart: 'Mon', weekLimit: 36 * 60 }],
  },
];
const WORKERS = 12;
const MONTHS = Array.from({ length: 15 }, (_, n) =>
  Temporal.PlainYearMonth.from('2026-01').add({ months: n }).toString(),
);

// --- The calendar, asked quarter by quarter

const FIRST = Temporal.PlainDate.from('2025-12-01');
const dateOf = (day: number) => FIRST.add({ days: day }).toString();
const WEEK_DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

interface Calendar {
  /** The number of a day counted from the first one. */
  readonly dayOf: (minute: number) => number;
  readonly minuteAt: (day: number, clock: number) => number;
}
const calendarOf = (zone: string): Calendar => {
  const begin = FIRST.toZonedDateTime(zone).epochMilliseconds / 60_000;
  const days: number[] = [];
  const firstQuarter = new Map<string, number>();
  for (let quarter = 0; quarter < 430 * 96; quarter += 1) {
    const local = Temporal.Instant.fromEpochMilliseconds((begin + quarter * 15) * 60_000).toZonedDateTimeISO(
      zone,
    );
    const day = FIRST.until(local.toPlainDate(), { largestUnit: 'days' }).days;
    days.push(day);
    const key = `${day} ${local.hour * 60 + local.minute}`;
    if (!firstQuarter.has(key)) firstQuarter.set(key, quarter);
  }
  return {
    dayOf: (minute) => days[Math.floor(minute / 15)] ?? -1,
    minuteAt: (day, clock) => {
      const quarter = firstQuarter.get(`${day} ${clock - (clock % 15)}`);
      return quarter === undefined ? Number.NaN : quarter * 15 + (clock % 15);
    },
  };
};

// --- Rows

interface Row {
  readonly day: number;
  readonly start: number;
  readonly end: number;
  readonly travel: number;
  readonly rate: number;
  readonly calculation: string;
}

const DAYS_IN_ALL = 400;
const rowsOf = (random: Random, calendar: Calendar): Row[] => {
  const rows: Row[] = [];
  let free = 0;
  for (let day = 31; day < DAYS_IN_ALL; day += 1) {
    if (random(4) === 0) continue;
    const isNight = random(2) === 0;
    const clock = isNight ? 1020 + random(420) : 300 + random(900);
    const length = isNight ? 360 + random(500) : 30 + random(600);
    const [start, end] = [calendar.minuteAt(day, clock), calendar.minuteAt(day, clock) + length];
    // Rows are written in local times, so times that the clocks skip or repeat cannot occur.
    const endClock = (clock + length) % 1440;
    const endDay = clock + length >= 1440 ? day + 1 : day;
    const written = calendar.minuteAt(endDay, endClock);
    if (Number.isNaN(start) || Number.isNaN(written) || start < free || end < start) continue;
    const month = dateOf(day).slice(0, 7);
    const late = random(6) === 0 ? 1 + random(2) : 0;
    rows.push({
      day,
      start,
      end: written,
      travel: random(3) === 0 ? random(45) : 0,
      rate: random(12) === 0 ? 0 : 1600 + random(900),
      calculation: Temporal.PlainYearMonth.from(month).add({ months: late }).toString(),
    });
    free = written;
  }
  return rows;
};

const clockText = (calendar: Calendar, minute: number): string => {
  const day = calendar.dayOf(minute);
  for (let clock = 0; clock < 1440; clock += 1)
    if (calendar.minuteAt(day, clock) === minute)
      return `${String(Math.floor(clock / 60)).padStart(2, '0')}:${String(clock % 60).padStart(2, '0')}`;
  throw new Error('a minute that no clock shows first');
};

const shiftOf = (row: Row, calendar: Calendar, zone: string): Shift => {
  const date = dateOf(row.day);
  const times = { start: clockText(calendar, row.start), end: clockText(calendar, row.end) };
  const [day] = serviceDays(
    {
      startPeriod: date,
      endPeriod: date,
      days: [{ date, ...times, travel: row.travel, billing: true, payroll: true }],
    },
    zone,
  );
  if (!day) throw new Error('no service');
  const card = { calculation: row.calculation };
  return { ...day, rate: row.rate === 0 ? null : row.rate, category: 'PCP/RPCP', card };
};

// --- The count

interface Week {
  readonly first: number;
  readonly last: number;
  readonly limit: number;
}
const weeksOf = ({ rules }: Agency): Week[] => {
  const isStart = (day: number) => {
    const date = dateOf(day);
    const next = rules[1];
    const hasChanged = next !== undefined && date >= next.validFrom && WEEK_DAYS.indexOf(next.weekStart) >= 0;
    // Meanwhile the old weeks continue until a week of the new kind begins.
    const weekday = WEEK_DAYS[FIRST.add({ days: day }).dayOfWeek - 1];
    return {
      old: weekday === rules[0]?.weekStart,
      new: hasChanged && weekday === next.weekStart,
      hasChanged,
    };
  };
  const weeks: Week[] = [];
  let first = -1;
  let isNew = false;
  for (let day = 0; day < DAYS_IN_ALL + 20; day += 1) {
    const start = isStart(day);
    const begins = start.new || (!isNew && start.old);
    if (!begins) continue;
    const limit = (isNew ? rules[1] : rules[0])?.weekLimit ?? 0;
    if (first >= 0) weeks.push({ first, last: day - 1, limit });
    if (start.new) isNew = true;
    first = day;
  }
  return weeks;
};

interface Counted {
  readonly minutes: number;
  readonly overtime: number;
  readonly premium: number;
}
const countWeek = (rows: readonly Row[], week: Week, gap: number, { dayOf }: Calendar): Counted => {
  const isIn = (day: number) => week.first <= day && day <= week.last;
  const perDay = new Map<number, number>();
  let [minutes, cents, stretch, beyond, last] = [0, 0, 0, 0, Number.NEGATIVE_INFINITY];
  for (const { day, start, end, travel, rate } of rows) {
    if (day < week.first - 9 || day > week.last) continue;
    if (isIn(day)) {
      minutes += travel;
      cents += travel * rate;
      perDay.set(day, (perDay.get(day) ?? 0) + travel);
    }
    for (let minute = start; minute < end; minute += 1) {
      const on = dayOf(minute);
      if (on < week.first - 7 || on > week.last) continue;
      stretch = minute - last > gap ? 1 : stretch + 1;
      last = minute + 1;
      if (!isIn(on)) continue;
      minutes += 1;
      cents += rate;
      perDay.set(on, (perDay.get(on) ?? 0) + 1);
      if (stretch > 720) beyond += 1;
    }
  }
  let overDay = 0;
  for (const spent of perDay.values()) overDay += Math.max(0, spent - 720);
  const overtime = Math.min(minutes, Math.max(0, minutes - week.limit, overDay, beyond));
  // Half of the regular rate for each minute of overtime, rounded half up to the cent.
  const [value, parts] = [BigInt(cents) * BigInt(overtime), BigInt(minutes) * 120n];
  return { minutes, overtime, premium: minutes === 0 ? 0 : Number((2n * value + parts) / (2n * parts)) };
};

const hundredths = (minutes: number) => Math.round((minutes * 100) / 60);

test.each(AGENCIES)('years of nights are paid as each minute counted by itself: $name', (agency) => {
  const { zone, rules } = agency;
  const calendar = calendarOf(zone);
  const weekOf = workweeks(rules);
  const weeks = weeksOf(agency);
  const sums = { minutes: 0, overtime: 0, premium: 0, nights: 0, differences: 0 };
  for (let worker = 0; worker < WORKERS; worker += 1) {
    const rows = rowsOf(randomOf(worker + 1), calendar);
    const shifts = rows.map((row) => shiftOf(row, calendar, zone));
    const paid = payOfWeeks(shifts, weekOf, zone);
    const parts = MONTHS.flatMap((month) =>
      overtimeOfMonth(shifts, month, weekOf, zone).map((part) => ({ ...part, month })),
    );
    for (const week of weeks) {
      const gap = rules[0]?.gap ?? 0;
      const counted = countWeek(rows, week, gap, calendar);
      const [from, through] = [dateOf(week.first), dateOf(week.last)];
      const home = through.slice(0, 7);
      const { minutes = 0, overtime = 0, premium = 0 } = paid.get(from) ?? {};
      const own = parts.filter((part) => part.week.from === from);
      const atHome = own.filter(({ month }) => month === home);
      const known = countWeek(
        rows.filter(({ calculation }) => calculation <= home),
        week,
        gap,
        calendar,
      );
      const isPaid = home >= '2026-01' && home <= '2027-01';
      const differing = [
        minutes - counted.minutes,
        overtime - counted.overtime,
        premium - counted.premium,
        ...(isPaid
          ? [
              own.reduce((all, part) => all + part.hours, 0) - hundredths(counted.overtime),
              own.reduce((all, part) => all + part.premium, 0) - counted.premium,
              // The month in which it ends, from the cards calculated by then.
              atHome.reduce((all, part) => all + part.hours, 0) - hundredths(known.overtime),
              atHome.reduce((all, part) => all + part.premium, 0) - known.premium,
            ]
          : []),
      ].filter((difference) => difference !== 0);
      sums.differences += differing.length;
      sums.minutes += counted.minutes;
      sums.overtime += counted.overtime;
      sums.premium += counted.premium;
      sums.nights += rows.filter(
        ({ day, start, end }) => day === week.last && calendar.dayOf(start) !== calendar.dayOf(end - 1),
      ).length;
    }
  }
  expect(sums.differences).toBe(0);
  expect(sums.overtime).toBeGreaterThan(0);
  expect(sums.nights).toBeGreaterThan(100);
});
