import { addDays, dayBefore, showDate, WEEKDAYS, type Weekday } from '../calendar.ts';
import type { CarePlan, PlanWeek } from './schema.ts';

/** A plan's week can change from some day on; the days before keep the week that they were worked under. */

/** A week and the first day (YYYY-MM-DD) that it applies to. */
export interface DatedWeek<W = PlanWeek> {
  readonly from: string;
  readonly week: W;
}

/**
 * The weeks of a plan. `week` applies to all days until the plan is changed from some day on. From then on `weeks` applies
 * instead: all weeks in order, the first from the plan's start.
 */
export interface PlanWeeks<W = PlanWeek> {
  readonly week: W;
  readonly weeks?: readonly DatedWeek<W>[] | undefined;
}

/** The week of a plan that applies on a day (YYYY-MM-DD). */
export const weekOn = <W>({ week, weeks = [] }: PlanWeeks<W>, date: string): W => {
  for (let at = weeks.length - 1; at > 0; at -= 1) {
    const week = weeks[at];
    if (week && week.from <= date) return week.week;
  }
  return weeks[0]?.week ?? week;
};

/** All weeks of a plan with their first days, even if it was never changed. */
export const weeksOf = <W>({
  StartDate,
  week,
  weeks = [],
}: PlanWeeks<W> & Pick<CarePlan, 'StartDate'>): readonly DatedWeek<W>[] =>
  weeks.length > 0 ? weeks : [{ from: StartDate, week }];

/** A week with the last day that it applies to; null for the plan's last week. */
export interface WeekOfPlan<W = PlanWeek> extends DatedWeek<W> {
  readonly through: string | null;
}

type Days = Pick<CarePlan, 'StartDate' | 'EndDate' | 'coversPlanId'>;

/** The weeks of a plan that apply within a range (YYYY-MM-DD, both days included). If the plan does not run within it, the nearest week. */
export const weeksIn = <W>(
  plan: PlanWeeks<W> & Days,
  range: { readonly from: string; readonly through: string },
): readonly WeekOfPlan<W>[] => {
  const weeks = weeksOf(plan);
  const through = [range.through, lastDayOf(plan)].reduce((a, b) => (b < a ? b : a));
  const from = range.from < through ? range.from : through;
  return weeks.flatMap((week, at) => {
    const next = weeks[at + 1]?.from;
    const isBefore = next !== undefined && next <= from;
    const isAfter = at > 0 && week.from > through;
    return isBefore || isAfter ? [] : [{ ...week, through: next === undefined ? null : dayBefore(next) }];
  });
};

const NO_END = '9999-12-31';

/** The last day of service. A temporary plan includes its end date; any other plan ends the day before. */
export const lastDayOf = ({ EndDate, coversPlanId }: Pick<Days, 'EndDate' | 'coversPlanId'>): string => {
  if (EndDate === null) return NO_END;
  return coversPlanId === null ? dayBefore(EndDate) : EndDate;
};

/** The days that a plan loses or gains because its end has moved. */
export interface MovedEnd {
  readonly what: 'ended' | 'extended';
  readonly from: string;
  readonly through: string;
}

/** The days that a new end or a deletion takes from a plan or gives to it; undefined if nothing changes. */
export const movedEnd = (before: EndingPlan, after: EndingPlan): MovedEnd | undefined => {
  const firstWithout = (plan: EndingPlan) => {
    const next = plan.Status === 'Deleted' ? plan.StartDate : dayAfter(lastDayOf(plan));
    return next > plan.StartDate ? next : plan.StartDate;
  };
  const [was, is] = [firstWithout(before), firstWithout(after)];
  if (was === is) return undefined;
  return is < was
    ? { what: 'ended', from: is, through: dayBefore(was) }
    : { what: 'extended', from: was, through: dayBefore(is) };
};
type EndingPlan = Days & Pick<CarePlan, 'Status'>;

/** 'Week', 'Week through 11-15-2026', 'Week 11-16-2026 to 11-30-2026' or 'Week from 12-01-2026'. */
export const sayWeek = (
  { from, through }: Pick<WeekOfPlan, 'from' | 'through'>,
  { StartDate }: Pick<CarePlan, 'StartDate'>,
): string => {
  if (from === StartDate) return through === null ? 'Week' : `Week through ${showDate(through)}`;
  return through === null ? `Week from ${showDate(from)}` : `Week ${showDate(from)} to ${showDate(through)}`;
};

