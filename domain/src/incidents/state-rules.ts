import type { ReportingRule, Stated, StatePack } from '../states/pack.ts';
import { findPack, PACKS } from '../states/registry.ts';
import { rowsOf } from '../states/rules.ts';
import type { IncidentFacts, Recipient } from './schema.ts';

/** Who has to be told of an incident by when, by the rules of the client's state (domain/src/states). */

/** Whom any rule names: when they were told decides whether a deadline was kept. */
export const RULED: readonly Recipient[] = [
  ...new Set(PACKS.flatMap(({ rules }) => rowsOf(rules.incidents).map(({ value }) => value.whom))),
];

const UNKNOWN = {
  whom: 'caseManager',
  within: null,
  applies: '',
  quote: '',
} as const;

export type KnownDuty = Pick<ReportingRule, 'whom' | 'within' | 'applies'> &
  Pick<Stated<ReportingRule>, 'quote' | 'source'>;

const isOfCaseManager = ({ whom }: Pick<KnownDuty, 'whom'>) => whom === 'caseManager';

/** Why nothing is known of the case manager. */
const notKnown = ({ state, rules }: StatePack) => {
  const first = rowsOf(rules.incidents).find(({ value }) => isOfCaseManager(value));
  return first
    ? `The rule of ${state} at hand begins on ${first.from}.`
    : `No rule of ${state} about the case manager is known here. Ask the state by when they have to be told.`;
};

/** The rules that an incident falls under; where none is known, that is said. */
export const rulesFor = (
  { kind, critical }: Pick<IncidentFacts, 'kind' | 'critical'>,
  { state, day }: { readonly state: string | null; readonly day: string },
): readonly KnownDuty[] => {
  const pack = state === null ? undefined : findPack(state);
  if (!pack || pack.rules.incidents === 'unknown') return [{ ...UNKNOWN, source: unknownState(state) }];
  const isCritical = critical !== 'no';
  const own = rowsOf(pack.rules.incidents).flatMap(({ from, value, quote, source }) =>
    from <= day && (value.kinds?.includes(kind) ?? true) && (value.critical ?? isCritical) === isCritical
      ? [{ ...value, quote, source }]
      : [],
  );
  const ofManager = own.filter(isOfCaseManager);
  const others = own.filter((duty) => !isOfCaseManager(duty));
  return ofManager.length > 0
    ? [...ofManager, ...others]
    : [{ ...UNKNOWN, source: notKnown(pack) }, ...others];
};

const unknownState = (state: string | null) =>
  state === null
    ? 'The client’s record has no state, so the deadline is unknown.'
    : `No reporting rule of ${state} is known here. Ask the state by when it has to be reported.`;
