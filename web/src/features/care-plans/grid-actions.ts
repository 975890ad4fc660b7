import type { Weekday } from '@homecare/domain/calendar.ts';
import type { RowKey } from './plan-form.ts';

/** What typing and the buttons of the week grid do. */
export interface GridActions {
  readonly type: (row: RowKey, day: Weekday, text: string) => void;
  /** The cell was left: what was typed settles into its shape. */
  readonly settle: (row: RowKey, day: Weekday) => void;
  readonly copyRight: (row: RowKey, day: Weekday) => void;
  readonly copyDay: (from: Weekday, to: readonly Weekday[]) => void;
  readonly refreshTime: () => void;
  /** Takes the last Refresh Time back. */
  readonly undoRefresh: () => void;
}

/**
 * How a weekday is emphasized: its head and cells are tinted, its time cells framed for a while
 * (docs/rules/care-plans.md, rule 22).
 */
export interface DayMark {
  readonly tone: 'danger' | 'warn';
  readonly framed: boolean;
}
export type DayMarks = Readonly<Partial<Record<Weekday, DayMark | undefined>>>;