/** NO_END has no day after it. */
const dayAfter = (date: string) => (date === NO_END ? NO_END : addDays(date, 1));

/** Computes something once for each weekday of a week, because most plans follow one week on all days of a range. */
export const oncePerWeek = <W extends object, T>(of: (week: W, day: Weekday) => T) => {
  const known = new Map<W, ReadonlyMap<Weekday, T>>();
  return (week: W): ReadonlyMap<Weekday, T> => {
    const kept = known.get(week) ?? new Map(WEEKDAYS.map((day) => [day, of(week, day)]));
    known.set(week, kept);
    return kept;
  };
};

// --- Changes of a week ---------------------------------------------------------------------------------------------

/** Whether times and task minutes are the same on every day. */
export const isSameWeek = (a: PlanWeek, b: PlanWeek) => a === b || weekText(a) === weekText(b);
const weekText = ({ time, personalCareItems, homeMakingItems }: PlanWeek) => {
  const rows = (items: readonly ({ Name: string } & Record<string, unknown>)[]) =>
    items.map((row) => [row.Name, ...WEEKDAYS.map((day) => row[day])]);
  return JSON.stringify([rows(time), rows(personalCareItems), rows(homeMakingItems)]);
};

type Started = PlanWeeks & Pick<CarePlan, 'StartDate'>;

/** Merges consecutive weeks that are the same. */
const joined = (weeks: readonly DatedWeek[], { week: fallback }: PlanWeeks): Required<PlanWeeks> => {
  const sorted = weeks.toSorted((a, b) => (a.from < b.from ? -1 : 1));
  const all = sorted.filter(({ week }, at) => {
    const before = sorted[at - 1];
    return before === undefined || !isSameWeek(before.week, week);
  });
  return { week: all[0]?.week ?? fallback, weeks: all.length > 1 ? all : [] };
};

/** The weeks after a change from a day on. A week that begins on that day is replaced; later ones stay. */
export const withWeek = (plan: Started, from: string, week: PlanWeek): Required<PlanWeeks> =>
  joined([...weeksOf(plan).filter((week) => week.from !== from), { from, week }], plan);

/** The weeks without the one that begins on a day; the week before continues. */
export const withoutWeek = (plan: Started, from: string): Required<PlanWeeks> =>
  joined(
    weeksOf(plan).filter((week, at) => at === 0 || week.from !== from),
    plan,
  );

type Ended<W> = Days & Pick<PlanWeeks<W>, 'weeks'>;

/** The first days of weeks that would begin after the plan's last day and so end with the plan. */
export const weeksAfterEnd = <W>(plan: Ended<W>): readonly string[] =>
  (plan.weeks ?? []).flatMap(({ from }, at) => (at > 0 && from > lastDayOf(plan) ? [from] : []));

/** The weeks of a plan without those. A later end does not bring them back. */
export const weeksUntilEnd = <W>(plan: Ended<W>): readonly DatedWeek<W>[] => {
  const after = weeksAfterEnd(plan);
  const left = (plan.weeks ?? []).filter(({ from }) => !after.includes(from));
  return left.length > 1 ? left : [];
};

/** First and last day (YYYY-MM-DD); null if there is no last day. */
export interface ChangedDays {
  readonly from: string;
  readonly through: string | null;
}

/** The first and last day that follow a different week than before; undefined if there are none. */
export const changedDays = (before: Started, after: Started): ChangedDays | undefined => {
  const starts = [...weeksOf(before), ...weeksOf(after)].map(({ from }) => from);
  const borders = [...new Set(starts)].toSorted();
  const changed = borders.filter((day) => !isSameWeek(weekOn(before, day), weekOn(after, day)));
  const [from, last] = [changed[0], changed.at(-1)];
  if (from === undefined || last === undefined) return undefined;
  const next = borders[borders.indexOf(last) + 1];
  return { from, through: next === undefined ? null : dayBefore(next) };
};
