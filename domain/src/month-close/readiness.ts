import type { UsedDay } from '../authorizations/ledger.ts';
import { type Par, parOn } from '../authorizations/pars.ts';
import { serviceDays } from '../billing/counting.ts';
import { unitsOfDays } from '../billing/day-units.ts';
import { type OwedSheet, owedSheets } from '../billing/owed-sheets.ts';
import { datedRates, openingRate, unitRuleOf } from '../billing/rates.ts';
import { rowsToStore, scanBlock } from '../billing/rules.ts';
import type { CardDay, DatedRate } from '../billing/schema.ts';
import { showDate } from '../calendar.ts';
import { sum } from '../sum.ts';
import type { UnitRule } from '../unit-rules.ts';
import { type Cause, factsOf } from './causes.ts';
import { type Around, type ClosingMonth, cardRows, type DayState, dayStates } from './closing-month.ts';

/** Which clients get their cards by one press, and why the others do not (docs/rules/month-close.md, rules 5 to 8). */

/** A card as the billing page would save it. */
export interface CardToMake {
  readonly planId: number;
  readonly startPeriod: string;
  readonly endPeriod: string;
  readonly days: readonly CardDay[];
  readonly payRate: number;
  readonly rateKind: DatedRate | null;
}

/** What stops the cards of a client. */
export interface Problem {
  readonly planId: number;
  readonly day: string | null;
  readonly cause: Cause;
  readonly reason: string;
  /** Which of its cause it is: what the aggregator said. */
  readonly part?: string;
}

/** A plan's month without a card, looked at. */
export interface OpenedMonth {
  readonly pm: ClosingMonth;
  readonly states: readonly DayState[];
  readonly card: CardToMake | null;
  /** null: nobody says how its time becomes units. */
  readonly unitRule: UnitRule | null;
  readonly rates: readonly { readonly from: string; readonly cents: number }[];
}

export interface ClientClose {
  readonly months: readonly OpenedMonth[];
  readonly problems: readonly Problem[];
  /** Empty while there is a problem. */
  readonly cards: readonly CardToMake[];
  /** Minutes that visits ran longer than planned. */
  readonly above: number;
  /** Timesheets without which a card is not saved. */
  readonly owed: readonly OwedSheet[];
}

export const openMonth = (pm: ClosingMonth, around: Around): OpenedMonth => {
  const { month } = around;
  const terms = [...pm.terms];
  const dated = { inside: datedRates(terms, 'inside', month), outside: datedRates(terms, 'outside', month) };
  const { rateKind, payRate } = openingRate({ ...dated, isOutside: pm.isOutside });
  const states = dayStates(pm, around);
  const unitRule = unitRuleOf(terms, month, around.pack);
  const days = rowsToStore(cardRows(pm, around));
  const isWorked = days.some(({ billing }) => billing);
  const card =
    isWorked && pm.possible && payRate !== null && unitRule !== null
      ? {
          planId: pm.planId,
          startPeriod: pm.possible.from,
          endPeriod: pm.possible.through,
          days,
          payRate,
          rateKind,
        }
      : null;
  return { pm, states, card, unitRule, rates: rateKind === null ? [] : dated[rateKind] };
};

const isWorked = ({ row, cause }: DayState) => row !== null && cause === null;

const dayProblems = ({ pm, states }: OpenedMonth): Problem[] =>
  states.flatMap(({ day, cause, reason, part = '' }) =>
    cause !== null && factsOf(cause).stopsCards ? [{ planId: pm.planId, day, cause, reason, part }] : [],
  );

const termsProblem = ({ pm, states, card, unitRule }: OpenedMonth): Problem[] => {
  if (card !== null || !states.some(isWorked)) return [];
  const at = { planId: pm.planId, day: null };
  return unitRule === null
    ? [{ ...at, cause: 'noUnits', reason: `Type ${pm.typeCode} does not say how time becomes units.` }]
    : [{ ...at, cause: 'noRate', reason: `Type ${pm.typeCode} has no billing rate.` }];
};

