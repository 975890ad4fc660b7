import { addDays, sayDay, sayDays } from '../calendar.ts';
import { counted } from '../counted.ts';
import { showMoney } from '../money.ts';
import { asksMedicaid, asksMedicaidWithin, type CoveredClient } from '../payers/rules.ts';
import { sum } from '../sum.ts';
import {
  daysBeyond,
  type Ledger,
  type LedgerFacts,
  type LedgerPar,
  ledgersOf,
  type UsedDay,
} from './ledger.ts';
import { parOn } from './pars.ts';

/** What will not be paid, or is lost, if nothing changes (docs/rules/authorizations.md, rules 10 to 13). */

export const FINDING_KINDS = [
  'missing',
  'uncoded',
  'runningOut',
  'ending',
  'overPlanned',
  'underUsed',
] as const;
export type FindingKind = (typeof FINDING_KINDS)[number];

export interface Finding {
  readonly kind: FindingKind;
  /** The day on which it began or will begin. */
  readonly day: string;
  /** The last day over which its units are counted. */
  readonly until: string;
  readonly units: number;
  readonly cents: number;
  /** Its days of care in order, which would not be paid. */
  readonly days: readonly Pick<UsedDay, 'date'>[];
}

/** An authorization, or days of a type without one, and what to do about it. The first finding is the one shown with the line. */
export interface AuthorizationLine {
  readonly ledger: Ledger;
  readonly findings: readonly Finding[];
}

/** The end of an authorization is reported this many days ahead. */
export const AHEAD_DAYS = 60;
/** The days after the end whose planned care is counted. */
const AFTER_DAYS = 31;
/** Past days without an authorization are reported for a quarter of a year. */
const BEFORE_DAYS = 91;
/** One hundredth of an authorization may stay unused, because plans consist of whole visits. */
const SPARE_SHARE = 100;

/** How far ahead visits must be known for the findings of a day. */
export const lastDayNeeded = (day: string) => addDays(day, AHEAD_DAYS + AFTER_DAYS);

const totalOf = (days: readonly UsedDay[]) => ({
  units: sum(days.map(({ units }) => units)),
  cents: sum(days.map(({ cents }) => cents)),
});

const isCurrent = ({ from, through }: LedgerPar, day: string) => from <= day && day <= through;

const shortOf = ({ par, authorized, days, runsOut, short, shortCents }: Ledger, day: string): Finding[] =>
  par && runsOut
    ? [
        {
          kind: runsOut <= addDays(day, AHEAD_DAYS) ? 'runningOut' : 'overPlanned',
          day: runsOut,
          until: par.through,
          units: short,
          cents: shortCents,
          days: daysBeyond(days, authorized),
        },
      ]
    : [];

const unusedOf = (
  { par, authorized, unusedAtPace: units, unusedAtPaceCents: cents }: Ledger,
  day: string,
): Finding[] =>
  par && authorized !== null && isCurrent(par, day) && units * SPARE_SHARE > authorized
    ? [{ kind: 'underUsed', day, until: par.through, units, cents, days: [] }]
    : [];

const endOf = (
  { par }: Ledger,
  pars: readonly LedgerPar[],
  outside: readonly UsedDay[],
  day: string,
): Finding[] => {
  if (!par || par.through < day || par.through > addDays(day, AHEAD_DAYS)) return [];
  if (parOn(pars, par.type, addDays(par.through, 1))) return [];
  const until = addDays(par.through, AFTER_DAYS);
  const after = outside.filter(({ date }) => par.through < date && date <= until);
  return after.length === 0
    ? []
    : [{ kind: 'ending', day: par.through, until, ...totalOf(after), days: after }];
};

/** Days of a type that have no authorization and do not follow one that is still to end. */
const missingOf = (one: Ledger, pars: readonly LedgerPar[], day: string): AuthorizationLine[] => {
  const [first, until] = [addDays(day, -BEFORE_DAYS), addDays(day, AHEAD_DAYS)];
  const days = one.days.filter(
    ({ date }) =>
      first <= date &&
      date <= until &&
      !pars.some(({ type, through }) => type === one.type && day <= through && through < date),
  );
  const since = days[0]?.date;
  if (since === undefined) return [];
  const missing: Finding = { kind: 'missing', day: since, until, ...totalOf(days), days };
  return [{ ledger: one, findings: [missing, ...uncodedOf(one, day)] }];
};

