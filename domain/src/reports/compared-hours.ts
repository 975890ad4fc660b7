/** Hours worked against hours billed and paid (docs/rules/reports.md, rule 15). All in hundredths. */

/** A quarter hour apart is nothing to look at: units are rounded by as much. */
const TOLERANCE = 25;

/** Units of 15 minutes as hundredths of an hour. */
export const hoursOfUnits = (units: number) => units * 25;

export interface ComparedHours {
  /** Of Complete visits; null for pairs that are EVV-exempt: nothing verifies theirs. */
  readonly worked: number | null;
  readonly billed: number;
  readonly paid: number;
}

export const marksOf = ({ worked, billed, paid }: ComparedHours): string[] => {
  if (worked === null) return [];
  return [
    ...(billed - worked > TOLERANCE ? ['billed above verified'] : []),
    ...(paid - billed > TOLERANCE ? ['paid not billed'] : []),
    ...(worked - billed > TOLERANCE ? ['worked not billed'] : []),
  ];
};