const scanProblem = ({ pm, card }: OpenedMonth): Problem[] => {
  const blocked = card && scanBlock(card, pm.scans);
  return blocked ? [{ planId: pm.planId, day: null, cause: 'noScan', reason: blocked }] : [];
};

/** Units by day, as claims will count them. */
const unitsByDay = ({ card, unitRule }: OpenedMonth, zone: string) =>
  card && unitRule
    ? unitsOfDays(
        serviceDays(card, zone).filter(({ billing }) => billing),
        unitRule,
      )
    : [];

interface UsedLine {
  readonly day: string;
  readonly units: number;
  readonly type: string;
  /** The plan whose card would hold it; null: it is used already. */
  readonly planId: number | null;
}

/** Worked visits that no card holds and no card of this press would. */
const otherVisits = (months: readonly OpenedMonth[], used: readonly UsedDay[], month: string): UsedLine[] => {
  const plans = new Set(months.map(({ pm }) => pm.planId));
  return used
    .filter(({ from, planId, date }) => from === 'visit' && !(plans.has(planId) && date.startsWith(month)))
    .map(({ date: day, units, type }) => ({ day, units, type, planId: null }));
};

/** Units that saved cards have of each authorization, whatever their days. */
const unitsOnCards = (pars: readonly Par[], used: readonly UsedDay[]): Map<Par, number> => {
  const units = new Map<Par, number>();
  for (const day of used) {
    const par = day.from === 'card' ? parOn(pars, day.type, day.date) : undefined;
    if (par) units.set(par, (units.get(par) ?? 0) + day.units);
  }
  return units;
};

/** Days without an authorization, and those on which its units run out by the ledger; cards of one type share it. */
const parProblems = (months: readonly OpenedMonth[], { month, zone }: Around): Problem[] => {
  const claimed = months.filter(({ pm }) => pm.asksMedicaid);
  const [first] = claimed;
  if (!first) return [];
  const { pars, used } = first.pm;
  const own = claimed.flatMap((one) =>
    unitsByDay(one, zone).map(
      (line): UsedLine => ({ ...line, type: one.pm.typeCode, planId: one.pm.planId }),
    ),
  );
  const given = unitsOnCards(pars, used);
  const lines = [...otherVisits(months, used, month), ...own].toSorted((a, b) =>
    a.day < b.day ? -1 : a.day > b.day ? 1 : (a.planId ?? 0) - (b.planId ?? 0),
  );
  return lines.flatMap(({ planId, type, day, units }): Problem[] => {
    const par = parOn(pars, type, day);
    if (!par)
      return planId === null
        ? []
        : [{ planId, day, cause: 'noPar', reason: `No authorization for ${type} covers ${showDate(day)}.` }];
    const total = (given.get(par) ?? 0) + units;
    given.set(par, total);
    if (planId === null || par.units === null || total <= par.units) return [];
    const reason = `Authorization ${par.number} allows ${par.units} units; with this day it would be ${total}.`;
    return [{ planId, day, cause: 'overPar', reason }];
  });
};

/** The plans of one client that have no card of the month yet. */
export const closeClient = (plans: readonly ClosingMonth[], around: Around): ClientClose => {
  const months = plans.map((pm) => openMonth(pm, around));
  const problems = [
    ...months.flatMap((month) => [...dayProblems(month), ...termsProblem(month), ...scanProblem(month)]),
    ...parProblems(months, around),
  ];
  return {
    months,
    problems,
    cards: problems.length > 0 ? [] : months.flatMap(({ card }) => card ?? []),
    owed: months.flatMap(({ pm, card }) => (card ? owedSheets(pm, card, pm.scans) : [])),
    above: sum(months.flatMap(({ states }) => states.map(({ above }) => above))),
  };
};
