import { isAwayDuring } from '../availability/rules.ts';
import type { TimeOff } from '../availability/schema.ts';
import { DAY_MINUTES, instantOf, minuteOfDay, showStamp, todayIn, visitInstants } from '../calendar.ts';
import { dayNumber } from '../care-plans/rules.ts';
import { type WorkChecks, whyNotWork } from '../possible-providers/rules.ts';
import type { OpenReason } from './schema.ts';
import type { StaffedVisit } from './staffed-visits.ts';

/** Decides which planned visits nobody will come to (docs/rules/staffing.md, rule 1). */

/** A caregiver's message that they cannot come to visits that start in this span. */
export interface CallOut {
  readonly id: number;
  readonly ProviderID: number;
  /** Timestamps; the end is exclusive. */
  readonly from: string;
  readonly until: string;
  readonly note: string | null;
  /** When it was reported. */
  readonly at: string;
}

/** What decides whether a caregiver may work on a day. */
export type Checks = Omit<WorkChecks, 'kind'>;

/** Minutes since 1970 by the agency's wall clock, so that spans of several days compare as numbers. */
export const wallMinute = (date: string, hhmm: string) => dayNumber(date) * DAY_MINUTES + minuteOfDay(hhmm);

export interface WallSpan {
  readonly start: number;
  readonly end: number;
}
export const wallSpan = ({
  date,
  start,
  minutes,
}: Pick<StaffedVisit, 'date' | 'start' | 'minutes'>): WallSpan => {
  const from = wallMinute(date, start);
  return { start: from, end: from + minutes };
};
export const overlap = (a: WallSpan, b: WallSpan) => a.start < b.end && b.start < a.end;

/** Why a caregiver's checks keep them from working on a day (YYYY-MM-DD); undefined if they may work. */
export const whyMayNotWork = ({ archived, ...checks }: Checks, date: string): string | undefined => {
  const left = archived !== null && archived <= date ? archived : null;
  const [why] = whyNotWork({ kind: 'Provider', ...checks, archived: left }, Temporal.PlainDate.from(date));
  return why && why.charAt(0).toUpperCase() + why.slice(1);
};

/** The span of a call-out by the wall clock. */
export const callOutSpan = ({ from, until }: Pick<CallOut, 'from' | 'until'>, zone: string): WallSpan => ({
  start: wallMinuteOf(from, zone),
  end: wallMinuteOf(until, zone),
});

/** The wall clock minute of a timestamp. */
export const wallMinuteOf = (stamp: string, zone: string): number => {
  const at = Temporal.Instant.from(stamp).toZonedDateTimeISO(zone);
  return wallMinute(at.toPlainDate().toString(), at.toPlainTime().toString().slice(0, 5));
};

export interface OpenFacts {
  readonly now: Temporal.Instant;
  readonly zone: string;
  readonly lateMinutes: number;
  readonly callOuts: readonly CallOut[];
  readonly timeOff: readonly TimeOff[];
  readonly checks: ReadonlyMap<number, Checks>;
}

/** The part of a visit that decides whether its caregiver comes. */
export type PlannedVisit = Pick<StaffedVisit, 'ProviderID' | 'date' | 'start' | 'end' | 'status'>;

export interface Opened<V = StaffedVisit> {
  readonly visit: V;
  readonly reason: OpenReason;
  readonly since: string | null;
  readonly note: string | null;
}

const MINUTE = 60_000;
const millisecond = (stamp: string) => Temporal.Instant.from(stamp).epochMilliseconds;

/** The start and end of a visit as instants, in milliseconds. */
const instantsOf = ({ date, start, end }: PlannedVisit, zone: string) => {
  const at = visitInstants(date, start, end, zone);
  return { from: at.start.epochMilliseconds, until: at.end.epochMilliseconds };
};

/**
 * Caregivers whose checks stop them on one of the days. Each check is valid for one stretch of days, so whoever may work on
 * the first and the last day may work on all days between.
 */
export const stoppedOn = (days: readonly string[], checks: OpenFacts['checks']): ReadonlySet<number> => {
  const [first, last] = [days.reduce(earlier, days[0] ?? ''), days.reduce(later, '')];
  if (first === '') return new Set();
  const stopped = [...checks].filter(
    ([, own]) => whyMayNotWork(own, first) !== undefined || whyMayNotWork(own, last) !== undefined,
  );
  return new Set(stopped.map(([id]) => id));
};
const earlier = (a: string, b: string) => (b < a ? b : a);
const later = (a: string, b: string) => (b > a ? b : a);

/** What keeps caregivers from coming to their visits. */
export type AbsenceFacts = Pick<OpenFacts, 'zone' | 'callOuts' | 'timeOff' | 'checks'>;

/** Returns a function that says why a visit's caregiver does not come: the first reason that applies. */
const whyAbsent = (planned: readonly PlannedVisit[], facts: AbsenceFacts) => {
  const callOuts = Map.groupBy(facts.callOuts, ({ ProviderID }) => ProviderID);
  const timeOff = Map.groupBy(facts.timeOff, ({ providerId }) => providerId);
  const stopped = stoppedOn(
    planned.map(({ date }) => date),
    facts.checks,
  );
  return (visit: PlannedVisit): Why | undefined => {
    const [out, off] = [callOuts.get(visit.ProviderID), timeOff.get(visit.ProviderID)];
    return (
      (out && calledOut(instantsOf(visit, facts.zone).from, out)) ??
      (off && isOff(visit, off)) ??
      (stopped.has(visit.ProviderID) ? mayNotWork(visit, facts.checks.get(visit.ProviderID)) : undefined)
    );
  };
};