/** Days from the recent past to the near future for which the type has no code in the client's program. */
const uncodedOf = ({ days }: Ledger, day: string): Finding[] => {
  const [first, until] = [addDays(day, -BEFORE_DAYS), addDays(day, AHEAD_DAYS)];
  const own = days.filter(({ date, hasCode }) => !hasCode && first <= date && date <= until);
  const since = own[0]?.date;
  return since === undefined ? [] : [{ kind: 'uncoded', day: since, until, ...totalOf(own), days: own }];
};

/** Leaves out what payers other than Medicaid pay for, because it needs no authorization. */
const paidByMedicaid = (ledgers: readonly Ledger[], client: CoveredClient): Ledger[] =>
  ledgers.flatMap((one) => {
    if (one.par) return asksMedicaidWithin(client, one.par) ? one : [];
    return { ...one, days: one.days.filter(({ date }) => asksMedicaid(client, date)) };
  });

/** Every authorization of a client that is not over, and every type with days that none covers. */
export const authorizationLines = (
  facts: LedgerFacts,
  client: CoveredClient,
  day: string,
  zone: string,
): AuthorizationLine[] => {
  const { pars } = facts;
  const ledgers = paidByMedicaid(ledgersOf(facts, day, zone), client);
  const outsideOf = new Map(ledgers.filter(({ par }) => !par).map((one) => [one.type, one.days]));
  return ledgers.flatMap((one): AuthorizationLine[] => {
    if (!one.par) return missingOf(one, pars, day);
    if (one.par.through < day) return [];
    const found = [
      ...uncodedOf(one, day),
      ...shortOf(one, day),
      ...endOf(one, pars, outsideOf.get(one.type) ?? [], day),
      ...unusedOf(one, day),
    ];
    const findings = found.toSorted((a, b) => FINDING_KINDS.indexOf(a.kind) - FINDING_KINDS.indexOf(b.kind));
    return [{ ledger: one, findings }];
  });
};

const unitsText = (units: number) => counted(units, 'unit');

/** A finding as it is read: cents are null if the reader may not see dollars (docs/rules/authorizations.md, rule 14). */
export type ReadFinding = Omit<Finding, 'cents' | 'days'> & { readonly cents: number | null };

/** A sentence with its value, if the reader may see dollars. */
export const withDollars = (text: string, cents: number | null): string =>
  cents === null || cents === 0 ? text : `${text} (${showMoney(cents)})`;

/** A title and a sentence: 'Runs out Dec 23' and '38 units short until Dec 31'. */
export const sayFinding = (
  { kind, day, until, units }: Omit<Finding, 'cents' | 'days'>,
  today: string,
): readonly [string, string] => {
  const last = sayDay(until);
  switch (kind) {
    case 'missing':
      return [
        day < today ? `No authorization since ${sayDay(day)}` : `No authorization from ${sayDay(day)}`,
        `${unitsText(units)} uncovered until ${last}`,
      ];
    case 'uncoded':
      return [
        day < today
          ? `No code for the program since ${sayDay(day)}`
          : `No code for the program from ${sayDay(day)}`,
        `${unitsText(units)} uncoded until ${last}`,
      ];
    case 'runningOut':
      return [
        day < today ? `Ran out ${sayDay(day)}` : `Runs out ${sayDay(day)}`,
        `${unitsText(units)} short until ${last}`,
      ];
    case 'ending':
      return [`Ends ${sayDay(day)}, no new one`, `${unitsText(units)} planned until ${last}`];
    case 'overPlanned':
      return [`Overplanned from ${sayDay(day)}`, `${unitsText(units)} over until ${last}`];
    case 'underUsed':
      return ['Underused', `${unitsText(units)} left over on ${last} at this pace`];
  }
};

/** The days of care that would not be paid: 'The visits of Dec 23, 25, 28 and 30 would not be paid.'; '' if there are none. */
export const sayUnpaid = (days: readonly string[]): string =>
  days.length === 0
    ? ''
    : `The ${days.length === 1 ? 'visit' : 'visits'} of ${sayDays(days)} would not be paid.`;

/** The finding in one line, for use where a decision is made: 'PAR 12: runs out Dec 3. 38 units short until Dec 31 ($262.96).' */
export const warnOfFinding = (finding: ReadFinding, number: string | null, today: string): string => {
  const [title, text] = sayFinding(finding, today);
  const head = number === null ? title : `PAR ${number}: ${title.charAt(0).toLowerCase()}${title.slice(1)}`;
  return `${head}. ${withDollars(text, finding.cents)}.`;
};
