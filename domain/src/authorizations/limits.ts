import type { DayRange } from '../billing/counting.ts';
import type { Cap, CapKind } from '../calculator/schema.ts';
import { KINDS } from '../calculator/tasks.ts';
import { addDays, mondayOf, sayDay, showDate } from '../calendar.ts';
import type { CarePlan } from '../care-plans/schema.ts';
import { lastDayOf, type PlanWeeks, weeksOf } from '../care-plans/weeks.ts';
import { counted } from '../counted.ts';
import { sum } from '../sum.ts';
import type { UsedDay } from './ledger.ts';

/** How much of the dated limits a client uses (docs/rules/authorizations.md, rules 21 to 23). */

/** What a limit needs to know about a care plan type. */
export interface LimitedType {
  /** The pay category on the day in question. */
  readonly payCategory: string | null;
  /** Paid to a family member. */
  readonly relative: boolean;
}

export interface LimitFacts {
  readonly caps: readonly Cap[];
  /** The client's days in order. */
  readonly days: readonly UsedDay[];
  readonly types: ReadonlyMap<string, LimitedType>;
  /** Caregivers by the ids of the plans they work. */
  readonly caregivers: ReadonlyMap<number, number>;
}

export interface LimitUse {
  readonly kind: CapKind;
  readonly isSoft: boolean;
  readonly minutes: number;
  readonly mostMinutes: number;
  readonly validFrom: string;
  readonly source: string;
  /** The last day counted; for a week its last day. */
  readonly until: string;
  /** The first day beyond the limit; null if it is kept. */
  readonly beyondFrom: string | null;
}

const UNIT = 15;
const YEAR_DAYS = 365;

/** The last day of the year that begins with an authorization, because certifications run for such years. */
export const lastDayOfYear = (from: string): string => addDays(from, YEAR_DAYS - 1);

/** The limit of a kind that is in force on a day. */
const validOn = (caps: readonly Cap[], kind: CapKind, day: string): Cap | undefined =>
  caps.reduce<Cap | undefined>(
    (found, cap) =>
      cap.kind === kind && cap.validFrom <= day && (!found || cap.validFrom > found.validFrom) ? cap : found,
    undefined,
  );

type Amount = readonly [date: string, minutes: number];

const useOf = (cap: Cap | undefined, amounts: readonly Amount[], until: string): LimitUse[] => {
  if (!cap || cap.minutes === null || amounts.length === 0) return [];
  const most = cap.minutes;
  let used = 0;
  const beyond = amounts.find(([, minutes]) => {
    used += minutes;
    return used > most;
  });
  return [
    {
      kind: cap.kind,
      isSoft: cap.soft === true,
      minutes: sum(amounts.map(([, minutes]) => minutes)),
      mostMinutes: most,
      validFrom: cap.validFrom,
      source: cap.source,
      until,
      beyondFrom: beyond?.[0] ?? null,
    },
  ];
};

/** Units in the year that begins with an authorization. Limits for family members count only types that are paid to one. */
const yearUse = (
  { caps, days, types }: LimitFacts,
  kind: 'personalYear' | 'relativeYear' | 'healthYear',
  type: string,
  from: string,
) => {
  const category = kind === 'healthYear' ? KINDS.hma.category : KINDS.pers.category;
  const isCounted = (one: string) =>
    types.get(one)?.payCategory === category &&
    (kind !== 'relativeYear' || types.get(one)?.relative === true);
  if (!isCounted(type)) return [];
  const until = lastDayOfYear(from);
  const own = days.filter((one) => isCounted(one.type) && from <= one.date && one.date <= until);
  return useOf(
    validOn(caps, kind, from),
    own.map(({ date, units }) => [date, units * UNIT]),
    until,
  );
};

const weekStart = (day: string) => mondayOf(Temporal.PlainDate.from(day)).toString();

/** The Mondays of the weeks that contain some of these days. */
export const weekStarts = ({ from, through }: DayRange): string[] => {
  const starts: string[] = [];
  for (let day = weekStart(from); day <= through; day = addDays(day, 7)) starts.push(day);
  return starts;
};

/** The use by the caregiver who works most in a week or on a day. */
const caregiverUse = (
  facts: LimitFacts,
  kind: 'providerDay' | 'providerWeek' | 'relativeWeek',
  { from, through: until }: DayRange,
) => {
  const own = facts.days.filter(
    ({ date, type }) =>
      from <= date && date <= until && (kind !== 'relativeWeek' || facts.types.get(type)?.relative),
  );
  const byCaregiver = [...Map.groupBy(own, ({ planId }) => facts.caregivers.get(planId)).values()];
  const minutesOf = (days: readonly UsedDay[]) => sum(days.map(({ minutes }) => minutes));
  const [most = []] = byCaregiver.toSorted((a, b) => minutesOf(b) - minutesOf(a));
  return useOf(
    validOn(facts.caps, kind, from),
    most.map(({ date, minutes }) => [date, minutes]),
    until,
  );
};

