import type { IncidentFacts, IncidentKind, Recipient } from './schema.ts';

/**
 * Who has to be told of an incident by when, as each state's own documents say it. A rule stands here with its source, the words
 * it rests on, and the first day of which the source speaks. What no document at hand says is `within: null`, never a guess.
 */

type Within = { readonly hours: number } | { readonly businessDays: number };

export interface ReportingRule {
  readonly state: string;
  readonly whom: Recipient;
  /** Of critical incidents, of the others, or of both. */
  readonly critical?: boolean;
  /** Without it all kinds. */
  readonly kinds?: readonly IncidentKind[];
  readonly within: Within | null;
  /** Incidents that became known from this day on. */
  readonly from: string;
  /** To whom it applies, where the record alone does not say so. */
  readonly applies: string;
  readonly quote: string;
  readonly source: string;
}

const CASE_MANAGER = {
  state: 'CO',
  whom: 'caseManager',
  // The day of the register in which the rule was read; since when it counts is not said there.
  from: '2024-12-25',
  applies: 'For members of an HCBS waiver.',
  source: '10 CCR 2505-10, 8.7411.B (Register Vol. 47, No. 24, December 25, 2024)',
} as const;

const RULES: readonly ReportingRule[] = [
  {
    ...CASE_MANAGER,
    critical: true,
    within: { hours: 24 },
    quote:
      'must submit a verbal or written report for all Critical Incidents … to the HCBS Member’s Case Management Agency Case Manager within 24 hours of discovery',
  },
  {
    ...CASE_MANAGER,
    critical: false,
    within: { businessDays: 2 },
    quote: 'All other incidents must be reported to the Case Manager within two business days.',
  },
  {
    state: 'CO',
    whom: 'police',
    kinds: ['abuse'],
    within: { hours: 24 },
    from: '2016-07-01',
    applies: 'Where the client is 70 or older, or has an intellectual or developmental disability.',
    quote:
      'shall report such fact to a law enforcement agency not more than twenty-four hours after making the observation or discovery',
    source: 'C.R.S. 18-6.5-108 (1)(a)',
  },
  {
    state: 'CO',
    whom: 'healthDepartment',
    kinds: ['death', 'injury', 'missing', 'abuse', 'property'],
    within: null,
    from: '2024-12-25',
    applies: 'For the occurrences that C.R.S. 25-1-124 (2) lists.',
    quote:
      'all licensed health care entities are required to submit their investigative findings of certain events meeting Occurrence reporting criteria',
    source: 'CDPHE, Health-facility-reported incidents. It does not say by when: ask the occurrence line.',
  },
];

/** States of which any rule is known. */
export const KNOWN_STATES: readonly string[] = [...new Set(RULES.map(({ state }) => state))];

/** Whom any rule names: when they were told decides whether a deadline was kept. */
export const RULED: readonly Recipient[] = [...new Set(RULES.map(({ whom }) => whom))];

const UNKNOWN = {
  whom: 'caseManager',
  within: null,
  applies: '',
  quote: '',
} as const;

export type KnownDuty = Pick<ReportingRule, 'whom' | 'within' | 'applies' | 'quote' | 'source'>;

/** The rules that an incident falls under; where none is known, that is said. */
export const rulesFor = (
  { kind, critical }: Pick<IncidentFacts, 'kind' | 'critical'>,
  { state, day }: { readonly state: string | null; readonly day: string },
): readonly KnownDuty[] => {
  if (state === null || !KNOWN_STATES.includes(state)) return [{ ...UNKNOWN, source: unknownState(state) }];
  const isCritical = critical !== 'no';
  const own = RULES.filter(
    (rule) =>
      rule.state === state &&
      rule.from <= day &&
      (rule.kinds?.includes(kind) ?? true) &&
      (rule.critical ?? isCritical) === isCritical,
  );
  return own.some(({ whom }) => whom === 'caseManager')
    ? own
    : [{ ...UNKNOWN, source: `The rule of ${state} at hand begins on ${CASE_MANAGER.from}.` }, ...own];
};

const unknownState = (state: string | null) =>
  state === null
    ? 'The client’s record has no state, so the deadline is unknown.'
    : `No reporting rule of ${state} is known here. Ask the state by when it has to be reported.`;
