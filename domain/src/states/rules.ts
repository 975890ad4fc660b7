import { addDays } from '../calendar.ts';
import { type PayRules, tidyPayRules } from '../payroll/pay-rules.ts';
import type { UnitRule } from '../unit-rules.ts';
import type {
  AggregatorRules,
  FilingLimit,
  MemberId,
  Rule,
  RuleName,
  Stated,
  StatePack,
  StateWords,
} from './pack.ts';

/** What counts on a day; undefined: no document at hand says it. */
export const statedOn = <Value>(rule: Rule<Value>, day: string): Stated<Value> | undefined => {
  const last = rule === 'unknown' ? undefined : rule.findLast(({ from }) => from <= day);
  return last && day <= (last.through ?? day) ? last : undefined;
};

/** The value alone. */
export const valueOn = <Value>(rule: Rule<Value>, day: string): Value | undefined =>
  statedOn(rule, day)?.value;

/** All that was said, of rules with several rows that count together. */
export const rowsOf = <Value>(rule: Rule<Value>): readonly Stated<Value>[] =>
  rule === 'unknown' ? [] : rule;

// --- What an unknown rule keeps from being done

/** What cannot be done while any of these is unknown. */
const NEEDED = {
  cards: ['units'],
  // Units are those of the records that the file takes.
  claims: ['codes', 'memberId', 'filing', 'resending', 'claimFile', 'visitProof'],
  questions: ['memberId', 'claimFile'],
  visits: ['aggregator'],
  calculator: ['caps', 'norms'],
} as const satisfies Record<string, readonly RuleName[]>;
export type Purpose = keyof typeof NEEDED;

/** These count on the day on which a file is made. */
const OF_THE_FILE: readonly RuleName[] = ['claimFile', 'visitProof'];

const NOT_DONE: Readonly<Record<Purpose, string>> = {
  cards: 'Billing to Medicaid waits',
  claims: 'Claim files wait',
  questions: 'Eligibility files wait',
  visits: 'Visits cannot be sent',
  calculator: 'The calculator waits',
};

/** Where the agency says it itself. */
const ENTERED: Partial<Readonly<Record<Purpose, string>>> = {
  cards: ' Enter it with the rates of the care plan type.',
  calculator: ' Enter yours under Configuration, IHSS norms.',
};

/** In a sentence, after 'is not known here:'. */
const NAMED: Readonly<Record<RuleName, string>> = {
  units: 'how time becomes units',
  codes: 'the procedure codes of services',
  memberId: 'the form of Medicaid numbers',
  filing: 'the deadline of claims',
  resending: 'how denied claims go again',
  claimFile: 'how a claim file is addressed',
  visitProof: 'what proves a visit',
  aggregator: 'how visits are sent to the state',
  incidents: 'the deadlines of incident reports',
  overtime: 'overtime',
  wages: 'the base wage',
  caps: 'the caps of hours',
  norms: 'how long tasks take',
  words: 'the name of its Medicaid program',
  timeZone: 'its time zone',
};

interface Asked {
  /** The day on which a file is made: how it is addressed, and what its payer takes as proof, count on it. */
  readonly made?: string;
  /** What the agency has entered itself for the day. */
  readonly entered?: readonly RuleName[];
}

/** What of the day of the service is not known. */
export const missingRules = (
  { rules }: StatePack,
  purpose: Purpose,
  day: string,
  { made = day, entered = [] }: Asked = {},
): RuleName[] => {
  // Codes are dated by the agency's own types: a line without one is named where it is claimed.
  const isKnown = (name: RuleName) =>
    entered.includes(name) ||
    (name === 'codes'
      ? rules.codes !== 'unknown'
      : statedOn<unknown>(rules[name], OF_THE_FILE.includes(name) ? made : day) !== undefined);
  const unknown = NEEDED[purpose].filter((name) => !isKnown(name));
  const isByAggregator = valueOn(rules.visitProof, made) === 'aggregator';
  return purpose === 'claims' && isByAggregator && statedOn(rules.aggregator, day) === undefined
    ? [...unknown, 'aggregator']
    : unknown;
};

const inARow = (words: readonly string[]) =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;

/** Why something cannot be done in the state on a day; undefined: all rules it needs are known. */
export const blockedBy = (
  pack: StatePack,
  purpose: Purpose,
  day: string,
  asked: Asked = {},
): string | undefined => {
  const missing = missingRules(pack, purpose, day, asked);
  return missing.length === 0
    ? undefined
    : `${NOT_DONE[purpose]}. No source at hand says for ${pack.name}: ${inARow(missing.map((name) => NAMED[name]))}. Nothing is guessed.${ENTERED[purpose] ?? ''}`;
};

// --- What features ask

/** How time becomes units on a day by the state alone; null: no source at hand says it. */
export const roundingOf = ({ rules }: StatePack, day: string): UnitRule | null =>
  valueOn(rules.units, day)?.rounding ?? null;

/** What its Medicaid program and the office that takes claims are called. */
export const programWords = ({ rules }: StatePack, day: string): StateWords =>
  valueOn(rules.words, day) ?? { medicaid: 'Medicaid', office: 'Claim' };

/** The button that makes a file of claims, as the screen and messages name it. */
export const uploadName = (pack: StatePack, day: string): string =>
  `${programWords(pack, day).office} Upload`;

export const isMemberId = ({ pattern }: MemberId, code: string): boolean =>
  new RegExp(`^${pattern}$`).test(code);

/** The last day on which the payer takes a claim for a day of service. */
export const lastFilingDay = (limit: FilingLimit, day: string): string => {
  if ('days' in limit) return addDays(day, limit.days);
  const month = Temporal.PlainDate.from(day).toPlainYearMonth();
  const end = month.toPlainDate({ day: month.daysInMonth });
  return end.add({ months: limit.monthsAfterMonth }).toString();
};

/** Service codes of the aggregator with their labels. */
export const servicesOf = ({ programs }: AggregatorRules): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.values(programs).flatMap((services) => Object.entries(services)));

/** Undefined for a code that no program has. */
export const programOf = ({ programs }: AggregatorRules, code: string): string | undefined =>
  Object.entries(programs).find(([, services]) => Object.hasOwn(services, code))?.[0];

/** As the aggregator names a time zone. */
export const zoneNameOf = ({ zones }: AggregatorRules, zone: string): string | undefined =>
  /^US\/[A-Z]/.test(zone) ? zone : zones[zone];

/** What pay is counted by until an admin says otherwise; the oldest rule of overtime counts for all days before it. */
export const payRulesOf = ({ name, rules }: StatePack): PayRules => {
  const overtime = rowsOf(rules.overtime).map(({ from, value, source }) => ({
    validFrom: from,
    ...value,
    source,
  }));
  const none = {
    validFrom: '2000-01-01',
    weekStart: 'Sun',
    weekLimit: null,
    dayLimit: null,
    consecutiveLimit: null,
    gap: 0,
    source: `No source at hand says how overtime is paid in ${name}: enter it.`,
  } as const;
  return tidyPayRules({
    periods: [],
    overtime: overtime.length > 0 ? overtime : [none],
    // What has an end is not copied: it would count beyond it.
    wages: rowsOf(rules.wages)
      .filter(({ through }) => through === undefined)
      .map(({ from, value, source }) => ({ validFrom: from, ...value, source })),
  });
};
