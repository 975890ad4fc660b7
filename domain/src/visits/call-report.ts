import { hundredthsOf } from '../calendar.ts';
import { fold } from '../fold.ts';
import { tenthsOf } from '../share.ts';
import { sum } from '../sum.ts';
import { closedText } from './closing.ts';
import { isBilled } from './office.ts';
import {
  CHANGE_REASONS,
  elapsedMinutes,
  isMissed,
  LOCATION_TOLERANCE_METRES,
  plannedMinutes,
} from './rules.ts';
import type { Visit } from './schema.ts';

/** The content of the EVV call report (docs/rules/visits.md, rule 43). */

/** One end of a visit: `at` is when it was first recorded, `final` the time that counts now. */
export interface RecordedEnd {
  readonly at: string | null;
  readonly final: string | null;
  readonly isMobile: boolean;
  /** Recorded by a telephone call. */
  readonly isCall: boolean;
  readonly late: boolean;
  readonly edited: boolean;
  readonly distance: number | null;
  readonly error: boolean;
}

export interface CallReportVisit
  extends Pick<
    Visit,
    | 'id'
    | 'Date'
    | 'Status'
    | 'ClientName'
    | 'ProviderName'
    | 'PlanStartTime'
    | 'PlanEndTime'
    | 'EditedTS'
    | 'EditedBy'
    | 'EditedVia'
    | 'IOBSE'
    | 'aggregatorStatus'
    | 'Notes'
    | 'ClosedCode'
    | 'ClosedMemo'
  > {
  readonly Type: string;
  readonly start: RecordedEnd;
  readonly end: RecordedEnd;
  readonly changeCode: number | null;
  readonly changeReason: string | null;
}

export type CallKind = 'Mobile' | 'Manual' | 'Phone';

const kindOf = (end: RecordedEnd, visit: CallReportVisit): CallKind => {
  if (end.isMobile) return 'Mobile';
  if (end.isCall) return 'Phone';
  return visit.EditedVia === 'call' && !end.edited ? 'Phone' : 'Manual';
};

const minuteOf = (stamp: string) => Math.floor(Temporal.Instant.from(stamp).epochMilliseconds / 60_000);

export interface ReportedEnd {
  readonly call: string | null;
  readonly kind: CallKind | null;
  readonly late: boolean;
  /** Null if nobody adjusted the recorded time. */
  readonly adjusted: string | null;
  readonly metres: number | null;
  readonly isAway: boolean;
}

const reportEnd = (end: RecordedEnd, visit: CallReportVisit): ReportedEnd => {
  const isAdjusted =
    end.edited && end.at !== null && end.final !== null && minuteOf(end.at) !== minuteOf(end.final);
  return {
    call: end.at,
    kind: end.at === null ? null : kindOf(end, visit),
    late: end.late,
    adjusted: isAdjusted ? end.final : null,
    metres: end.distance === null ? null : Math.round(end.distance),
    isAway: end.distance !== null && end.distance > LOCATION_TOLERANCE_METRES,
  };
};

/** Hours are in hundredths, so that totals equal the sum of the printed lines. */

export interface CallLine {
  readonly visit: CallReportVisit;
  readonly start: ReportedEnd;
  readonly end: ReportedEnd;
  readonly planned: number;
  /** Null until the visit is complete. */
  readonly actual: number | null;
  readonly billed: boolean;
  /** A closed visit is not missed: staff have said why nobody came, and its hours no longer count as planned. */
  readonly isMissed: boolean;
  /** 'Closed: client in hospital'; null if the visit is not closed. */
  readonly closed: string | null;
  readonly isEdited: boolean;
  readonly hasLocationError: boolean;
}

export const callLine = (visit: CallReportVisit, now: Temporal.Instant, zone: string): CallLine => {
  const { start, end } = visit;
  const actual =
    start.final !== null && end.final !== null
      ? hundredthsOf(elapsedMinutes(Temporal.Instant.from(start.final), Temporal.Instant.from(end.final)))
      : null;
  const closed = closedText(visit);
  return {
    visit,
    closed,
    start: reportEnd(start, visit),
    end: reportEnd(end, visit),
    planned: closed === null ? hundredthsOf(plannedMinutes(visit, zone)) : 0,
    actual,
    billed: isBilled(visit),
    isMissed: closed === null && isMissed(visit, now, zone),
    isEdited: start.edited || end.edited,
    hasLocationError: start.error || end.error,
  };
};

export interface CallTotals {
  readonly visits: number;
  readonly complete: number;
  readonly missed: number;
  readonly edited: number;
  readonly locationErrors: number;
  readonly planned: number;
  readonly actual: number;
  /** The share of complete visits without edits, in whole percent, rounded down; null if there are none. */
  readonly unedited: number | null;
}

export const totalsOf = (lines: readonly CallLine[]): CallTotals => {
  const count = (is: (line: CallLine) => boolean) => lines.filter(is).length;
  const complete = count(({ visit }) => visit.Status === 'Complete');
  const untouched = count(({ visit, isEdited }) => visit.Status === 'Complete' && !isEdited);
  const tenths = tenthsOf(untouched, complete);
  return {
    visits: lines.length,
    complete,
    missed: count(({ isMissed }) => isMissed),
    edited: count(({ isEdited }) => isEdited),
    locationErrors: count(({ hasLocationError }) => hasLocationError),
    planned: sum(lines.map(({ planned }) => planned)),
    actual: sum(lines.map(({ actual }) => actual ?? 0)),
    unedited: tenths === null ? null : Math.floor(tenths / 10),
  };
};

export interface CallGroup {
  /** Null if the report is about one pair. */
  readonly name: string | null;
  readonly lines: readonly CallLine[];
}

/** Groups a client's visits by provider, a provider's by client, and those of a pair into one group, each sorted by date and time. */
export const groupCalls = (
  lines: readonly CallLine[],
  of: { readonly client: number | null; readonly provider: number | null },
): CallGroup[] => {
  if (of.client !== null && of.provider !== null) return [{ name: null, lines }];
  const by = of.client === null ? 'ClientName' : 'ProviderName';
  const names = [...new Set(lines.map(({ visit }) => visit[by]))];
  const order = (a: string, b: string) => (fold(a) < fold(b) ? -1 : Number(fold(a) > fold(b)));
  return names
    .toSorted(order)
    .map((name) => ({ name, lines: lines.filter(({ visit }) => visit[by] === name) }));
};

/** The change reasons that occur in these lines. */
export const occurringReasons = (lines: readonly CallLine[]) =>
  CHANGE_REASONS.filter(({ code }) => lines.some(({ visit }) => visit.changeCode === code));
