import { DAY_MINUTES, minuteOfDay, spanMinutes, WEEKDAYS, type Weekday } from '../calendar.ts';
import { type OutsideService, spanOn } from '../care-plans/rules.ts';
import type { WeekRows } from '../care-plans/schema.ts';

/** Groups weekdays with the same times: [['Mon, Wed, Fri', '08:00-10:00'], ['Tue', '09:00-11:00']]. */
export const weekLines = ([timeIn, timeOut]: WeekRows): readonly (readonly [
  days: string,
  times: string,
])[] => {
  const lines = new Map<string, Weekday[]>();
  for (const day of WEEKDAYS) {
    const [from, to] = [timeIn[day], timeOut[day]];
    if (from === null || to === null) continue;
    const times = `${from}-${to}`;
    lines.set(times, [...(lines.get(times) ?? []), day]);
  }
  return [...lines].map(([times, days]) => [days.join(', '), times] as const);
};

/** A stretch of a day in the week strip. A stretch past midnight is split, with the rest on the next day. */
export interface Stretch {
  readonly day: Weekday;
  readonly from: number;
  readonly to: number;
  readonly source: 'ours' | 'daycare' | 'other';
  readonly text: string;
}

const cut = (stretch: Stretch): Stretch[] => {
  if (stretch.to <= DAY_MINUTES) return [stretch];
  const next = WEEKDAYS[(WEEKDAYS.indexOf(stretch.day) + 1) % 7] ?? 'Mon';
  const rest = { ...stretch, day: next, from: 0, to: stretch.to - DAY_MINUTES };
  return [{ ...stretch, to: DAY_MINUTES }, ...(rest.to > 0 ? [rest] : [])];
};

interface StripPlan {
  readonly type: string;
  readonly week: { readonly time: WeekRows };
}

/** Everything in a client's week: our plans, the daycare, and other companies' services. */
export const weekStretches = (
  plans: readonly StripPlan[],
  services: readonly OutsideService[],
  daycare: string | null,
): Stretch[] => [
  ...plans.flatMap(({ type, week }) =>
    WEEKDAYS.flatMap((day) => {
      const span = spanOn(week.time, day);
      return span ? cut({ day, from: span.start, to: span.end, source: 'ours', text: type }) : [];
    }),
  ),
  ...services.flatMap(({ company, days, from, to }) =>
    days.flatMap((day) => {
      const start = minuteOfDay(from);
      const source = company === daycare ? 'daycare' : 'other';
      return cut({ day, from: start, to: start + spanMinutes(from, to), source, text: company });
    }),
  ),
];

/** The minutes of one day in which two or more stretches overlap, with touching ranges joined. */
export const overlapsOf = (stretches: readonly Stretch[]): { from: number; to: number }[] => {
  const shared = stretches.flatMap((a, n) =>
    stretches
      .slice(n + 1)
      .map((b) => ({ from: Math.max(a.from, b.from), to: Math.min(a.to, b.to) }))
      .filter(({ from, to }) => from < to),
  );
  const joined: { from: number; to: number }[] = [];
  for (const span of shared.toSorted((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    if (last && span.from <= last.to) last.to = Math.max(last.to, span.to);
    else joined.push({ ...span });
  }
  return joined;
};

export const showMinute = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
