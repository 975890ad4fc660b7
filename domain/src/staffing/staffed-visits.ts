import { spanMinutes, weekdayOf } from '../calendar.ts';
import { isOpenDay, type PlanDates, runsOn, spanOn, type VisitLimits } from '../care-plans/rules.ts';
import type { CarePlan, WeekRows } from '../care-plans/schema.ts';
import { type PlanWeeks, weekOn } from '../care-plans/weeks.ts';
import { remembering } from '../remembering.ts';
import type { CloseCode, VisitStatus } from '../visits/schema.ts';

/** Lists which visits are planned on some days, with or without a record, and who is due to come. */

export interface StaffedPlan
  extends PlanDates,
    PlanWeeks<{ readonly time: WeekRows }>,
    Pick<CarePlan, 'id' | 'ProviderID' | 'ClientID' | 'Type' | 'Status'> {
  /** Exempt from EVV, so its visits have no records. */
  readonly isExcluded: boolean;
}

/** A visit record on or near the days. */
export interface VisitRecord {
  readonly id: number;
  readonly planId: number;
  /** Who came or is due to come. After a plan is handed over, its past visits keep their caregiver. */
  readonly ProviderID: number;
  readonly plannedDay: string;
  /** Where the visit is now, after any move. */
  readonly date: string;
  readonly start: string;
  readonly end: string;
  readonly status: VisitStatus;
  /** Closed with a reason, so nobody will come any more; null if not closed. */
  readonly closed: CloseCode | null;
}

export interface StaffedVisit {
  /** The regular plan and its planned day identify the visit, whoever comes. */
  readonly planId: number;
  readonly day: string;
  /** The plan that schedules it: the regular one, or the temporary plan that covers the day. */
  readonly byPlanId: number;
  readonly ProviderID: number;
  readonly ClientID: number;
  readonly Type: string;
  /** Start and end are HH:mm by the agency's clock; an end before the start is on the next day. */
  readonly date: string;
  readonly start: string;
  readonly end: string;
  readonly minutes: number;
  /** Paid travel minutes that the plan adds. */
  readonly travel: number;
  /** Null if the visit is not created yet or is exempt from EVV. */
  readonly visitId: number | null;
  readonly status: VisitStatus;
  /** Exempt from EVV: nobody checks in. */
  readonly isExempt: boolean;
  /** Set for an open visit whose planned start has passed. Its times are the next possible ones and depend on who comes. */
  readonly isLate?: boolean;
  /** Set for an open visit shown at the times at which it can still take place: its planned start, if it is still on its planned day. */
  readonly plannedStart?: string;
}

export interface PlannedFacts {
  readonly plans: readonly StaffedPlan[];
  readonly records: readonly VisitRecord[];
  /** Archive dates by person id. From that day on they neither give nor receive care. */
  readonly archived: ReadonlyMap<number, string>;
}

const weekday = remembering((date: string) => weekdayOf(Temporal.PlainDate.from(date)));

/** The planned days of records by plan id. */
const plannedDays = (records: readonly VisitRecord[], planOf: (record: VisitRecord) => number) => {
  const days = new Map<number, Set<string>>();
  for (const record of records) {
    const own = days.get(planOf(record));
    if (own) own.add(record.plannedDay);
    else days.set(planOf(record), new Set([record.plannedDay]));
  }
  return days;
};

/** A visit with the reason why the office closed it; null if it did not. */
export interface PlacedVisit extends StaffedVisit {
  readonly closed: CloseCode | null;
}

/**
 * All visits that are planned for or took place on some days, unsorted, including those of exempt plans. Days before
 * `today`, if it is given, have only the visits that took place, which an exempt pair never has.
 */
export const placedVisits = (
  { plans, records, archived }: PlannedFacts,
  days: readonly string[],
  today = '',
): PlacedVisit[] => {
  const daysOfPlan = plannedDays(records, ({ planId }) => planId);
  const temporary = Map.groupBy(
    plans.filter(({ coversPlanId }) => coversPlanId !== null),
    ({ coversPlanId }) => coversPlanId,
  );
  const regular = new Map(plans.map((plan) => [plan.id, plan.coversPlanId ?? plan.id]));
  // If one plan of a regular plan and its cover has begun, closed or moved away the day's visit, the other does not
  // plan it again.
  const isTaken = ({ status, closed, date, plannedDay }: VisitRecord) =>
    status !== 'Planned' || closed !== null || date !== plannedDay;
  const taken = plannedDays(records.filter(isTaken), ({ planId }) => regular.get(planId) ?? planId);
  const wanted = new Set(days);
  const known = new Map(plans.map((plan) => [plan.id, plan]));
  const ofRecords = records.flatMap((record) => {
    const plan = known.get(record.planId);
    return plan && wanted.has(record.date) ? [recorded(plan, record)] : [];
  });
  const ahead = days.filter((date) => date >= today);
  const ofPlans = plans.flatMap((plan) => {
    const [made, others] = [daysOfPlan.get(plan.id), taken.get(plan.coversPlanId ?? plan.id)];
    const limits: VisitLimits = {
      archived: [archived.get(plan.ProviderID) ?? null, archived.get(plan.ClientID) ?? null],
      temporary: temporary.get(plan.id) ?? [],
    };
    return (plan.isExcluded ? days : ahead).flatMap((date) =>
      made?.has(date) || others?.has(date) || !isOpenDay(plan, date, limits) ? [] : planned(plan, date),
    );
  });
  return [...ofRecords, ...ofPlans];
};

export const isLeft = ({ closed }: Pick<PlacedVisit, 'closed'>) => closed === null;

export const staffedVisits = (...asked: Parameters<typeof placedVisits>): StaffedVisit[] =>
  placedVisits(...asked).filter(isLeft);

const recorded = (plan: StaffedPlan, record: VisitRecord): PlacedVisit => ({
  ...common(plan),
  ProviderID: record.ProviderID,
  day: record.plannedDay,
  date: record.date,
  start: record.start,
  end: record.end,
  minutes: spanMinutes(record.start, record.end),
  travel: weekOn(plan, record.plannedDay).time[2][weekday(record.plannedDay)],
  visitId: record.id,
  status: record.status,
  // The pair may have become exempt later; this visit had a record to check in to.
  isExempt: false,
  closed: record.closed,
});

const planned = (plan: StaffedPlan, date: string): PlacedVisit[] => {
  const { time } = weekOn(plan, date);
  const day = weekday(date);
  const [start, end] = [time[0][day], time[1][day]];
  if (start === null || end === null || !spanOn(time, day)) return [];
  const minutes = spanMinutes(start, end);
  const times = { date, start, end, minutes, travel: time[2][day] };
  return [{ ...common(plan), ...times, day: date, visitId: null, status: 'Planned', closed: null }];
};

const common = (plan: StaffedPlan) => ({
  planId: plan.coversPlanId ?? plan.id,
  byPlanId: plan.id,
  ProviderID: plan.ProviderID,
  ClientID: plan.ClientID,
  Type: plan.Type,
  isExempt: plan.isExcluded,
});

/** The temporary plan that covers a plan on a day, if any. */
export const coverOn = <P extends Pick<StaffedPlan, 'coversPlanId' | 'StartDate' | 'EndDate' | 'Status'>>(
  plans: readonly P[],
  planId: number,
  day: string,
): P | undefined => plans.find((plan) => plan.coversPlanId === planId && runsOn(plan, day));
