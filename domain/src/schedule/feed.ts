import { addDays, visitInstants } from '../calendar.ts';
import type { AwaySpan } from './rules.ts';
import type { BoardVisit } from './schema.ts';

/** What a caregiver's own calendar shows (docs/rules/schedule.md, rules 17 and 18). */

const [DAYS_BACK, DAYS_AHEAD] = [7, 42];

export const feedDays = (today: string) => ({
  from: addDays(today, -DAYS_BACK),
  through: addDays(today, DAYS_AHEAD),
});

/** As a calendar shows it: when and in which town, never who or where exactly. */
export interface FeedVisit {
  /** The same after the visit was moved. */
  readonly name: string;
  readonly from: Temporal.Instant;
  readonly until: Temporal.Instant;
  readonly title: string;
  readonly town: string | null;
  readonly modified: Temporal.Instant;
  /** Rises with each change: a calendar takes no change of an event whose number is the one that it knows. */
  readonly sequence: number;
}

/** Seconds since then are few enough for every calendar, and none goes back where a visit has another record or plan. */
const COUNTED_FROM = Temporal.Instant.from('2026-01-01T00:00:00Z');
const sequenceOf = (modified: Temporal.Instant) =>
  Math.max(0, Math.floor(modified.since(COUNTED_FROM).total('seconds')));

type FedVisit = BoardVisit & { readonly modified: string };

type Own = Pick<AwaySpan, 'kind' | 'from' | 'until'>;

/** Nobody waits for who called out, or is off then; a visit that they began is theirs all the same. */
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

/** The visits of one client as the calendar of their family shows them: hours alone, neither who comes nor to whom. */
export const familyFeed = (
  visits: readonly Dated[],
  { zone, isSpanish }: Pick<FeedFacts, 'zone' | 'isSpanish'>,
): FeedVisit[] => visits.map((visit) => entryOf(visit, { town: null, zone, isSpanish }));

interface FeedFacts {
  readonly away: readonly Own[];
  readonly zone: string;
  /** By client. */
  readonly towns: ReadonlyMap<number, string | null>;
  readonly isSpanish: boolean;
}

/** The visits of one caregiver as their calendar shows them: without those that were closed and those that they gave up. */
export const feedVisits = (
  visits: readonly FedVisit[],
  { away, zone, towns, isSpanish }: FeedFacts,
): FeedVisit[] =>
  visits
    .filter((visit) => visit.closed === null && !isGivenUp(visit, away))
    .map((visit) => entryOf(visit, { town: towns.get(visit.ClientID) ?? null, zone, isSpanish }));
