import { type RawBuilder, sql } from 'kysely';
import { sealedColumn } from './column.ts';

/** What was recorded about a visit. No other file names these columns; they are read whole with their row. */
export const sealedVisit = {
  notes: sealedColumn('visits.notes'),
  tasks: sealedColumn('visits.tasks'),
  iobse: sealedColumn('visits.iobse'),
  changeReason: sealedColumn('visits.change_reason'),
  closedMemo: sealedColumn('visits.closed_memo'),
} as const;

/** The mark that staff excluded a visit from billing is inside a sealed text. */
export const isMarkedBilled = (visit: string) =>
  sql<boolean>`coalesce(substr(${sealedVisit.iobse(visit)}, 3, 1), '1') = '1'`;

/** Columns, by name, of a row that was stored whole and is restored. */
export const SEALED_WHEN_MOVED: readonly RawBuilder<unknown>[] = [
  sealedVisit.iobse.column,
  sealedVisit.changeReason.column,
];
