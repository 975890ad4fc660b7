import { showNorm } from '../calculator/norms.ts';
import { CAP_WORDS } from '../calculator/schema.ts';
import { showDate } from '../calendar.ts';
import { counted } from '../counted.ts';
import { KIND_WORDS, RECIPIENT_IN_SENTENCE } from '../incidents/words.ts';
import { showMoney } from '../money.ts';
import type { BaseWage, OvertimeRule } from '../payroll/pay-rules.ts';
import type {
  AggregatorRules,
  ClaimFileRules,
  FilingLimit,
  ReportingRule,
  Resending,
  Rule,
  RuleName,
  ServiceType,
  StateCap,
  StatePack,
  StateWords,
  TaskNorm,
  UnitsRule,
  Within,
} from './pack.ts';

/** The rules of a state as an admin reads them. */

export const RULE_TITLES: Readonly<Record<RuleName, string>> = {
  units: 'Units and rounding',
  codes: 'Procedure codes',
  memberId: 'Medicaid numbers',
  filing: 'Deadline of claims',
  resending: 'Denied claims',
  claimFile: 'Claim files',
  visitProof: 'Proof of a visit',
  aggregator: 'Visits sent to the state',
  incidents: 'Incident reports',
  overtime: 'Overtime',
  wages: 'Base wage',
  caps: 'Caps of hours',
  norms: 'Task norms',
  words: 'Medicaid program',
  timeZone: 'Time zone',
};

const ROUNDED = {
  up: 'rounded up once per billing record',
  nearest: 'rounded to the nearest once per billing record',
  down: 'rounded down once per billing record',
  nearestVisit: 'each visit rounded to the nearest: from 8 minutes up, below 8 minutes down',
} as const;

type OvertimeLimits = Pick<OvertimeRule, 'weekLimit' | 'dayLimit' | 'consecutiveLimit'>;

const sayWithin = (within: Within | null) => {
  if (within === null) return 'when is not said';
  if ('hours' in within) return `within ${counted(within.hours, 'hour')}`;
  if ('businessDays' in within) return `within ${counted(within.businessDays, 'business day')}`;
  return `within ${counted(within.days, 'day')} after telling ${RECIPIENT_IN_SENTENCE[within.afterReportTo]}`;
};

const sayHours = (minutes: number) => `${(minutes / 60).toLocaleString('en-US')} hours`;
const sayLimit = (minutes: number | null, per: string) =>
  minutes === null ? [] : [`over ${sayHours(minutes)} ${per}`];
const sayResending = ({ days, denied }: Resending) =>
  `again within ${counted(days, 'day')}, ${denied === '7' ? 'in place of the denied claim' : 'as a new claim'}`;

export interface SaidRule {
  readonly name: RuleName;
  readonly title: string;
  /** null: no source at hand says it. */
  readonly from: string | null;
  readonly value: string;
  readonly source: string;
  readonly quote: string;
}

export const NOT_KNOWN = 'Not known';

/** Each row of a rule with its day and source; one row where it is not known. */
const said = <Value>(name: RuleName, rule: Rule<Value>, say: (value: Value) => string): SaidRule[] => {
  const title = RULE_TITLES[name];
  return rule === 'unknown'
    ? [{ name, title, from: null, value: NOT_KNOWN, source: '', quote: '' }]
    : rule.map(({ from, through, value, source, quote }) => ({
        name,
        title,
        from,
        value: through === undefined ? say(value) : `${say(value)}, until ${showDate(through)}`,
        source,
        quote,
      }));
};

const sayUnits = ({ minutes, rounding }: UnitsRule) => `${minutes} minutes, ${ROUNDED[rounding]}`;
const sayCodes = (types: readonly ServiceType[]) =>
  types.map(({ code, procedureCode, modifiers }) => [code, procedureCode, ...modifiers].join(' ')).join('; ');
const sayFiling = (limit: FilingLimit) =>
  'days' in limit
    ? `${counted(limit.days, 'day')} from the day of service`
    : `${counted(limit.monthsAfterMonth, 'month')} after the end of the month of service`;
const sayFile = ({ payer, receiver, payerId }: ClaimFileRules) =>
  `${payer}, receiver ${receiver}, payer id ${payerId}`;
const sayProof = (by: 'aggregator' | 'record') =>
  by === 'aggregator' ? 'the state’s aggregator has accepted it' : 'the agency’s own record';
const sayAggregator = ({ payerId, programs }: AggregatorRules) =>
  `payer ${payerId}, programs ${Object.keys(programs).join(', ')}`;
const sayIncident = ({ whom, critical, kinds, within, applies }: ReportingRule) =>
  [
    `Tell ${RECIPIENT_IN_SENTENCE[whom]}: ${sayWithin(within)}`,
    ...(critical === undefined ? [] : [critical ? 'critical incidents' : 'other incidents']),
    ...(kinds ? [kinds.map((kind) => KIND_WORDS[kind]).join(', ')] : []),
    applies,
  ].join('; ');
const sayOvertime = ({ weekLimit, dayLimit, consecutiveLimit }: OvertimeLimits) =>
  [
    ...sayLimit(weekLimit, 'a week'),
    ...sayLimit(dayLimit, 'a day'),
    ...sayLimit(consecutiveLimit, 'in a row'),
  ].join(', ');
const sayWage = ({ city, cents }: Pick<BaseWage, 'city' | 'cents'>) =>
  `${showMoney(cents)} an hour${city === '' ? '' : ` in ${city}`}`;
const sayCap = ({ kind, minutes, soft }: StateCap) =>
  `${CAP_WORDS[kind]}: ${sayHours(minutes)}${soft ? ', may be justified' : ''}`;
const sayNorms = (norms: readonly TaskNorm[]) => {
  const known = norms.filter(({ minutes }) => minutes !== null);
  return [
    ...known.map((norm) => `${norm.name} ${showNorm(norm)}`),
    `${counted(norms.length - known.length, 'task')} set individually`,
  ].join(', ');
};
const sayProgram = ({ medicaid, office }: StateWords) => `${medicaid}; claims go to ${office}`;

/** All rules of a pack, unknown ones too. */
export const sayRules = ({ rules }: StatePack): SaidRule[] => [
  ...said('units', rules.units, sayUnits),
  ...said('codes', rules.codes, sayCodes),
  ...said('memberId', rules.memberId, ({ shape }) => shape),
  ...said('filing', rules.filing, sayFiling),
  ...said('resending', rules.resending, sayResending),
  ...said('claimFile', rules.claimFile, sayFile),
  ...said('visitProof', rules.visitProof, sayProof),
  ...said('aggregator', rules.aggregator, sayAggregator),
  ...said('incidents', rules.incidents, sayIncident),
  ...said('overtime', rules.overtime, sayOvertime),
  ...said('wages', rules.wages, sayWage),
  ...said('caps', rules.caps, sayCap),
  ...said('norms', rules.norms, sayNorms),
  ...said('words', rules.words, sayProgram),
  ...said('timeZone', rules.timeZone, (zone) => zone),
];