/** The limits of the year that begins with an authorization. */
export const yearUses = (
  facts: LimitFacts,
  { type, from }: { readonly type: string; readonly from: string },
): LimitUse[] =>
  (['personalYear', 'relativeYear', 'healthYear'] as const).flatMap((kind) =>
    yearUse(facts, kind, type, from),
  );

/** The weekly limits in the week of a day, for the caregiver who works most in it. */
export const weekUses = (facts: LimitFacts, day: string): LimitUse[] => {
  const monday = weekStart(day);
  const week = { from: monday, through: addDays(monday, 6) };
  return [...caregiverUse(facts, 'providerWeek', week), ...caregiverUse(facts, 'relativeWeek', week)];
};

/** The daily limits on each of some days, for the caregiver who works most on it. */
export const dayUses = (facts: LimitFacts, days: Iterable<string>): LimitUse[] =>
  [...days].flatMap((day) => caregiverUse(facts, 'providerDay', { from: day, through: day }));

/** The first Monday on or after a day. */
const mondayFrom = (day: string): string => addDays(day, (8 - Temporal.PlainDate.from(day).dayOfWeek) % 7);

/**
 * The Mondays of the weeks in which a plan is compared with weekly caps: the first whole week from its start or today on,
 * and the first whole week after each later day on which its own week or such a cap changes.
 */
export const comparedWeeks = (
  plan: PlanWeeks<unknown> & Pick<CarePlan, 'StartDate' | 'EndDate' | 'coversPlanId'>,
  caps: readonly Pick<Cap, 'kind' | 'validFrom'>[],
  today: string,
): string[] => {
  const start = plan.StartDate > today ? plan.StartDate : today;
  const last = lastDayOf(plan);
  const changes = [
    ...weeksOf(plan).map(({ from }) => from),
    ...caps.flatMap(({ kind, validFrom }) => (isOfYear({ kind }) ? [] : [validFrom])),
  ].filter((day) => start < day && day <= last);
  return [...new Set([start, ...changes].map(mondayFrom))].toSorted();
};

/** The limits that apply to a line: those of its year, and those of the week of the day with one caregiver. */
export const limitUses = (
  facts: LimitFacts,
  line: { readonly type: string; readonly from: string },
  day: string,
): LimitUse[] => [...yearUses(facts, line), ...weekUses(facts, day)];

const isOfYear = ({ kind }: Pick<LimitUse, 'kind'>) => kind.endsWith('Year');
const hours = (minutes: number) => (minutes / 60).toLocaleString('en-US', { maximumFractionDigits: 2 });
const unitsIn = (minutes: number) => Math.ceil(minutes / UNIT);

/** '1,204 of 10,000 units' or '7.5 of 84 h' */
export const sayUse = (use: Pick<LimitUse, 'kind' | 'minutes' | 'mostMinutes'>): string =>
  isOfYear(use)
    ? `${unitsIn(use.minutes).toLocaleString('en-US')} of ${unitsIn(use.mostMinutes).toLocaleString('en-US')} units`
    : `${hours(use.minutes)} of ${hours(use.mostMinutes)} h`;

/** 'Beyond the limit from Dec 3: 38 units until Dec 31. Justify it.'; undefined if it is kept. */
export const warnOfLimit = (use: Omit<LimitUse, 'source' | 'validFrom'>): string | undefined => {
  if (use.beyondFrom === null) return undefined;
  const over = use.minutes - use.mostMinutes;
  const by = isOfYear(use) ? counted(unitsIn(over), 'unit') : `${hours(over)} h`;
  const what = use.isSoft ? 'A soft limit: ask the case manager for an exception.' : 'A hard limit.';
  return use.kind === 'providerDay'
    ? `Beyond it on ${sayDay(use.until)}: ${by}. ${what}`
    : `Beyond it from ${sayDay(use.beyondFrom)}: ${by} until ${sayDay(use.until)}. ${what}`;
};

/** 'since 12-22-2025: notice …' */
export const sayLimitSource = ({ validFrom, source }: Pick<LimitUse, 'validFrom' | 'source'>): string =>
  `since ${showDate(validFrom)}: ${source}`;
