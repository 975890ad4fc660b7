import type { Weekday } from '@homecare/domain/calendar.ts';
import type { RowKey } from './plan-form.ts';

/** Actions of the week grid. */
export interface GridActions {
  readonly type: (row: RowKey, day: Weekday, text: string) => void;
  /** Formats the typed text when its cell is left. */
  readonly settle: (row: RowKey, day: Weekday) => void;
  readonly copyRight: (row: RowKey, day: Weekday) => void;
  readonly copyDay: (from: Weekday, to: readonly Weekday[]) => void;
  readonly refreshTime: () => void;
  /** Undoes the last Refresh Time. */
  readonly undoRefresh: () => void;
}

/**
 * How a weekday is highlighted: its head and cells are tinted, and its time cells framed for a while
 * (docs/rules/care-plans.md, rule 22).
 */
export interface DayMark {
  readonly tone: 'danger' | 'warn';
  readonly framed: boolean;
}
export type DayMarks = Readonly<Partial<Record<Weekday, DayMark | undefined>>>;
