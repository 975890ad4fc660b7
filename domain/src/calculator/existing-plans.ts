import { mondayOf, perDay, showDate, WEEKDAYS, type Weekday } from '../calendar.ts';
import {
  type ComparedPlan,
  type OutsideService,
  runsOn,
  type Span,
  serviceSpans,
  spanOn,
  takenBeside,
} from '../care-plans/rules.ts';
import type { TaskRow, WeekRows } from '../care-plans/schema.ts';
import { type PlanWeeks, weekOn, weeksIn, weeksOf } from '../care-plans/weeks.ts';
import type { PerDay } from './problem.ts';

/** A plan that runs beside the new ones, with its personal care tasks. */
export type ExistingPlan = Omit<ComparedPlan, 'week' | 'weeks'> &
  PlanWeeks<{ readonly time: WeekRows; readonly personalCareItems: readonly TaskRow[] }> & {
    /** Its type is paid to a family member. */
    readonly relative: boolean;
    /** The pay category of its type. */
    readonly category: string | null;
  };

/** New plans start on a day and have no end. */
const newPlan = (startDate: string) => ({ StartDate: startDate, EndDate: null, coversPlanId: null });

/** The times that these plans take while a plan starting on a day runs. Nights continue into the next day. */
export const takenByPlans = (plans: readonly ComparedPlan[], startDate: string): PerDay<readonly Span[]> => {
  const all = plans.map((plan) => takenBeside(newPlan(startDate), plan));
  return perDay((day) => all.flatMap((taken) => taken[day]));
};

export const takenByServices = (services: readonly OutsideService[]): PerDay<readonly Span[]> => {
  const all = services.map(serviceSpans);
  return perDay((day) => all.flatMap((taken) => taken[day]));
};

/** Mondays of the weeks in which a plan begins or ends, and of the weeks after. All weeks between these are the same. */
const unlikeWeeks = (plans: readonly ComparedPlan[], startDate: string): Temporal.PlainDate[] => {
  const daysOf = (plan: ComparedPlan) => [
    plan.StartDate,
    plan.EndDate ?? startDate,
    ...weeksOf(plan).map(({ from }) => from),
  ];
  const days = [startDate, ...plans.flatMap(daysOf)];
  const mondays = days
    .filter((day) => day >= startDate)
    .flatMap((day) => {
      const monday = mondayOf(Temporal.PlainDate.from(day));
      return [monday.toString(), monday.add({ days: 7 }).toString()];
    });
  return [...new Set(mondays)].map((day) => Temporal.PlainDate.from(day));
};

export interface Worked {
  /** The most minutes on a weekday, in a week, and in a week as a family member, from the start date on. */
  readonly day: PerDay<number>;
  readonly week: number;
  readonly relativeWeek: number;
}

/** What a provider already works under the plans that run beside the new one. */
export const workedBy = (plans: readonly ExistingPlan[], startDate: string): Worked => {
  const day = perDay(() => 0);
  let week = 0;
  let relativeWeek = 0;
  for (const monday of unlikeWeeks(plans, startDate)) {
    let all = 0;
    let relative = 0;
    for (const [at, weekday] of WEEKDAYS.entries()) {
      const date = monday.add({ days: at }).toString();
      if (date < startDate) continue;
      let today = 0;
      for (const plan of plans) {
        const span = runsOn(plan, date) ? spanOn(weekOn(plan, date).time, weekday) : undefined;
        if (!span) continue;
        today += span.end - span.start;
        if (plan.relative) relative += span.end - span.start;
      }
      day[weekday] = Math.max(day[weekday], today);
      all += today;
    }
    week = Math.max(week, all);
    relativeWeek = Math.max(relativeWeek, relative);
  }
  return { day, week, relativeWeek };
};

/** 'Mon, Wed 08:00-10:00' for a week. */
const timesOfWeek = (time: WeekRows) => {
  const days = new Map<string, Weekday[]>();
  for (const day of WEEKDAYS) {
    const [from, to] = [time[0][day], time[1][day]];
    if (from === null || to === null) continue;
    const key = `${from}-${to}`;
    days.set(key, [...(days.get(key) ?? []), day]);
  }
  return [...days].map(([times, some]) => `${some.join(', ')} ${times}`).join('; ');
};

/** All weeks of a plan from a day on: 'Mon 08:00-10:00, from 12-01-2026 Tue 08:00-10:00'. */
const timesOf = (plan: ComparedPlan, startDate: string) =>
  weeksIn(plan, { from: startDate, through: plan.EndDate ?? FOR_EVER })
    .map(({ from, week }, at) => `${at === 0 ? '' : `from ${showDate(from)} `}${timesOfWeek(week.time)}`)
    .join('; ');
const FOR_EVER = '9999-12-31';

const untilOf = ({ EndDate }: ComparedPlan) => (EndDate === null ? '' : ` until ${showDate(EndDate)}`);

/** What a provider's placement was compared with, in words, as it was at the time. */
export const comparedWith = (
  facts: {
    readonly providers: readonly { readonly id: number; readonly plans: readonly ExistingPlan[] }[];
    readonly clientPlans: readonly ComparedPlan[];
    readonly services: readonly OutsideService[];
  },
  startDate: string,
  provider: number,
): string[] => {
  const own = facts.providers.find(({ id }) => id === provider)?.plans ?? [];
  const plans = [...own, ...facts.clientPlans.filter(({ id }) => !own.some((plan) => plan.id === id))];
  const isMet = (plan: ComparedPlan) =>
    Object.values(takenByPlans([plan], startDate)).some((spans) => spans.length > 0);
  return [
    ...plans
      .filter(isMet)
      .map(
        (plan) =>
          `Plan ${plan.id ?? ''}, ${plan.Provider} with ${plan.Client}: ${timesOf(plan, startDate)}${untilOf(plan)}`,
      ),
    ...facts.services.map(({ company, days, from, to }) => `${company}: ${days.join(', ')} ${from}-${to}`),
  ];
};
