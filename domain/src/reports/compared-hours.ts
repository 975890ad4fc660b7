/** Compares hours worked with hours billed and paid (docs/rules/reports.md, rule 15). All are in hundredths. */

/** A difference of up to a quarter hour is ignored, because units are rounded by that much. */
const TOLERANCE = 25;

/** Units of 15 minutes as hundredths of an hour. */
export const hoursOfUnits = (units: number) => units * 25;

export interface ComparedHours {
  /** Hours of Complete visits; null for pairs exempt from EVV, whose hours nothing verifies. */
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
