import { DAY_MINUTES, minuteOfDay, WEEKDAYS, type Weekday } from '../../calendar.ts';
import type { ComparedPlan } from '../rules.ts';
import type { WeekRows } from '../schema.ts';

/**
 * Builds pairs of plans for tests from a seed, with a naive check: it paints every minute that a plan takes on the clock of
 * each calendar day and looks for minutes taken twice. The plans are around the two clock changes of a year in Denver.
 */
export interface PlanPair {
  readonly ours: ComparedPlan;
  readonly theirs: ComparedPlan;
  /** The Sunday in the middle on which the clocks change. */
  readonly change: string;
}

/** mulberry32: the same numbers for the same seed on every machine. */
export const randomOf = (seed: number) => {
  let state = seed | 0;
  return (below: number) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
};
export type Random = ReturnType<typeof randomOf>;

const CHANGES = ['2026-03-08', '2026-11-01'] as const;
const DAYS_AROUND = 30;

const clock = (minute: number) => {
  const ofDay = minute % DAY_MINUTES;
  return `${String(Math.floor(ofDay / 60)).padStart(2, '0')}:${String(ofDay % 60).padStart(2, '0')}`;
};

/** Start and length by weekday. A night visit is shortened if it would reach into the plan's own next day. */
const spansOf = (random: Random): Map<Weekday, readonly [number, number]> => {
  const isNightly = random(3) === 0;
  const days = WEEKDAYS.filter(() => random(2) === 0);
  const chosen = days.length > 0 ? days : (['Sun'] as const);
  const starts = new Map(
    chosen.map((day) => [day, isNightly ? 1200 + random(48) * 5 : random(240) * 5] as const),
  );
  return new Map(
    chosen.map((day) => {
      const next = starts.get(WEEKDAYS[(WEEKDAYS.indexOf(day) + 1) % 7] ?? 'Mon') ?? DAY_MINUTES;
      const start = starts.get(day) ?? 0;
      const length = isNightly ? 240 + random(60) * 5 : 30 + random(90) * 5;
      return [day, [start, Math.min(length, DAY_MINUTES - start + next, DAY_MINUTES - 5)]];
    }),
  );
};

const weekOf = (random: Random): WeekRows => {
  const spans = spansOf(random);
  const row = <T>(pick: (span: readonly [number, number] | undefined) => T) => ({
    Mon: pick(spans.get('Mon')),
    Tue: pick(spans.get('Tue')),
    Wed: pick(spans.get('Wed')),
    Thu: pick(spans.get('Thu')),
    Fri: pick(spans.get('Fri')),
    Sat: pick(spans.get('Sat')),
    Sun: pick(spans.get('Sun')),
  });
  return [
    { Name: 'Time In', ...row((span) => (span ? clock(span[0]) : null)) },
    { Name: 'Time Out', ...row((span) => (span ? clock(span[0] + span[1]) : null)) },
    { Name: 'Travel Time', ...row(() => 0) },
  ];
};

/** Two of five plans change once or twice around the clock change. */
const weeksOf = (random: Random, start: Temporal.PlainDate): Pick<ComparedPlan, 'week' | 'weeks'> => {
  const week = { time: weekOf(random) };
  if (random(5) > 1) return { week };
  const weeks = [{ from: start.toString(), week }];
  for (let day = 1 + random(8), left = 1 + random(2); left > 0; day += 1 + random(8), left -= 1)
    weeks.push({ from: start.add({ days: day }).toString(), week: { time: weekOf(random) } });
  return { week, weeks };
};

const planOf = (random: Random, change: string, id: number | null, people: readonly [number, number]) => {
  const start = Temporal.PlainDate.from(change).add({ days: random(20) - 15 });
  const EndDate = random(3) === 0 ? start.add({ days: random(28) }).toString() : null;
  const [ProviderID, ClientID] = people;
  return {
    id,
    ProviderID,
    Provider: `Provider ${ProviderID}`,
    ClientID,
    Client: `Client ${ClientID}`,
    StartDate: start.toString(),
    EndDate,
    Status: EndDate === null ? ('Active' as const) : ('Archive' as const),
    coversPlanId: null,
    ...weeksOf(random, start),
  };
};

/** Which people the two plans share; most pairs share somebody. */
const PEOPLE = [
  [1, 2, 1, 3],
  [1, 2, 1, 3],
  [1, 2, 4, 2],
  [1, 2, 1, 3],
  [1, 2, 1, 2],
  [1, 2, 4, 2],
  [1, 2, 4, 3],
] as const;

