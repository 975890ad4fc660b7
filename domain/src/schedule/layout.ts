import { DAY_MINUTES, minuteOfDay, spanMinutes } from '../calendar.ts';
import { counted } from '../counted.ts';
import { fold } from '../fold.ts';
import { sayShare } from '../staffing/figure-words.ts';
import { countFilled, staffingOf } from '../staffing/figures.ts';
import type { OpenVisit } from '../staffing/schema.ts';
import { driveMinutes } from '../travel/rules.ts';
import { type BoardState, isOverAt, isProblem, stateOf } from './rules.ts';
import type { Board, BoardClient, BoardVisit, Grouping, Program, WeekHours } from './schema.ts';

/** The layout of a board: rows of caregivers or clients, days as columns, and what a filter keeps. */

export interface BoardFilter {
  /** Only these people, as links on Today name them; everybody if empty. */
  readonly people: readonly number[];
  readonly search: string;
  readonly towns: readonly string[];
  readonly types: readonly string[];
  readonly languages: readonly string[];
  readonly programs: readonly Program[];
  readonly problems: boolean;
}
export const NO_FILTER: BoardFilter = {
  people: [],
  search: '',
  towns: [],
  types: [],
  languages: [],
  programs: [],
  problems: false,
};

/** A visit as the board draws it in a row. */
export interface PlacedVisit {
  readonly visit: BoardVisit;
  /** The other person: the client in a caregiver's row, the caregiver in a client's. */
  readonly other: string;
  readonly state: BoardState;
  readonly late: number;
}

export interface BoardRow {
  readonly id: number;
  readonly name: string;
  readonly town: string | null;
  readonly language: string | null;
  /** Null for clients. */
  readonly hours: WeekHours | null;
  /** The visits of each day, sorted by start. */
  readonly cells: readonly (readonly PlacedVisit[])[];
}

/** Identifies a visit as text. */
export const keyOf = ({ planId, day }: { readonly planId: number; readonly day: string }) =>
  `${planId} ${day}`;

/**
 * '98.2% filled · 342 visits', over the visits that needed a caregiver, counted like the figures (docs/rules/staffing.md,
 * rule 17). An exempt pair lives together and needs nobody.
 */
export const filledWords = (
  { visits }: Pick<Board, 'visits'>,
  open: ReadonlySet<string>,
  now: Temporal.Instant,
  zone: string,
): string => {
  const { planned, filled } = countFilled(
    visits
      .filter(({ isExempt }) => !isExempt)
      .map((visit) => {
        const [isOpen, isOver] = [open.has(keyOf(visit)), isOverAt(visit, now, zone)];
        return { staffing: staffingOf({ status: visit.Status, closed: visit.closed, isOpen, isOver }) };
      }),
  );
  return planned === 0
    ? 'No visits to staff'
    : `${sayShare(filled, planned)} filled · ${counted(planned, 'visit')}`;
};

/** Whether an open visit leaves its caregiver's row for the lane on top. A late one stays, because the caregiver may still come. */
export const leavesRow = ({ reason }: Pick<OpenVisit, 'reason'>) => reason !== 'late';

export interface BoardFacts {
  readonly board: Board;
  readonly days: readonly string[];
  /** Keys of the visits in the lane on top. */
  readonly lifted: ReadonlySet<string>;
  readonly now: Temporal.Instant;
  readonly zone: string;
}

/** All rows in the order of the board, with the visits of each day. */
export const rowsOf = (grouping: Grouping, { board, days, lifted, now, zone }: BoardFacts): BoardRow[] => {
  const isByCaregiver = grouping === 'caregiver';
  const others = new Map(
    (isByCaregiver ? board.clients : board.caregivers).map(({ id, name }) => [id, name]),
  );
  const places = new Map(days.map((day, place) => [day, place]));
  const ofRow = Map.groupBy(
    board.visits.filter((visit) => !lifted.has(keyOf(visit))),
    ({ ProviderID, ClientID }) => (isByCaregiver ? ProviderID : ClientID),
  );
  const cellsOf = (id: number): BoardRow['cells'] => {
    const cells: PlacedVisit[][] = days.map(() => []);
    for (const visit of ofRow.get(id) ?? []) {
      const other = others.get(isByCaregiver ? visit.ClientID : visit.ProviderID) ?? '';
      cells[places.get(visit.date) ?? -1]?.push({ visit, other, ...stateOf(visit, now, zone) });
    }
    return cells;
  };
  return isByCaregiver
    ? board.caregivers.map((one) => ({ ...one, cells: cellsOf(one.id) }))
    : board.clients.map(({ id, name, town, language }) => ({
        id,
        name,
        town,
        language,
        hours: null,
        cells: cellsOf(id),
      }));
};

