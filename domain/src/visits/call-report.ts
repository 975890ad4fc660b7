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

/** What the EVV call report says of visits (docs/rules/visits.md, rule 43). */

/** One end of a visit: when it was recorded first, and what counts now. */
export interface RecordedEnd {
  readonly at: string | null;
  readonly final: string | null;
  readonly isMobile: boolean;
  /** By a telephone call. */
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
  /** Null when the recorded time was left as it is. */
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

/** Hundredths of hours, so that sums are those of the printed lines. */

export interface CallLine {
  readonly visit: CallReportVisit;
  readonly start: ReportedEnd;
  readonly end: ReportedEnd;
  readonly planned: number;
  /** Null while the visit is not complete. */
  readonly actual: number | null;
  readonly billed: boolean;
  /** Closed with a reason it is none: staff have said why nobody came, and its hours left the plan. */
  readonly isMissed: boolean;
  /** 'Closed: client in hospital' */
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
  /** Whole percent of the complete visits, rounded down; null without any. */
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
  /** Null where the report is about one pair. */
  readonly name: string | null;
  readonly lines: readonly CallLine[];
}

/** A client’s visits by provider, a provider’s by client, those of a pair together; each in the order of day and time. */
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

/** The reasons that occur, in words. */
export const occurringReasons = (lines: readonly CallLine[]) =>
  CHANGE_REASONS.filter(({ code }) => lines.some(({ visit }) => visit.changeCode === code));
