import { type Par, parOn } from '../authorizations/pars.ts';
import type { DayRange } from '../billing/counting.ts';
import { partUnits, serviceDays } from '../billing/counting.ts';
import { datedRates, openingRate, termsOfMonth } from '../billing/rates.ts';
import { rowsToStore, scanBlock } from '../billing/rules.ts';
import type { CardDay, DatedRate, UnitRule } from '../billing/schema.ts';
import { showDate } from '../calendar.ts';
import { sum } from '../sum.ts';
import { type Cause, factsOf } from './causes.ts';
import { type Around, cardRows, type DayState, dayStates, type PlanMonth } from './plan-month.ts';

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
}

/** A plan's month without a card, looked at. */
export interface OpenedMonth {
  readonly pm: PlanMonth;
  readonly states: readonly DayState[];
  readonly card: CardToMake | null;
  readonly unitRule: UnitRule;
  readonly rates: readonly { readonly from: string; readonly cents: number }[];
}

export interface ClientClose {
  readonly months: readonly OpenedMonth[];
  readonly problems: readonly Problem[];
  /** Empty while there is a problem. */
  readonly cards: readonly CardToMake[];
  /** Minutes that visits ran longer than planned. */
  readonly above: number;
}

export const openMonth = (pm: PlanMonth, around: Around): OpenedMonth => {
  const { month } = around;
  const terms = [...pm.terms];
  const dated = { inside: datedRates(terms, 'inside', month), outside: datedRates(terms, 'outside', month) };
  const { rateKind, payRate } = openingRate({ ...dated, isOutside: pm.isOutside });
  const states = dayStates(pm, around);
  const unitRule = termsOfMonth(terms, month)?.unitRule ?? 'up';
  const days = rowsToStore(cardRows(pm, states, around));
  const isWorked = days.some(({ billing }) => billing);
  const card =
    isWorked && pm.possible && payRate !== null
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
  states.flatMap(({ day, cause, reason }) =>
    cause !== null && factsOf(cause).stopsCards ? [{ planId: pm.planId, day, cause, reason }] : [],
  );

const rateProblem = ({ pm, states, card }: OpenedMonth): Problem[] =>
  card === null && states.some(isWorked)
    ? [{ planId: pm.planId, day: null, cause: 'noRate', reason: `Type ${pm.typeCode} has no billing rate.` }]
    : [];

const scanProblem = ({ pm, card }: OpenedMonth): Problem[] => {
  const blocked = card && scanBlock(card, pm.scans);
  return blocked ? [{ planId: pm.planId, day: null, cause: 'noScan', reason: blocked }] : [];
};

/** Units by day, as the card would bill them. */
const unitsByDay = ({ card, unitRule }: OpenedMonth, zone: string): { day: string; units: number }[] => {
  if (!card) return [];
  const served = serviceDays(card, zone);
  return served
    .filter(({ billing }) => billing)
    .map(({ date: day }) => ({
      day,
      units: partUnits(served, { from: day, through: day } satisfies DayRange, unitRule),
    }));
};

/** Days without an authorization, and those on which its units run out; cards of one type share it. */
const parProblems = (months: readonly OpenedMonth[], zone: string): Problem[] => {
  const lines = months
    .filter(({ pm }) => !pm.isPrivate)
    .flatMap((month) => unitsByDay(month, zone).map((line) => ({ ...line, pm: month.pm })))
    .toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : a.pm.planId - b.pm.planId));
  const used = new Map<Par, number>();
  return lines.flatMap(({ pm, day, units }): Problem[] => {
    const { planId, typeCode, pars } = pm;
    const par = parOn(pars, typeCode, day);
    if (!par)
      return [
        { planId, day, cause: 'noPar', reason: `No authorization for ${typeCode} covers ${showDate(day)}.` },
      ];
    const total = (used.get(par) ?? par.used) + units;
    used.set(par, total);
    if (par.units === null || total <= par.units) return [];
    const reason = `Authorization ${par.number} allows ${par.units} units; with this day it would be ${total}.`;
    return [{ planId, day, cause: 'overPar', reason }];
  });
};

/** The plans of one client that have no card of the month yet. */
export const closeClient = (plans: readonly PlanMonth[], around: Around): ClientClose => {
  const months = plans.map((pm) => openMonth(pm, around));
  const problems = [
    ...months.flatMap((month) => [...dayProblems(month), ...rateProblem(month), ...scanProblem(month)]),
    ...parProblems(months, around.zone),
  ];
  return {
    months,
    problems,
    cards: problems.length > 0 ? [] : months.flatMap(({ card }) => card ?? []),
    above: sum(months.flatMap(({ states }) => states.map(({ above }) => above))),
  };
};