const isAmong = <T>(chosen: readonly T[], value: T | null) =>
  chosen.length === 0 || (value !== null && chosen.includes(value));

const hasProblem = ({ cells, hours }: BoardRow) =>
  (hours?.overtime ?? 0) > 0 || cells.some((cell) => cell.some(({ state }) => isProblem(state)));

/** Returns whether texts together contain every word of the search, in any order. */
const searchOf = ({ search }: BoardFilter) => {
  const words = fold(search).split(/\s+/).filter(Boolean);
  return (texts: readonly (string | null)[]) => {
    const text = fold(texts.join(' '));
    return words.every((word) => text.includes(word));
  };
};

/** The rows that a filter keeps: by the row's person, and by its visits if a type or program is chosen. */
export const filterRows = (rows: readonly BoardRow[], filter: BoardFilter): BoardRow[] => {
  const isFound = searchOf(filter);
  const byVisit = filter.types.length > 0 || filter.programs.length > 0;
  const isShown = ({ visit }: PlacedVisit) =>
    isAmong(filter.types, visit.Type) && isAmong(filter.programs, visit.program);
  const othersOf = ({ cells }: BoardRow) => cells.flatMap((cell) => cell.map(({ other }) => other));
  return rows.filter(
    (row) =>
      isAmong(filter.people, row.id) &&
      isAmong(filter.towns, row.town) &&
      isAmong(filter.languages, row.language) &&
      (!filter.problems || hasProblem(row)) &&
      (!byVisit || row.cells.some((cell) => cell.some(isShown))) &&
      (filter.search === '' || isFound([row.name, row.town, ...othersOf(row)])),
  );
};

/** The open visits that a filter keeps. Town and language are the client's, and every open visit is a problem. */
export const filterOpen = (
  open: readonly OpenVisit[],
  filter: BoardFilter,
  { clients, visits }: Pick<Board, 'clients' | 'visits'>,
): OpenVisit[] => {
  const languages = new Map(clients.map(({ id, language }) => [id, language]));
  const programs = new Map(visits.map((visit) => [keyOf(visit), visit.program]));
  const isFound = searchOf(filter);
  return open.filter(
    (visit) =>
      isAmong(filter.people, visit.ProviderID) &&
      isAmong(filter.towns, visit.town) &&
      isAmong(filter.languages, languages.get(visit.ClientID) ?? null) &&
      isAmong(filter.types, visit.Type) &&
      isAmong(filter.programs, programs.get(keyOf(visit)) ?? null) &&
      isFound([visit.Client, visit.town, visit.Provider]),
  );
};

/** The number of rows with problems, shown beside 'Only with problems'. */
export const countProblems = (rows: readonly BoardRow[]) => rows.filter(hasProblem).length;

// --- A day ---------------------------------------------------------------------------------------------------------

/** The start and end of a visit in minutes of the day. A night visit goes beyond 24 hours. */
export const spanOf = ({ start, end }: Pick<BoardVisit, 'start' | 'end'>) => {
  const from = minuteOfDay(start);
  return { from, to: from + spanMinutes(start, end) };
};

/** The same on the clock of a given day, into which a night visit of the day before may reach. */
export const spanOn = (
  visit: Pick<BoardVisit, 'start' | 'end'> & { readonly date?: string },
  day: string,
) => {
  const { from, to } = spanOf(visit);
  const before = visit.date !== undefined && visit.date < day ? DAY_MINUTES : 0;
  return { from: from - before, to: to - before };
};

/** The day on which the lane shows an open visit. A night visit that began before the first day is shown on that day. */
export const laneDay = ({ date }: Pick<OpenVisit, 'date'>, days: readonly string[]): string => {
  const [first = date] = days;
  return date < first ? first : date;
};

