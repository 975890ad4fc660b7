import { z } from 'zod';

/**
 * The tag (ETag) of the answer that a caller holds: a followed list then answers the rows that changed since, and the keys of
 * those that are gone, or all of it when the tag is unknown or too old (docs/rules/calls.md, rule 20).
 */
export const since = z.string().max(200).optional();

/** How anyone who holds an older answer of a list makes the newer one of it. */
export interface Followed<Rows = unknown> {
  keysOf(rows: Rows): number[];
  /** The rows as they are now, in the order of the list. */
  applyChanges(rows: Rows, changed: Rows, removed: readonly number[]): Rows;
}

interface Rule<Row> {
  readonly key: (row: Row) => number;
  /** The order in which the server lists the rows, as negative, 0 or positive; rows with the same key are never compared. */
  readonly compare: (a: Row, b: Row) => number;
}

const merge = <Row>(rows: readonly Row[], changed: readonly Row[], compare: Rule<Row>['compare']): Row[] => {
  const merged: Row[] = [];
  let next = 0;
  for (const row of rows) {
    for (let other = changed[next]; other !== undefined && compare(other, row) < 0; other = changed[next]) {
      merged.push(other);
      next += 1;
    }
    merged.push(row);
  }
  return merged.concat(changed.slice(next));
};

/** A list of rows that each have a number of their own. Rows that did not change stay the same objects. */
export const followed = <Row>({ key, compare }: Rule<Row>): Followed<Row[]> => ({
  keysOf: (rows) => rows.map(key),
  applyChanges: (rows, changed, removed) => {
    const replaced = new Set([...removed, ...changed.map(key)]);
    const rest = rows.filter((row) => !replaced.has(key(row)));
    // All of them, in the order of the server: it may know more of the order than the rows show.
    if (rest.length === 0) return changed;
    return merge(rest, changed.toSorted(compare), compare);
  },
});
