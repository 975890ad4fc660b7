import { KIND_FACTS } from '@homecare/domain/today/kinds.ts';
import { PARTS, type TodayRow } from '@homecare/domain/today/schema.ts';

/** Rows as they are on the screen: nothing moves under the pointer, and what is solved stays for a moment, struck through. */

export interface ShownRow {
  readonly row: TodayRow;
  /** When it was found to be solved, in milliseconds; null: it is not. */
  readonly solvedAt: number | null;
}

/** So long a solved row stays. */
export const SOLVED_MS = 5_000;

const partOf = ({ row: { kind } }: ShownRow) => PARTS.indexOf(KIND_FACTS[kind].part);

interface Answer {
  readonly rows: readonly TodayRow[];
  /** Put off by somebody, left to the last row of its kind, or too late: gone at once, and not solved. */
  readonly unsolved: ReadonlySet<string>;
}

/** Each solved row after the one before which it was. */
const withSolved = (rows: readonly ShownRow[], before: readonly ShownRow[], solved: readonly ShownRow[]) => {
  const all = [...rows];
  for (const one of solved) {
    const at = before.findIndex(({ row }) => row.key === one.row.key);
    const previous = before
      .slice(0, at)
      .toReversed()
      .find(({ row }) => all.some((other) => other.row.key === row.key));
    const place = previous ? all.findIndex(({ row }) => row.key === previous.row.key) + 1 : 0;
    all.splice(place, 0, one);
  }
  return all;
};

interface Moment {
  readonly now: number;
  /** Somebody is about to press something: known rows keep their places, and new ones follow in their part. */
  readonly isStill: boolean;
  /** Nothing was counted whole yet: known rows keep their places, and what would come above them waits, unless it cannot wait. */
  readonly isFirstCount: boolean;
}

export const nextRows = (
  before: readonly ShownRow[],
  { rows, unsolved }: Answer,
  { now, isStill, isFirstCount }: Moment,
): ShownRow[] => {
  const byKey = new Map(rows.map((row) => [row.key, row]));
  const solved = before.flatMap((one): ShownRow[] => {
    if (byKey.has(one.row.key) || unsolved.has(one.row.key)) return [];
    const solvedAt = one.solvedAt ?? now;
    return now - solvedAt < SOLVED_MS ? [{ row: one.row, solvedAt }] : [];
  });
  const fresh = rows.map((row): ShownRow => ({ row, solvedAt: null }));
  if (!isStill && !isFirstCount) return withSolved(fresh, before, solved);
  const known = before.flatMap((one): ShownRow[] => {
    const row = byKey.get(one.row.key);
    return row ? [{ row, solvedAt: null }] : solved.filter((other) => other.row.key === one.row.key);
  });
  const isKnown = new Set(before.map(({ row }) => row.key));
  const last = Math.max(0, ...before.map(partOf));
  const mayCome = (one: ShownRow) => !isFirstCount || partOf(one) === 0 || partOf(one) >= last;
  const added = fresh.filter((one) => !isKnown.has(one.row.key) && mayCome(one));
  return PARTS.flatMap((_, part) => [...known, ...added].filter((one) => partOf(one) === part));
};