export const planPair = (seed: number): PlanPair => {
  const random = randomOf(seed);
  const change = CHANGES[random(2)] ?? CHANGES[0];
  const [ourProvider, ourClient, provider, client] = PEOPLE[random(PEOPLE.length)] ?? PEOPLE[0];
  return {
    ours: planOf(random, change, null, [ourProvider, ourClient]),
    theirs: planOf(random, change, 7, [provider, client]),
    change,
  };
};

// --- The naive check -----------------------------------------------------------------------------------------------

/** The calendar around each day that is the middle of a pair. */
const CALENDARS = new Map<string, readonly { readonly text: string; readonly day: Weekday }[]>();
const calendarAround = (middle: string) => {
  const known = CALENDARS.get(middle);
  if (known) return known;
  const calendar = Array.from({ length: 2 * DAYS_AROUND }, (_, n) => {
    const date = Temporal.PlainDate.from(middle).add({ days: n - DAYS_AROUND });
    return { text: date.toString(), day: WEEKDAYS[date.dayOfWeek - 1] ?? 'Mon' };
  });
  CALENDARS.set(middle, calendar);
  return calendar;
};

/** The week that applies on a day: the last one that has begun, found by going through them in order. */
const rowsOn = ({ week, weeks = [] }: ComparedPlan, date: string): WeekRows => {
  let { time } = week;
  for (const week of weeks) if (week.from <= date) ({ time } = week.week);
  return time;
};

/** Calls `visit` with each day of service: its number, its weekday, the first minute and the length. */
const eachVisit = (
  plan: ComparedPlan,
  change: string,
  visit: (n: number, day: Weekday, start: number, length: number) => void,
) => {
  for (const [n, { text, day }] of calendarAround(change).entries()) {
    const time = rowsOn(plan, text);
    const [from, to] = [time[0][day], time[1][day]];
    const isServed = plan.StartDate <= text && (plan.EndDate === null || text < plan.EndDate);
    if (from === null || to === null || !isServed) continue;
    const start = minuteOfDay(from);
    const end = minuteOfDay(to);
    visit(n, day, start, end > start ? end - start : end + DAY_MINUTES - start);
  }
};

/**
 * Weekdays of our plan on which a minute is taken twice, by the clock: the hour skipped in spring counts like any other, and
 * the hour repeated in autumn counts once.
 */
export const naiveConflicts = ({ ours, theirs, change }: PlanPair): Weekday[] => {
  if (ours.ProviderID !== theirs.ProviderID && ours.ClientID !== theirs.ClientID) return [];
  const taken = new Uint8Array((2 * DAYS_AROUND + 2) * DAY_MINUTES);
  eachVisit(theirs, change, (n, _, start, length) => {
    for (let minute = 0; minute < length; minute += 1) taken[n * DAY_MINUTES + start + minute] = 1;
  });
  const found = new Set<Weekday>();
  eachVisit(ours, change, (n, day, start, length) => {
    for (let minute = 0; minute < length; minute += 1)
      if (taken[n * DAY_MINUTES + start + minute] === 1) found.add(day);
  });
  return WEEKDAYS.filter((day) => found.has(day));
};

/** Whether one of our visits runs past midnight. */
export const hasNight = ({ ours: { week, weeks = [] } }: PlanPair) =>
  [week, ...weeks.map((week) => week.week)].some(({ time }) =>
    WEEKDAYS.some((day) => (time[1][day] ?? '24:00') < (time[0][day] ?? '00:00')),
  );

/** Whether one of the plans changes from some day on. */
export const isChanged = ({ ours, theirs }: PlanPair) =>
  [ours, theirs].some(({ weeks = [] }) => weeks.length > 0);

/** Whether a visit of either plan is in progress at 02:00 on the Sunday on which the clocks change. */
export const meetsChangeOfClocks = ({ ours, theirs, change }: PlanPair) => {
  const at = DAYS_AROUND * DAY_MINUTES + 120;
  let isMet = false;
  for (const plan of [ours, theirs])
    eachVisit(plan, change, (n, _, start, length) => {
      isMet ||= n * DAY_MINUTES + start <= at && at < n * DAY_MINUTES + start + length;
    });
  return isMet;
};
