import { addDays, DAY_MINUTES } from '../calendar.ts';
import { paidMinutesByDay, payOfWeeks, type Shift } from '../payroll/week-pay.ts';
import type { Workweek } from '../payroll/workweeks.ts';
import { sum } from '../sum.ts';
import { type Caregiver, rateFor, shiftOf } from './candidates.ts';
import { wallMinute, wallSpan } from './open-visits.ts';
import { ownVisits, type WeekFacts } from './week-facts.ts';
import type { OvertimeLimit, Share } from './week-problem.ts';

/** The overtime that a proposal can add to caregivers' weeks, by week and by day as payroll counts it. */

/** Paid minutes of each open visit by day. */
const minutesOfVisits = ({ questions, rules }: WeekFacts): readonly ReadonlyMap<string, number>[] =>
  questions.map(({ asked: { visit } }) =>
    paidMinutesByDay([shiftOf({ rates: [] }, visit, [])], rules.weekOf, rules.zone),
  );

const isIn = (date: string, { from, through }: Pick<Workweek, 'from' | 'through'>) =>
  from <= date && date <= through;

/** The most minutes these visits can add to a day, since nobody can work two at the same time. */
const mostOfDay = ({ questions }: WeekFacts, date: string): number => {
  const midnight = wallMinute(date, '00:00');
  const spans = questions
    .map(({ asked: { visit } }) => ({ ...wallSpan(visit), travel: visit.travel }))
    .filter(({ start, end }) => start < midnight + DAY_MINUTES && end > midnight)
    .toSorted((a, b) => a.start - b.start);
  let [minutes, until] = [0, midnight];
  for (const { start, end } of spans) {
    minutes += Math.max(0, Math.min(end, midnight + DAY_MINUTES) - Math.max(start, until));
    until = Math.max(until, end);
  }
  return minutes + sum(spans.map(({ travel }) => travel));
};

interface Person {
  readonly caregiver: number;
  readonly before: readonly Shift[];
  readonly byDay: ReadonlyMap<string, number>;
  /** The hourly rate in cents for each open visit that they can take. */
  readonly rates: ReadonlyMap<number, number>;
}

interface OpenMinutes {
  /** For each open visit, its minutes by day. */
  readonly visits: readonly ReadonlyMap<string, number>[];
  /** The most minutes that one caregiver can take on a day. */
  readonly most: ReadonlyMap<string, number>;
}

const limitOfWeek = (
  { caregiver, before, byDay, rates }: Person,
  week: Workweek,
  { rules }: WeekFacts,
  { visits, most }: OpenMinutes,
): (OvertimeLimit & { readonly lessCents: number })[] => {
  const mine = [...rates.keys()];
  const inWeek = (days: ReadonlyMap<string, number>) =>
    sum([...days].map(([date, minutes]) => (isIn(date, week) ? minutes : 0)));
  const sharesOf = (minutesOf: (days: ReadonlyMap<string, number>) => number): Share[] =>
    mine.flatMap((visit) => {
      const minutes = minutesOf(visits[visit] ?? new Map());
      return minutes > 0 ? [{ visit, minutes }] : [];
    });
  const shares = sharesOf(inWeek);
  if (shares.length === 0) return [];
  const was = payOfWeeks(before, rules.weekOf, rules.zone).get(week.from);
  const paid = was?.overtime ?? 0;
  const { weekLimit, dayLimit } = week.rule;
  const free = weekLimit === null ? Number.POSITIVE_INFINITY : weekLimit - inWeek(byDay) + paid;
  const dates = [...new Set(shares.flatMap(({ visit }) => [...(visits[visit]?.keys() ?? [])]))];
  const since = { from: addDays(week.from, -1), through: week.through };
  const own = before.filter(({ date }) => isIn(date, since)).map(({ rate }) => rate ?? 0);
  // The premium depends on the mean of all rates of the week. The lowest rate never overstates it.
  const lowest = Math.min(...own, ...shares.map(({ visit }) => rates.get(visit) ?? 0));
  return [
    {
      caregiver,
      week: week.from,
      visits: shares,
      free,
      days:
        dayLimit === null
          ? []
          : dates
              .filter((date) => isIn(date, week))
              .filter((date) => (byDay.get(date) ?? 0) + (most.get(date) ?? 0) > dayLimit)
              .map((date) => ({
                visits: sharesOf((days) => days.get(date) ?? 0),
                free: Math.max(0, dayLimit - (byDay.get(date) ?? 0)),
              })),
      spare: paid - (was?.overDay ?? 0),
      centsPerMinute: lowest / 120,
      // What is paid already may become less by a lower mean: not where every minute more is overtime, which outweighs it.
      lessCents:
        was && paid > 0 && free > 0 ? (Math.max(0, was.value / was.minutes - lowest) * paid) / 120 : 0,
    },
  ];
};

/**
 * As much of the overtime that visits add as what is paid already may become less is counted as nothing: only whoever takes
 * visits has some, and of none does a proposal cost less than nothing. What several weeks lose counts in each of them.
 */
const withoutLess = (
  limits: readonly (OvertimeLimit & { readonly lessCents: number })[],
): OvertimeLimit[] => {
  const less = sum(limits.map(({ lessCents }) => lessCents));
  return limits.map(({ lessCents: _, ...limit }) => {
    const minutes = less === 0 ? 0 : less / limit.centsPerMinute;
    return { ...limit, free: limit.free + minutes, spare: limit.spare + minutes };
  });
};

export const overtimeLimits = (
  facts: WeekFacts,
  people: ReadonlyMap<number, Caregiver>,
  canTake: ReadonlyMap<number, readonly number[]>,
): OvertimeLimit[] => {
  const { questions, rules } = facts;
  const visits = minutesOfVisits(facts);
  const weeks = new Map(
    visits.flatMap((days) => [...days.keys()].map((date) => [rules.weekOf(date).from, rules.weekOf(date)])),
  );
  const dates = new Set(visits.flatMap((days) => [...days.keys()]));
  const open = { visits, most: new Map([...dates].map((date) => [date, mostOfDay(facts, date)])) };
  return [...people].flatMap(([caregiver, person]) => {
    const before = ownVisits(person, facts).map((one) => shiftOf(person, one, rules.categoriesOf(one.Type)));
    const rates = new Map(
      (canTake.get(caregiver) ?? []).map((visit) => {
        const question = questions[visit];
        const self = question?.caregivers.get(caregiver);
        return [visit, (question && self && rateFor(self, question.asked)) ?? 0];
      }),
    );
    const known = { caregiver, before, byDay: paidMinutesByDay(before, rules.weekOf, rules.zone), rates };
    return withoutLess([...weeks.values()].flatMap((week) => limitOfWeek(known, week, facts, open)));
  });
};
