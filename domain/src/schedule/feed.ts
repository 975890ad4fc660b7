import { addDays, visitInstants } from '../calendar.ts';
import type { AwaySpan } from './rules.ts';
import type { BoardVisit } from './schema.ts';

/** What a caregiver's own calendar shows (docs/rules/schedule.md, rules 17 and 18). */

const [DAYS_BACK, DAYS_AHEAD] = [7, 42];

export const feedDays = (today: string) => ({
  from: addDays(today, -DAYS_BACK),
  through: addDays(today, DAYS_AHEAD),
});

/** A visit as a calendar shows it: when and in which town, but never who or where exactly. */
export interface FeedVisit {
  /** Stays the same when the visit is moved. */
  readonly name: string;
  readonly from: Temporal.Instant;
  readonly until: Temporal.Instant;
  readonly title: string;
  readonly town: string | null;
  readonly modified: Temporal.Instant;
  /** Rises with each change. Calendars ignore a change to an event whose number has not changed. */
  readonly sequence: number;
}

/** Seconds since this moment fit into every calendar, and never decrease when a visit gets another record or plan. */
const COUNTED_FROM = Temporal.Instant.from('2026-01-01T00:00:00Z');
const sequenceOf = (modified: Temporal.Instant) =>
  Math.max(0, Math.floor(modified.since(COUNTED_FROM).total('seconds')));

type FedVisit = BoardVisit & { readonly modified: string };

type Own = Pick<AwaySpan, 'kind' | 'from' | 'until'>;

/** Whether the caregiver has called out or is off at the visit's time. A visit that they began is theirs all the same. */
export const isGivenUp = ({ Status, date, start, end }: BoardVisit, away: readonly Own[]) => {
  if (Status !== 'Planned') return false;
  const begins = `${date}T${start}`;
  const ends = `${end <= start ? addDays(date, 1) : date}T${end}`;
  return away.some(({ kind, from, until }) =>
    kind === 'calledOut' ? from <= begins && begins < until : from < ends && begins < until,
  );
};

const titleOf = (town: string | null, isSpanish: boolean) => {
  const visit = isSpanish ? 'Visita' : 'Visit';
  return town === null ? visit : `${visit} · ${town}`;
};

type Dated = Pick<FedVisit, 'planId' | 'day' | 'date' | 'start' | 'end' | 'modified'>;

const entryOf = (
  visit: Dated,
  {
    town,
    zone,
    isSpanish,
  }: { readonly town: string | null; readonly zone: string; readonly isSpanish: boolean },
): FeedVisit => {
  const { start, end } = visitInstants(visit.date, visit.start, visit.end, zone);
  const modified = Temporal.Instant.from(visit.modified);
  return {
    name: `visit-${visit.planId}-${visit.day}`,
    from: start,
    until: end,
    title: titleOf(town, isSpanish),
    town,
    modified,
    sequence: sequenceOf(modified),
  };
};

/** The visits of one client for their family's calendar: hours only, without the caregiver's or the client's name. */
export const familyFeed = (
  visits: readonly Dated[],
  { zone, isSpanish }: Pick<FeedFacts, 'zone' | 'isSpanish'>,
): FeedVisit[] => visits.map((visit) => entryOf(visit, { town: null, zone, isSpanish }));

interface FeedFacts {
  readonly away: readonly Own[];
  readonly zone: string;
  /** By client id. */
  readonly towns: ReadonlyMap<number, string | null>;
  readonly isSpanish: boolean;
}

/** The visits of one caregiver for their calendar, without closed ones and those they have given up. */
export const feedVisits = (
  visits: readonly FedVisit[],
  { away, zone, towns, isSpanish }: FeedFacts,
): FeedVisit[] =>
  visits
    .filter((visit) => visit.closed === null && !isGivenUp(visit, away))
    .map((visit) => entryOf(visit, { town: towns.get(visit.ClientID) ?? null, zone, isSpanish }));