/** Assigns visits, sorted by start, to as few lanes as possible so that none overlap within a lane. */
export const lanesOf = (visits: readonly Pick<BoardVisit, 'start' | 'end'>[]): number[] => {
  const ends: number[] = [];
  return visits.map((visit) => {
    const { from, to } = spanOf(visit);
    const free = ends.findIndex((end) => end <= from);
    const lane = free < 0 ? ends.length : free;
    ends[lane] = to;
    return lane;
  });
};

/** A caregiver's drive from one visit to the next. */
export interface Way {
  /** The minutes of the day between which it has to fit. */
  readonly from: number;
  readonly to: number;
  readonly minutes: number;
  /** yes: there is enough time. tight: less than a quarter of an hour is left. no: it does not fit. */
  readonly fits: 'yes' | 'tight' | 'no';
}

const TIGHT = 15;

type Place = Pick<BoardClient, 'latitude' | 'longitude'>;
const pointOf = (place: Place | undefined) =>
  place?.latitude == null || place.longitude == null
    ? undefined
    : { latitude: place.latitude, longitude: place.longitude };

/** The drives between the visits of a caregiver's day, in order, except where a location is unknown or does not change. */
export const waysOf = (
  visits: readonly Pick<BoardVisit, 'start' | 'end' | 'ClientID'>[],
  places: ReadonlyMap<number, Place>,
): Way[] =>
  visits.slice(1).flatMap((visit, at) => {
    const before = visits[at];
    const [a, b] = [before, visit].map((one) => one && pointOf(places.get(one.ClientID)));
    if (!before || !a || !b || before.ClientID === visit.ClientID) return [];
    const minutes = driveMinutes(a, b);
    if (minutes === 0) return [];
    const [from, to] = [spanOf(before).to, spanOf(visit).from];
    const left = to - from - minutes;
    return [{ from, to, minutes, fits: left < 0 ? 'no' : left < TIGHT ? 'tight' : 'yes' }];
  });

/** The hours that a day shows: those of its visits, and at least 6 AM to 10 PM. */
export const hoursShown = (visits: readonly Pick<BoardVisit, 'start' | 'end'>[]) => {
  const spans = visits.map(spanOf);
  const first = Math.min(6, ...spans.map(({ from }) => Math.floor(from / 60)));
  const last = Math.max(22, ...spans.map(({ to }) => Math.min(30, Math.ceil(to / 60))));
  return { first, last };
};

/** With more hours than this, only every second one has room for its name. */
const NAMED_HOURS = 17;

/** The names of a day's hours: 6 AM, 7, 8. AM or PM is added only to the first hour of each half. */
export const hourNames = ({ first, last }: { readonly first: number; readonly last: number }) =>
  Array.from({ length: last - first }, (_, n) => first + n)
    .filter((hour) => last - first <= NAMED_HOURS || hour % 2 === 0)
    .map((hour, at) => {
      const half = hour % 24 < 12 ? ' AM' : ' PM';
      return { hour, name: `${hour % 12 === 0 ? 12 : hour % 12}${at === 0 || hour % 12 === 0 ? half : ''}` };
    });

/** Where an open visit is drawn on the timeline of a day: in minutes of the day, and its lane. */
export interface LinePlace {
  readonly from: number;
  readonly to: number;
  readonly lane: number;
}

/** The least width in minutes that is readable. */
const READABLE = 180;

/** The places of open visits at their times, wide enough to read and without overlaps. Visits are sorted by start. */
export const linePlaces = (
  visits: readonly (Pick<BoardVisit, 'start' | 'end'> & { readonly date?: string })[],
  day: string,
  { first, last }: { readonly first: number; readonly last: number },
): LinePlace[] => {
  const ends: number[] = [];
  return visits.map((visit) => {
    const span = spanOn(visit, day);
    const from = Math.max(first * 60, Math.min(span.from, last * 60 - READABLE));
    const to = Math.max(Math.min(span.to, last * 60), from + READABLE);
    const free = ends.findIndex((end) => end <= from);
    const lane = free < 0 ? ends.length : free;
    ends[lane] = to;
    return { from, to, lane };
  });
};
