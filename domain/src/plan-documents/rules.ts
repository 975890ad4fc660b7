import {
  billableLength,
  type DayRange,
  daysOfMonth,
  type PlannedDay,
  plannedDays,
  unitsOfAll,
} from '../billing/counting.ts';
import { showDate, todayIn, WEEKDAYS, type Weekday, weekdayOf } from '../calendar.ts';
import { isOpenDay, type PlanDates, spanOn, type VisitLimits } from '../care-plans/rules.ts';
import type { CarePlan, PlanWeek, TaskRow } from '../care-plans/schema.ts';
import { type PlanWeeks, weekOn } from '../care-plans/weeks.ts';
import { compareKeys } from '../compare.ts';
import { fold } from '../fold.ts';
import { sum } from '../sum.ts';
import type { UnitRule } from '../unit-rules.ts';

/** What printed care plans, timesheets and service orders are counted by (docs/rules/plan-documents.md, rules 2 to 8). */

export type Half = 0 | 1;
export const HALVES: readonly Half[] = [0, 1];

/** Days 1 to 15, or 16 to the end of the month. */
export const daysOfHalf = (month: string, half: Half): DayRange => {
  const { from, through } = daysOfMonth(month);
  return half === 0 ? { from, through: `${month}-15` } : { from: `${month}-16`, through };
};

/** '1st half (1-15)' */
export const sayHalf = (month: string, half: Half) =>
  half === 0 ? '1st half (1-15)' : `2nd half (16-${Number(daysOfHalf(month, half).through.slice(8))})`;

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

/** '2026-11' → 'November 2026' */
export const sayMonth = (month: string) => `${MONTHS[Number(month.slice(5, 7)) - 1]} ${month.slice(0, 4)}`;

// --- Columns of a timesheet ----------------------------------------------------------------------------------------

type DatedPlan = PlanDates & Pick<CarePlan, 'Status'>;

/**
 * closed: the plan does not run or a temporary plan has taken the day (hatched); free: it runs, nothing is planned (grey,
 * writable); planned: with times.
 */
export interface SheetDay {
  readonly date: string;
  readonly weekday: Weekday;
  readonly state: 'closed' | 'free' | 'planned';
}

const datesOf = ({ from, through }: DayRange): Temporal.PlainDate[] => {
  const first = Temporal.PlainDate.from(from);
  const count = first.until(through, { largestUnit: 'day' }).days + 1;
  return Array.from({ length: count }, (_, n) => first.add({ days: n }));
};

/** The columns of one half. */
export const sheetDays = (
  plan: DatedPlan & PlanWeeks<Pick<PlanWeek, 'time'>>,
  range: DayRange,
  limits: VisitLimits,
): SheetDay[] =>
  datesOf(range).map((day) => {
    const [date, weekday] = [day.toString(), weekdayOf(day)];
    const isOpen = isOpenDay(plan, date, limits);
    return {
      date,
      weekday,
      state: !isOpen ? 'closed' : spanOn(weekOn(plan, date).time, weekday) ? 'planned' : 'free',
    };
  });

/** A half on which nothing can be written is not printed. */
export const isPrinted = (days: readonly SheetDay[]) => days.some(({ state }) => state !== 'closed');

// --- Rows of a timesheet -------------------------------------------------------------------------------------------

const hasMinutes = (row: TaskRow) => WEEKDAYS.some((day) => row[day] > 0);

/** Tasks with minutes: only they are printed. */
export const plannedTasks = (rows: readonly TaskRow[]): TaskRow[] => rows.filter(hasMinutes);

/** Rows 'Other', to be written in, after the tasks. */
export const BLANK_ROWS = 2;
/** 'from|to' of the client's covidStatus; without an end it lasts. */
export const healthCheckDays = (covidStatus: string | null): DayRange | undefined => {
  const [from = '', to = ''] = covidStatus?.split('|') ?? [];
  return from === '' ? undefined : { from, through: to || '9999-12-31' };
};

export const isHealthDay = (range: DayRange | undefined, date: string) =>
  range !== undefined && range.from <= date && date <= range.through;

// --- The month of a service order ----------------------------------------------------------------------------------

export interface OrderMonth {
  readonly days: readonly PlannedDay[];
  readonly minutes: number;
  readonly travel: number;
  /** As a billing record of all its days would have; null: nobody says how time becomes units. */
  readonly units: number | null;
}

