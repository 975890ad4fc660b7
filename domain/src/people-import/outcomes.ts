/** What becomes of the rows of a file, before it is imported (docs/rules/people-import.md, rule 17). */

export interface RowFault {
  readonly row: number;
  /** Its number is that of somebody on record: nothing else is wrong with it. */
  readonly isKnown?: boolean;
}

export interface Outcomes {
  /** Rows of somebody who is on record already, by number or by name and birth date. */
  readonly onRecord: readonly number[];
  /** Rows with anything else that keeps them from being imported. */
  readonly faulty: readonly number[];
}

const inOrder = (rows: Iterable<number>) => [...new Set(rows)].toSorted((a, b) => a - b);

/** Each row once: one with a fault is to be corrected first, whoever it is of. */
export const outcomesOf = (faults: readonly RowFault[], known: readonly number[]): Outcomes => {
  const faulty = new Set(faults.filter(({ isKnown }) => !isKnown).map(({ row }) => row));
  const onRecord = [...faults.filter(({ isKnown }) => isKnown).map(({ row }) => row), ...known];
  return { onRecord: inOrder(onRecord.filter((row) => !faulty.has(row))), faulty: inOrder(faulty) };
};
