import type { Stated, StateRules } from '../pack.ts';

type Known<Name extends keyof StateRules> = Exclude<StateRules[Name], 'unknown'>;

export const COLORADO_OVERTIME: Known<'overtime'> = [
  {
    from: '2020-03-16',
    value: {
      weekStart: 'Sun',
      weekLimit: 40 * 60,
      dayLimit: 12 * 60,
      consecutiveLimit: 12 * 60,
      gap: 0,
    },
    source: 'Colorado COMPS Order, 7 CCR 1103-1, rule 4.1',
    quote: 'overtime pay for work past 40 hours per week and 12 hours per day',
  },
];

const wage = (
  city: string,
  cents: number,
  source: string,
  quote: string,
): Stated<{ city: string; cents: number }> => ({
  from: '2025-01-01',
  value: { city, cents },
  source,
  quote,
});

export const COLORADO_WAGES: Known<'wages'> = [
  wage(
    '',
    1700,
    'Colorado HCPF, base wage of direct care workers',
    'the Base Wage requirement remains at $17.00 per hour for all direct care workers in Colorado’s Home and Community Based Services (HCBS) settings',
  ),
  wage(
    'Denver',
    1881,
    'Colorado HCPF, base wage of direct care workers, Denver',
    'the base wage requirement was increased to $18.81 per hour in Denver',
  ),
];
