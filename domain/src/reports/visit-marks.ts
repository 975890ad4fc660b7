import { CLOSE_REASONS } from '../visits/closing.ts';
import { CLOSE_CODES, type CloseCode, type VisitStatus } from '../visits/schema.ts';

/** What reports say about visits (docs/rules/reports.md, rules 16 and 17). */

interface CountedVisit {
  readonly date: string;
  readonly status: VisitStatus;
  /** Why it was closed when nobody came; null if it was not closed. */
  readonly closed: CloseCode | null;
}

export interface VisitCounts {
  /** Does not include closed visits. */
  readonly planned: number;
  readonly complete: number;
  readonly active: number;
  /** Still Planned although its day is past. */
  readonly missed: number;
  /** Planned for today or later. */
  readonly ahead: number;
  readonly closed: number;
}

/** Complete + Active + missed + ahead = planned. */
export const countVisits = (visits: readonly CountedVisit[], today: string): VisitCounts => {
  const open = visits.filter(({ closed }) => closed === null);
  const count = (is: (visit: CountedVisit) => boolean) => open.filter(is).length;
  return {
    planned: open.length,
    complete: count(({ status }) => status === 'Complete'),
    active: count(({ status }) => status === 'Active'),
    missed: count(({ status, date }) => status === 'Planned' && date < today),
    ahead: count(({ status, date }) => status === 'Planned' && date >= today),
    closed: visits.length - open.length,
  };
};

/** 'Cancelled 1, Client in hospital 2'; null if none was closed. */
export const closedReasons = (visits: readonly Pick<CountedVisit, 'closed'>[]): string | null =>
  CLOSE_CODES.flatMap((code) => {
    const count = visits.filter(({ closed }) => closed === code).length;
    return count > 0 ? [`${CLOSE_REASONS[code]} ${count}`] : [];
  }).join(', ') || null;

/** The six elements that the law requires of a visit. */
export const ELEMENTS = [
  'type of service',
  'individual receiving',
  'date',
  'location',
  'individual providing',
  'start and end',
] as const;

export interface ElementFacts {
  readonly aggregatorCode: string | null;
  readonly clientMedicaid: string | null;
  readonly clientIsPrivate: boolean;
  readonly startPlaced: boolean;
  readonly endPlaced: boolean;
  readonly changeCode: number | null;
  readonly providerName: string;
  readonly providerHasSsn: boolean;
  readonly startAt: string | null;
  readonly endAt: string | null;
}

/** Change reasons that explain a place not recorded by a phone. */
const PLACE_REASONS: readonly (number | null)[] = [9, 10, 15];

/** For each element, whether it is there. */
export const elementMarks = (visit: ElementFacts): readonly boolean[] => [
  visit.aggregatorCode !== null,
  visit.clientIsPrivate || Boolean(visit.clientMedicaid),
  true,
  (visit.startPlaced && visit.endPlaced) || PLACE_REASONS.includes(visit.changeCode),
  visit.providerName !== '' && visit.providerHasSsn,
  visit.startAt !== null &&
    visit.endAt !== null &&
    Temporal.Instant.compare(Temporal.Instant.from(visit.startAt), Temporal.Instant.from(visit.endAt)) < 0,
];

export const missingElements = (marks: readonly boolean[]): string[] => ELEMENTS.filter((_, n) => !marks[n]);