export const sumDays = (days: readonly PlannedDay[]) => ({
  minutes: sum(days.map((day) => day.minutes)),
  travel: sum(days.map((day) => day.travel)),
});

export const orderMonth = (
  plan: DatedPlan & PlanWeeks<Pick<PlanWeek, 'time'>>,
  month: string,
  limits: VisitLimits,
  rule: UnitRule | null,
): OrderMonth => {
  const days = plannedDays(plan, daysOfMonth(month), limits);
  const units =
    rule &&
    unitsOfAll(
      days.map(({ minutes, travel }) => billableLength({ work: minutes, travel }, rule)),
      rule,
    );
  return { days, ...sumDays(days), units };
};

/**
 * What is different from the order of the month before: 'new', 'changed MM-DD-YYYY', 'ends MM-DD-YYYY', 'unchanged'. A plan
 * counts as changed when it was saved after the month before had begun, as the order of that month was given by then.
 */
export const changeSince = (
  plan: Pick<CarePlan, 'StartDate' | 'EndDate' | 'modifiedAt' | 'rev'>,
  month: string,
  zone: string,
): string => {
  const { from, through } = daysOfMonth(month);
  const before = Temporal.PlainDate.from(from).subtract({ months: 1 }).toString();
  const saved = todayIn(zone, Temporal.Instant.from(plan.modifiedAt)).toString();
  const isNew = plan.StartDate >= from && plan.StartDate <= through;
  const words = [
    ...(isNew ? ['new'] : plan.rev > 0 && saved >= before ? [`changed ${showDate(saved)}`] : []),
    ...(plan.EndDate && plan.EndDate >= from && plan.EndDate <= through
      ? [`ends ${showDate(plan.EndDate)}`]
      : []),
  ];
  return words.join(', ') || 'unchanged';
};

// --- Order of a bulk file ------------------------------------------------------------------------------------------

export interface BulkPlan {
  readonly id: number;
  readonly StartDate: string;
  readonly coversPlanId: number | null;
  readonly providerId: number;
  readonly providerLast: string | null;
  readonly providerFirst: string | null;
  readonly clientId: number;
  readonly clientLast: string | null;
  readonly clientFirst: string | null;
}

/** Provider, Client, the primary plan before its compared ones (they started later), temporary ones last, id. */
export const bulkOrder = <P extends BulkPlan>(plans: readonly P[]): P[] => {
  const keyed = plans.map((plan) => {
    const { providerLast, providerFirst, providerId, clientLast, clientFirst, clientId } = plan;
    const key = [
      fold(providerLast ?? ''),
      fold(providerFirst ?? ''),
      providerId,
      fold(clientLast ?? ''),
      fold(clientFirst ?? ''),
      clientId,
      plan.coversPlanId === null ? 0 : 1,
      plan.StartDate,
      plan.id,
    ] as const;
    return { plan, key };
  });
  return keyed
    .toSorted((a, b) =>
      a.key.reduce<number>((found, part, n) => found || compareKeys(part, b.key[n] ?? ''), 0),
    )
    .map(({ plan }) => plan);
};

// --- Send links ----------------------------------------------------------------------------------------------------

export const LINK_DAYS = 30;
export const LINK_TRIES = 5;

/** Names nobody: it travels as a text message. */
export const linkMessage = (document: string, address: string) =>
  `Hello %username%, your ${document} is ready: ${address} The link is good for ${LINK_DAYS} days and asks for your year of birth.`;

/** Four digits, typed on a telephone. */
export const readYear = (typed: string): number | undefined => {
  const text = typed.trim();
  return /^\d{4}$/.test(text) ? Number(text) : undefined;
};

export type LinkState = 'open' | 'expired' | 'revoked' | 'locked' | 'ended';

export interface LinkFacts {
  readonly expires: string;
  readonly tries: number;
  readonly revoked: string | null;
  /** The plan was deleted or archived after the link was made. */
  readonly ended: string | null;
}

/** What has become of a link; only an open one opens anything. */
export const linkState = (
  { expires, tries, revoked, ended }: LinkFacts,
  now: Temporal.Instant,
): LinkState => {
  if (revoked !== null) return 'revoked';
  if (ended !== null) return 'ended';
  if (tries >= LINK_TRIES) return 'locked';
  return Temporal.Instant.compare(now, Temporal.Instant.from(expires)) >= 0 ? 'expired' : 'open';
};
