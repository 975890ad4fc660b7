import { type LimitRule, type LimitRules, ruleOfCap } from '../calculator/limit-rules.ts';
import { capRowOn } from '../calculator/norms.ts';
import type { Cap } from '../calculator/schema.ts';

/** How much one caregiver may work from a day on, in minutes; Infinity where there is no limit. */
export interface CaregiverCap {
  readonly validFrom: string;
  readonly dayMinutes: number;
  readonly weekMinutes: number;
  /** What a relative may give one client in attendant care within seven days. */
  readonly relativeWeekMinutes: number;
  /** What the agency does beyond each cap. A cap without a rule blocks. */
  readonly rules?: Partial<Readonly<Record<CaregiverCapKind, LimitRule>>>;
}

export type CaregiverCapKind = 'providerDay' | 'providerWeek' | 'relativeWeek';

export const ruleBeyond = (cap: CaregiverCap | undefined, kind: CaregiverCapKind): LimitRule =>
  cap?.rules?.[kind] ?? 'block';

const MINUTES = {
  providerDay: 'dayMinutes',
  providerWeek: 'weekMinutes',
  relativeWeek: 'relativeWeekMinutes',
} as const;

export const mostMinutes = (cap: CaregiverCap | undefined, kind: CaregiverCapKind): number =>
  cap?.[MINUTES[kind]] ?? Number.POSITIVE_INFINITY;

/** The minutes that need a person's consent to exceed. A cap that only warns does not restrict proposals. */
export const keptMinutes = (cap: CaregiverCap | undefined, kind: CaregiverCapKind): number =>
  ruleBeyond(cap, kind) === 'warn' ? Number.POSITIVE_INFINITY : mostMinutes(cap, kind);

/** Turns the agency's dated caps into one row for each day on which any of them changes, earliest first. */
export const caregiverCaps = (caps: readonly Cap[], rules: LimitRules = {}): CaregiverCap[] => {
  const most = (kind: CaregiverCapKind, day: string) =>
    capRowOn(caps, kind, day)?.minutes ?? Number.POSITIVE_INFINITY;
  const ruleOn = (kind: CaregiverCapKind, day: string) => {
    const cap = capRowOn(caps, kind, day);
    return cap ? ruleOfCap(rules, cap) : 'block';
  };
  return [...new Set(caps.map(({ validFrom }) => validFrom))].sort().map((day) => ({
    validFrom: day,
    dayMinutes: most('providerDay', day),
    weekMinutes: most('providerWeek', day),
    relativeWeekMinutes: most('relativeWeek', day),
    rules: {
      providerDay: ruleOn('providerDay', day),
      providerWeek: ruleOn('providerWeek', day),
      relativeWeek: ruleOn('relativeWeek', day),
    },
  }));
};

/** The caps in force on a day (YYYY-MM-DD). */
export const capOn = (caps: readonly CaregiverCap[], date: string): CaregiverCap | undefined =>
  caps.findLast(({ validFrom }) => validFrom <= date);
