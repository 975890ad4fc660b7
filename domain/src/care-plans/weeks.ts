import { addDays, dayBefore, showDate, WEEKDAYS, type Weekday } from '../calendar.ts';
import type { CarePlan, PlanWeek } from './schema.ts';

/** The week of a plan can change from a day on: days before keep the week that they were worked by. */

/** A week and the first day (YYYY-MM-DD) that it counts for. */
export interface DatedWeek<W = PlanWeek> {
  readonly from: string;
  readonly week: W;
}

/**
 * The weeks of a plan. `week` alone counts until the plan is changed from a day on; from then on `weeks` holds all of them in
 * the order of their days, the first from the plan's start, and is what counts.
 */
export interface PlanWeeks<W = PlanWeek> {
  readonly week: W;
  readonly weeks?: readonly DatedWeek<W>[] | undefined;
}

/** The week that a plan goes by on a day (YYYY-MM-DD). */
export const weekOn = <W>({ week, weeks = [] }: PlanWeeks<W>, date: string): W => {
  for (let at = weeks.length - 1; at > 0; at -= 1) {
    const week = weeks[at];
    if (week && week.from <= date) return week.week;
  }
  return weeks[0]?.week ?? week;
};

/** Every week of a plan with its first day, also of one that was never changed. */
export const weeksOf = <W>({
  StartDate,
  week,
  weeks = [],
}: PlanWeeks<W> & Pick<CarePlan, 'StartDate'>): readonly DatedWeek<W>[] =>
  weeks.length > 0 ? weeks : [{ from: StartDate, week }];

/** A week with the last day that it counts for; null: it is the plan's last one. */
export interface WeekOfPlan<W = PlanWeek> extends DatedWeek<W> {
  readonly through: string | null;
}

type Days = Pick<CarePlan, 'StartDate' | 'EndDate' | 'coversPlanId'>;

/**
 * The weeks that a plan goes by on the days of a range; of a plan that has ended before or begins after it, the one that is
 * nearest. Both days are included (YYYY-MM-DD).
 */
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

/** The last day of service: a temporary plan includes its end date, any other one ends the day before. */
export const lastDayOf = ({ EndDate, coversPlanId }: Pick<Days, 'EndDate' | 'coversPlanId'>): string => {
  if (EndDate === null) return NO_END;
  return coversPlanId === null ? dayBefore(EndDate) : EndDate;
};

/** Days that a plan no longer runs on, or runs on now, because it ends on another day than before. */
export interface MovedEnd {
  readonly what: 'ended' | 'extended';
  readonly from: string;
  readonly through: string;
}

/** What another end, or its deletion, takes from a plan or gives to it; undefined: nothing. */
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

/** 'Week', 'Week through 11-15-2026', 'Week 11-16-2026 to 11-30-2026', 'Week from 12-01-2026'. */
export const sayWeek = (
  { from, through }: Pick<WeekOfPlan, 'from' | 'through'>,
  { StartDate }: Pick<CarePlan, 'StartDate'>,
): string => {
  if (from === StartDate) return through === null ? 'Week' : `Week through ${showDate(through)}`;
  return through === null ? `Week from ${showDate(from)}` : `Week ${showDate(from)} to ${showDate(through)}`;
};

/** The last of all days has none after it. */
const dayAfter = (date: string) => (date === NO_END ? NO_END : addDays(date, 1));

/** Works something out once for each weekday of a week: most plans go by one week on all days of a range. */
export const oncePerWeek = <W extends object, T>(of: (week: W, day: Weekday) => T) => {
  const known = new Map<W, ReadonlyMap<Weekday, T>>();
  return (week: W): ReadonlyMap<Weekday, T> => {
    const kept = known.get(week) ?? new Map(WEEKDAYS.map((day) => [day, of(week, day)]));
    known.set(week, kept);
    return kept;
  };
};

// --- Changes of a week ---------------------------------------------------------------------------------------------

/** Same times and task minutes on every day. */
export const isSameWeek = (a: PlanWeek, b: PlanWeek) => a === b || weekText(a) === weekText(b);
const weekText = ({ time, personalCareItems, homeMakingItems }: PlanWeek) => {
  const rows = (items: readonly ({ Name: string } & Record<string, unknown>)[]) =>
    items.map((row) => [row.Name, ...WEEKDAYS.map((day) => row[day])]);
  return JSON.stringify([rows(time), rows(personalCareItems), rows(homeMakingItems)]);
};

type Started = PlanWeeks & Pick<CarePlan, 'StartDate'>;

/** Weeks that go on as the one before are one week. */
const joined = (weeks: readonly DatedWeek[], { week: fallback }: PlanWeeks): Required<PlanWeeks> => {
  const sorted = weeks.toSorted((a, b) => (a.from < b.from ? -1 : 1));
  const all = sorted.filter(({ week }, at) => {
    const before = sorted[at - 1];
    return before === undefined || !isSameWeek(before.week, week);
  });
  return { week: all[0]?.week ?? fallback, weeks: all.length > 1 ? all : [] };
};

/** The weeks after a change from a day on. A week that begins on that day is replaced, later ones stay. */
export const withWeek = (plan: Started, from: string, week: PlanWeek): Required<PlanWeeks> =>
  joined([...weeksOf(plan).filter((week) => week.from !== from), { from, week }], plan);

/** The weeks without the one that begins on a day: the one before goes on. */
export const withoutWeek = (plan: Started, from: string): Required<PlanWeeks> =>
  joined(
    weeksOf(plan).filter((week, at) => at === 0 || week.from !== from),
    plan,
  );

type Ended<W> = Days & Pick<PlanWeeks<W>, 'weeks'>;

/** First days of the weeks that would begin after the plan's last day: they end with the plan. */
export const weeksAfterEnd = <W>(plan: Ended<W>): readonly string[] =>
  (plan.weeks ?? []).flatMap(({ from }, at) => (at > 0 && from > lastDayOf(plan) ? [from] : []));

/** The weeks of a plan without those; a later end does not bring them back. */
export const weeksUntilEnd = <W>(plan: Ended<W>): readonly DatedWeek<W>[] => {
  const after = weeksAfterEnd(plan);
  const left = (plan.weeks ?? []).filter(({ from }) => !after.includes(from));
  return left.length > 1 ? left : [];
};

/** Days (YYYY-MM-DD) from the first through the last one; null: no last one. */
export interface ChangedDays {
  readonly from: string;
  readonly through: string | null;
}

/** The days between the first and the last one that go by another week than before; undefined: none. */
export const changedDays = (before: Started, after: Started): ChangedDays | undefined => {
  const starts = [...weeksOf(before), ...weeksOf(after)].map(({ from }) => from);
  const borders = [...new Set(starts)].toSorted();
  const changed = borders.filter((day) => !isSameWeek(weekOn(before, day), weekOn(after, day)));
  const [from, last] = [changed[0], changed.at(-1)];
  if (from === undefined || last === undefined) return undefined;
  const next = borders[borders.indexOf(last) + 1];
  return { from, through: next === undefined ? null : dayBefore(next) };
};