/**
 * Visits that nobody began and whose caregiver does not come, whether they are over or not. Lateness is no reason, because a
 * late caregiver may still come.
 */
export const givenUp = <V extends PlannedVisit>(visits: readonly V[], facts: AbsenceFacts): Opened<V>[] => {
  const planned = visits.filter(({ status }) => status === 'Planned');
  const whyNot = whyAbsent(planned, facts);
  return planned.flatMap((visit) => {
    const why = whyNot(visit);
    return why ? [{ visit, ...why }] : [];
  });
};

/** More minutes than any clock change moves the wall clock. */
const CLOCK_CHANGE = 180;

/** Visits that nobody began, that are not over, and that nobody will come to, each with the first reason that applies. */
export const openVisits = (visits: readonly StaffedVisit[], facts: OpenFacts): Opened[] => {
  const planned = visits.filter(({ status }) => status === 'Planned');
  const whyNot = whyAbsent(planned, facts);
  const now = facts.now.epochMilliseconds;
  const wallNow = wallMinuteOf(facts.now.toString(), facts.zone);
  const isFarAhead = ({ date, start }: StaffedVisit) => wallMinute(date, start) > wallNow + CLOCK_CHANGE;
  const isLongOver = (visit: StaffedVisit) => wallSpan(visit).end < wallNow - CLOCK_CHANGE;
  const whyLate = (visit: StaffedVisit) =>
    visit.isExempt || isFarAhead(visit) ? undefined : isLate(instantsOf(visit, facts.zone).from, now, facts);
  return planned.flatMap((visit) => {
    if (isLongOver(visit)) return [];
    const why = whyNot(visit) ?? whyLate(visit);
    return why && instantsOf(visit, facts.zone).until > now ? [{ visit, ...why }] : [];
  });
};

type Why = Omit<Opened, 'visit'>;

const calledOut = (start: number, callOuts: readonly CallOut[] = []): Why | undefined => {
  const found = callOuts.find(({ from, until }) => millisecond(from) <= start && start < millisecond(until));
  return found && { reason: 'calledOut', since: found.at, note: found.note };
};

const isOff = (visit: PlannedVisit, timeOff: readonly TimeOff[] = []): Why | undefined => {
  const found = timeOff.find((off) =>
    isAwayDuring(off, { day: visit.date, start: visit.start, end: visit.end }),
  );
  return found && { reason: 'timeOff', since: null, note: found.reason };
};

const mayNotWork = ({ date }: PlannedVisit, checks: Checks | undefined): Why | undefined => {
  const why = checks && whyMayNotWork(checks, date);
  return why === undefined ? undefined : { reason: 'mayNotWork', since: null, note: why };
};

const isLate = (start: number, now: number, { lateMinutes }: OpenFacts): Why | undefined =>
  now - start > lateMinutes * MINUTE ? { reason: 'late', since: null, note: null } : undefined;

/** Whether a caregiver has called out of a visit that starts at this instant. */
export const isCalledOut = (
  callOuts: readonly Pick<CallOut, 'from' | 'until'>[],
  start: Temporal.Instant,
): boolean =>
  callOuts.some(
    ({ from, until }) =>
      millisecond(from) <= start.epochMilliseconds && start.epochMilliseconds < millisecond(until),
  );

/** Whether the call-out is so close to the visit that the caregiver should also call the office; never if `minutes` is 0. */
export const asksToCall = (start: Temporal.Instant, now: Temporal.Instant, minutes: number): boolean =>
  minutes > 0 && start.epochMilliseconds - now.epochMilliseconds <= minutes * MINUTE;

/** The planned visits that a call-out opens: those that start within it. */
export const opensBy = (
  visits: readonly StaffedVisit[],
  { ProviderID, from, until }: Pick<CallOut, 'ProviderID' | 'from' | 'until'>,
  zone: string,
): StaffedVisit[] =>
  visits.filter((visit) => {
    const start = instantOf(visit.date, visit.start, zone).epochMilliseconds;
    return (
      visit.ProviderID === ProviderID &&
      visit.status === 'Planned' &&
      millisecond(from) <= start &&
      start < millisecond(until)
    );
  });

/**
 * The visits that a caregiver who cannot come may mean: overdue visits without a check-in that are not over yet, and those
 * still ahead that day; if there are none, the visits of the first day that has any. Sorted by start.
 */
export const nextVisits = (
  visits: readonly StaffedVisit[],
  ProviderID: number,
  now: Temporal.Instant,
  zone: string,
): StaffedVisit[] => {
  const wallNow = wallMinuteOf(now.toString(), zone);
  const own = visits
    .filter((visit) => visit.ProviderID === ProviderID && visit.status === 'Planned')
    .filter((visit) => wallSpan(visit).end > wallNow)
    .toSorted((a, b) => wallSpan(a).start - wallSpan(b).start || a.planId - b.planId);
  const due = own.filter((visit) => wallSpan(visit).start < wallNow);
  const ahead = own.slice(due.length);
  const day = due.length > 0 ? todayIn(zone, now).toString() : ahead[0]?.date;
  return [...due, ...ahead.filter(({ date }) => date === day)];
};

/** Why the span of a call-out is not valid; undefined if it is. */
export const checkCallOut = (
  { from, until }: Pick<CallOut, 'from' | 'until'>,
  now: Temporal.Instant,
  zone: string,
): string | undefined => {
  if (millisecond(until) <= millisecond(from)) return 'The end must be after the start.';
  if (millisecond(until) <= now.epochMilliseconds)
    return `This ended ${showStamp(until, zone)}. Enter an end that is still ahead.`;
  return undefined;
};
