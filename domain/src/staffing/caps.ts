import { capOn as minutesOn } from '../calculator/norms.ts';
import type { Cap } from '../calculator/schema.ts';

/** How much one caregiver may work, by the day from which a limit counts. Minutes; Infinity where there is no limit. */
export interface CaregiverCap {
  readonly validFrom: string;
  readonly dayMinutes: number;
  readonly weekMinutes: number;
  /** What a relative may give one client of attendant care in seven days. */
  readonly relativeWeekMinutes: number;
}

/** The agency's dated caps, one row for each day on which one of them changes, the first day first. */
export const caregiverCaps = (caps: readonly Cap[]): CaregiverCap[] => {
  const most = (kind: Cap['kind'], day: string) => minutesOn(caps, kind, day) ?? Number.POSITIVE_INFINITY;
  return [...new Set(caps.map(({ validFrom }) => validFrom))].sort().map((day) => ({
    validFrom: day,
    dayMinutes: most('providerDay', day),
    weekMinutes: most('providerWeek', day),
    relativeWeekMinutes: most('relativeWeek', day),
  }));
};

/** The limits that hold on a day (YYYY-MM-DD). */
export const capOn = (caps: readonly CaregiverCap[], date: string): CaregiverCap | undefined =>
  caps.findLast(({ validFrom }) => validFrom <= date);
