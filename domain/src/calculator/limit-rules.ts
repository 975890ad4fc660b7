import { keysOf } from '../keys.ts';
import { CAP_WORDS, type CapKind } from './schema.ts';

/** What the agency does if a limit would be exceeded (docs/rules/calculator.md, rule 16). */

/** Everything that limits care: units authorized by a payer, days without an authorization or a code, and the dated caps. */
export const LIMIT_WORDS = {
  planUnits: 'Authorized units of a care plan',
  coverUnits: 'Authorized units of a covered visit',
  noPar: 'Days without an authorization',
  noCode: 'Days without a code for the program',
  ...CAP_WORDS,
} as const;
export type Limit = keyof typeof LIMIT_WORDS;
/** Whether a limit is counted in units; caps are counted in time. */
export const isInUnits = (limit: Limit): boolean => !(limit in CAP_WORDS);
export const LIMITS: readonly Limit[] = keysOf(LIMIT_WORDS);

export const LIMIT_RULES = ['warn', 'justify', 'block'] as const;
export type LimitRule = (typeof LIMIT_RULES)[number];

export const RULE_WORDS: Record<LimitRule, string> = {
  warn: 'Warn',
  justify: 'Ask for a justification',
  block: 'Block',
};

/** The agency's choices. A limit without a choice has its rule in `FIRST`. */
export type LimitRules = Partial<Readonly<Record<Limit, LimitRule>>>;

const FIRST: Record<Limit, LimitRule> = {
  planUnits: 'warn',
  coverUnits: 'block',
  noPar: 'warn',
  noCode: 'warn',
  providerDay: 'justify',
  providerWeek: 'justify',
  relativeWeek: 'justify',
  relativeYear: 'justify',
  personalYear: 'justify',
  oversightYear: 'justify',
  healthYear: 'justify',
};

export const chosenRule = (rules: LimitRules, limit: Limit): LimitRule => rules[limit] ?? FIRST[limit];

/** The rule for a cap. A hard one blocks, whatever the agency has chosen. */
export const ruleOfCap = (
  rules: LimitRules,
  { kind, soft }: { readonly kind: CapKind; readonly soft?: boolean | undefined },
): LimitRule => (soft === true ? chosenRule(rules, kind) : 'block');
