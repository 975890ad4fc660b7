import { minuteOfDay, sayTime } from '../calendar.ts';
import { isToReview, reviewText } from './review.ts';
import { adminRow, type RowTone } from './rules.ts';
import type { Visit } from './schema.ts';

/** A day in EVV Admin: which visits it shows, sorted and worded alike on the screen and in the exported file. */

export const SEGMENTS = ['All', 'Attention', 'Planned', 'Active', 'Complete'] as const;
export type Segment = (typeof SEGMENTS)[number];

export interface DayView {
  readonly segment: Segment;
  /** Filters of Complete rows by aggregator status: pending = Pending, sent = Success or Failed (docs/rules/visits.md, rule 40). */
  readonly pending: boolean;
  readonly sent: boolean;
}

export interface DayRow extends RowTone {
  readonly visit: Visit;
}

/** A closed visit keeps its color but needs no attention. */
const needsAttention = ({ tone, visit }: DayRow) =>
  visit.ClosedCode === null && (tone === 'danger' || tone === 'warning');

const isIn = (segment: Segment, row: DayRow) => {
  if (segment === 'All') return true;
  return segment === 'Attention' ? needsAttention(row) : row.visit.Status === segment;
};

const passes = ({ visit }: DayRow, view: DayView) => {
  if (visit.Status !== 'Complete' || visit.aggregatorStatus === null) return true;
  return visit.aggregatorStatus === 'Pending' ? view.pending : view.sent;
};

const byTime = (a: DayRow, b: DayRow) =>
  a.visit.PlanStartTime.localeCompare(b.visit.PlanStartTime) ||
  a.visit.ProviderName.localeCompare(b.visit.ProviderName) ||
  a.visit.id - b.visit.id;

/** The rows of the view, and the number of rows in each segment. */
export const selectDay = (
  visits: readonly Visit[],
  view: DayView,
  now: Temporal.Instant,
  zone: string,
): { readonly rows: readonly DayRow[]; readonly counts: readonly number[] } => {
  const all = visits
    .map((visit): DayRow => ({ visit, ...adminRow(visit, now, zone) }))
    .filter((row) => passes(row, view))
    .toSorted(byTime);
  return {
    rows: all.filter((row) => isIn(view.segment, row)),
    counts: SEGMENTS.map((segment) => all.filter((row) => isIn(segment, row)).length),
  };
};

/** '8:00 AM – 10:00 AM', with ' +1' if it ends the next day. */
export const planText = ({ PlanStartTime, PlanEndTime }: Pick<Visit, 'PlanStartTime' | 'PlanEndTime'>) => {
  const nextDay = minuteOfDay(PlanEndTime) < minuteOfDay(PlanStartTime) ? ' +1' : '';
  return `${sayTime(PlanStartTime)} – ${sayTime(PlanEndTime)}${nextDay}`;
};

export const EDITORS: Record<NonNullable<Visit['EditedVia']>, string> = {
  app: 'app',
  admin: 'admin',
  call: 'phone call',
};

/** How and by whom the visit was last edited; null if it never was. */
export const editorOf = ({ EditedVia, EditedBy }: Pick<Visit, 'EditedVia' | 'EditedBy'>): string | null =>
  EditedVia && [EDITORS[EditedVia], EditedBy].filter(Boolean).join(', ');

/** What the icons of a row say if something is wrong. */
export const signsOf = (visit: Visit): string[] => [
  ...(visit.StartLocationError ? ['Check-in location error'] : []),
  ...(visit.EndLocationError ? ['Check-out location error'] : []),
  ...(visit.StartLate ? ['Check-in sent later'] : []),
  ...(visit.EndLate ? ['Check-out sent later'] : []),
  ...(isToReview(visit) ? [reviewText(visit)] : []),
];
