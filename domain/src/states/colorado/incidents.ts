import type { ReportingRule, Stated } from '../pack.ts';

const CASE_MANAGER = {
  // The day of the register in which the rule was read; since when it counts is not said there.
  from: '2024-12-25',
  source: '10 CCR 2505-10, 8.7411.B (Register Vol. 47, No. 24, December 25, 2024)',
} as const;
const OF_A_MEMBER = { whom: 'caseManager', applies: 'For members of an HCBS waiver.' } as const;

export const COLORADO_INCIDENTS: readonly Stated<ReportingRule>[] = [
  {
    from: '2016-07-01',
    value: {
      whom: 'police',
      kinds: ['abuse'],
      within: { hours: 24 },
      applies: 'Where the client is 70 or older, or has an intellectual or developmental disability.',
    },
    quote:
      'shall report such fact to a law enforcement agency not more than twenty-four hours after making the observation or discovery',
    source: 'C.R.S. 18-6.5-108 (1)(a)',
  },
  {
    ...CASE_MANAGER,
    value: { ...OF_A_MEMBER, critical: true, within: { hours: 24 } },
    quote:
      'must submit a verbal or written report for all Critical Incidents … to the HCBS Member’s Case Management Agency Case Manager within 24 hours of discovery',
  },
  {
    ...CASE_MANAGER,
    value: { ...OF_A_MEMBER, critical: false, within: { businessDays: 2 } },
    quote: 'All other incidents must be reported to the Case Manager within two business days.',
  },
  {
    from: '2024-12-25',
    value: {
      whom: 'healthDepartment',
      kinds: ['death', 'injury', 'missing', 'abuse', 'property'],
      within: null,
      applies: 'For the occurrences that C.R.S. 25-1-124 (2) lists.',
    },
    quote:
      'all licensed health care entities are required to submit their investigative findings of certain events meeting Occurrence reporting criteria',
    source: 'CDPHE, Health-facility-reported incidents. It does not say by when: ask the occurrence line.',
  },
];
