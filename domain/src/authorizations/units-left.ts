import { sum } from '../sum.ts';
import { hasUnknownUnits, type LedgerFacts, type LedgerPar, type UsedDay, usedDays } from './ledger.ts';
import { parOn } from './pars.ts';

/** What authorizations have left for one visit (docs/rules/authorizations.md, rules 16 and 17). */

/** The authorizations of a client with every day that uses units of them, by the ledger. */
export interface UsedUnits {
  readonly pars: readonly LedgerPar[];
  readonly days: readonly UsedDay[];
}

export const usedUnits = (facts: LedgerFacts, today: string, zone: string): UsedUnits => ({
  // Nothing is said of what is left where not all that uses it can be counted.
  pars: facts.pars.map((par) => (hasUnknownUnits(par, facts) ? { ...par, units: null } : par)),
  days: usedDays(facts, today, zone),
});

interface PlacedUnits {
  readonly date: string;
  /** The plans by which the visit is planned now. */
  readonly plans: readonly number[];
}

const leftOf = (par: LedgerPar, authorized: number, { pars, days }: UsedUnits, visit: PlacedUnits) => {
  const ofPar = days.filter(({ type, date }) => parOn(pars, type, date) === par);
  const own = ofPar.filter(
    ({ date, planId, from }) => from === 'plan' && date === visit.date && visit.plans.includes(planId),
  );
  const others = ofPar.filter(
    (one) => !own.includes(one) && (own.length === 0 || one.from !== 'plan' || one.date <= visit.date),
  );
  return Math.max(0, authorized - sum(others.map(({ units }) => units)));
};

/**
 * Units left for a visit by the codes of the types that are authorized in units on its day: authorized less worked and less
 * planned, the visit itself apart. A visit that is planned under the authorization already has its units before later days do;
 * one that is not takes none that later days need.
 */
export const unitsLeftFor = (used: UsedUnits, visit: PlacedUnits): ReadonlyMap<string, number> => {
  const types = [...new Set(used.pars.map(({ type }) => type))];
  return new Map(
    types.flatMap((type) => {
      const par = parOn(used.pars, type, visit.date);
      return par && par.units !== null ? [[type, leftOf(par, par.units, used, visit)] as const] : [];
    }),
  );
};
