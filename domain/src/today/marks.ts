import type { Mark } from './schema.ts';

/** What a row stands for: how many, and which ones where that is known. */
export interface Covered {
  readonly count: number;
  readonly of?: readonly string[] | undefined;
}

/** A mark with what its row stood for when it was put off; null: it stands for one thing alone. */
export interface KeptMark extends Mark {
  readonly covered: Covered | null;
}

/** Whether nothing has come to a row since it was put off: what was mended in the meantime brings nothing back. */
export const isCovered = (row: Covered, covered: Covered | null): boolean => {
  if (covered === null) return true;
  if (!row.of || !covered.of) return row.count <= covered.count;
  const known = new Set(covered.of);
  return row.of.every((one) => known.has(one));
};

/** Of a row that nobody has put off or taken on. */
export const NO_MARK: Mark = { snoozed: null, assigned: null };

/** Whether a snooze still holds: it ends at its time, without anybody doing anything. */
export const isSnoozed = ({ snoozed }: Pick<Mark, 'snoozed'>, now: Temporal.Instant): boolean =>
  snoozed !== null && Temporal.Instant.compare(Temporal.Instant.from(snoozed.until), now) > 0;
