/** What will become of the rows of a file, before it is imported (docs/rules/people-import.md, rule 17). */

export interface RowFault {
  readonly row: number;
  /** The only fault is that somebody on record has the same number. */
  readonly isKnown?: boolean;
}

export interface Outcomes {
  /** Rows of people already on record, by number or by name and birth date. */
  readonly onRecord: readonly number[];
  /** Rows with anything else that prevents their import. */
  readonly faulty: readonly number[];
}

const inOrder = (rows: Iterable<number>) => [...new Set(rows)].toSorted((a, b) => a - b);

/** Each row appears once. A row with a fault must be corrected first, whoever it is about. */
export const outcomesOf = (faults: readonly RowFault[], known: readonly number[]): Outcomes => {
  const faulty = new Set(faults.filter(({ isKnown }) => !isKnown).map(({ row }) => row));
  const onRecord = [...faults.filter(({ isKnown }) => isKnown).map(({ row }) => row), ...known];
  return { onRecord: inOrder(onRecord.filter((row) => !faulty.has(row))), faulty: inOrder(faulty) };
};
