import { z } from 'zod';

/**
 * The tag (ETag) of the answer that the caller holds. A followed list then answers only changed rows and the keys of removed
 * ones, or everything if the tag is unknown or too old (docs/rules/calls.md, rule 20).
 */
export const since = z.string().max(200).optional();

/** How a caller turns an older answer of a list into the newer one. */
export interface Followed<Rows = unknown> {
  keysOf(rows: Rows): number[];
  /** Returns the current rows in the order of the list. */
  applyChanges(rows: Rows, changed: Rows, removed: readonly number[]): Rows;
}

interface Rule<Row> {
  readonly key: (row: Row) => number;
  /** Order of the server's list, as negative, 0 or positive. Rows with the same key are never compared. */
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

/** A list whose rows have unique numbers. Unchanged rows stay the same objects. */
export const followed = <Row>({ key, compare }: Rule<Row>): Followed<Row[]> => ({
  keysOf: (rows) => rows.map(key),
  applyChanges: (rows, changed, removed) => {
    const replaced = new Set([...removed, ...changed.map(key)]);
    const rest = rows.filter((row) => !replaced.has(key(row)));
    // All rows were sent. Keep the server's order, which may depend on more than the rows show.
    if (rest.length === 0) return changed;
    return merge(rest, changed.toSorted(compare), compare);
  },
});
