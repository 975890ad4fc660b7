/** How much one caregiver may work, by the day from which a limit counts. Law is data, with its source. */

export interface CaregiverCap {
  readonly validFrom: string;
  readonly dayMinutes: number;
  readonly weekMinutes: number;
  /** What a relative may give one client of attendant care in seven days. */
  readonly relativeWeekMinutes: number;
  readonly source: string;
}

const HOUR = 60;
const RELATIVE = 40 * HOUR;
const COMMON = { dayMinutes: 16 * HOUR, relativeWeekMinutes: RELATIVE } as const;

/** Colorado: 16 hours a day and 40 hours of a relative in 7 days throughout; the hours of a week fall in steps. */
export const COLORADO_CAPS: readonly CaregiverCap[] = [
  { ...COMMON, validFrom: '', weekMinutes: 7 * 16 * HOUR, source: '10 CCR 2505-10 8.7500' },
  { ...COMMON, validFrom: '2026-07-01', weekMinutes: 84 * HOUR, source: 'HCPF notice of 2025-12-22' },
  { ...COMMON, validFrom: '2027-01-01', weekMinutes: 70 * HOUR, source: 'HCPF notice of 2025-12-22' },
  { ...COMMON, validFrom: '2027-07-01', weekMinutes: 56 * HOUR, source: 'HCPF notice of 2025-12-22' },
];

/** The limits that hold on a day (YYYY-MM-DD). */
export const capOn = (caps: readonly CaregiverCap[], date: string): CaregiverCap | undefined =>
  caps.findLast(({ validFrom }) => validFrom <= date);
