import type { StateCap, Stated } from '../pack.ts';

/** Caps of caregivers and clients, in minutes. */

const WEEKS = 'as phased in, secondary source: compare with the state’s notice';
const CFC = 'Community First Choice, notice of 12-22-2025, secondary source: compare with the state’s notice';

const week = (from: string, hours: number, quote: string): Stated<StateCap> => ({
  from,
  value: { kind: 'providerWeek', minutes: hours * 60, soft: false },
  source: `Hours of one caregiver a week, ${WEEKS}`,
  quote,
});
/** Units of a quarter hour. */
const year = (kind: StateCap['kind'], units: number, quote: string): Stated<StateCap> => ({
  from: '2025-12-22',
  value: { kind, minutes: units * 15, soft: true },
  source: CFC,
  quote,
});

export const COLORADO_CAPS: readonly Stated<StateCap>[] = [
  {
    from: '2000-01-01',
    value: { kind: 'relativeYear', minutes: 444 * 60, soft: true },
    source: 'Personal care by family members, secondary source: compare with the state’s notice',
    quote: '444 hours a certification year',
  },
  {
    from: '2020-01-01',
    value: { kind: 'providerDay', minutes: 16 * 60, soft: false },
    source: 'Hours of one caregiver a day, secondary source: compare with the state’s notice',
    quote: '16 hours a day',
  },
  {
    from: '2020-01-01',
    value: { kind: 'relativeWeek', minutes: 40 * 60, soft: false },
    source: '10 CCR 2505-10 8.552',
    quote: 'a family member at most 40 hours of attendant care in 7 days',
  },
  year('personalYear', 10_000, '10,000 units of personal care a year'),
  year('oversightYear', 1_460, '1,460 units of protective oversight a year'),
  year('healthYear', 19_000, '19,000 units of health maintenance a year'),
  week('2026-07-01', 84, '84 hours a week, July to December 2026'),
  week('2027-01-01', 70, '70 hours a week, January to June 2027'),
  week('2027-07-01', 56, '56 hours a week from July 2027 on'),
];
