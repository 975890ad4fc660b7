import type { Mark } from './schema.ts';

/** What a row stands for: how many, and which ones where that is known. */
export interface Covered {
  readonly count: number;
  readonly of?: readonly string[] | undefined;
  /** The last day that was looked at and when, of a row whose days move on with today. */
  readonly through?: string | undefined;
  readonly at?: string | undefined;
}

/** Of one of the things that a row is about. */
export interface When {
  readonly day: string;
  /** Since when it is so, where somebody said it. */
  readonly since: string | null;
}

interface Standing extends Pick<Covered, 'count' | 'of'> {
  /** Of each, where the days that are looked at move on with today. */
  readonly when?: readonly When[] | undefined;
}

/** A mark with what its row stood for when it was put off; null: it stands for one thing alone. */
export interface KeptMark extends Mark {
  readonly covered: Covered | null;
}

/** Of a day that was too far away to be looked at when the row was put off, and so already then. */
const wasAhead = (when: When | undefined, { through, at }: Covered): boolean => {
  if (!when || through === undefined || when.day <= through) return false;
  const { since } = when;
  return since === null || at === undefined || Temporal.Instant.compare(since, at) <= 0;
};

/** Whether nothing has come to a row since it was put off: what was mended in the meantime brings nothing back. */
export const isCovered = ({ count, of, when }: Standing, covered: Covered | null): boolean => {
  if (covered === null) return true;
  if (!of || !covered.of) return count <= covered.count;
  const known = new Set(covered.of);
  // A new day ahead brings what was there before; where nothing else is left it is another matter.
  return (
    of.some((one) => known.has(one)) && of.every((one, n) => known.has(one) || wasAhead(when?.[n], covered))
  );
};

/** A row that is not there covers nothing: what comes under its key is new. */
const NOTHING: Covered = { count: 0, of: [] };

interface PutOff {
  /** What the row stands for now; undefined: it is not there. */
  readonly row: Covered | undefined;
  /** How many it stood for as it was seen. */
  readonly seen: number | undefined;
  readonly isCounting: boolean;
}

/** What is put off. A row that is not counted yet stands for as many as were seen; undefined: nobody knows how many. */
export const coverOf = ({ row, seen, isCounting }: PutOff): Covered | undefined => {
  if (row || !isCounting) return row ?? NOTHING;
  return seen === undefined ? undefined : { count: seen };
};

/** Of a row that nobody has put off or taken on. */
export const NO_MARK: Mark = { snoozed: null, assigned: null };

/** Whether a snooze still holds: it ends at its time, without anybody doing anything. */
export const isSnoozed = ({ snoozed }: Pick<Mark, 'snoozed'>, now: Temporal.Instant): boolean =>
  snoozed !== null && Temporal.Instant.compare(Temporal.Instant.from(snoozed.until), now) > 0;
