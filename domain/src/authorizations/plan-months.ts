import type { DayRange } from '../billing/counting.ts';
import { estimatedMonth } from '../billing/estimate.ts';
import { type CardPlan, needsVisits, plannedRows } from '../billing/opening.ts';
import { planMonthOf } from '../billing/plan-month.ts';
import { datedRates, unitRuleOf } from '../billing/rates.ts';
import type { EvvVisit } from '../billing/schema.ts';
import type { VisitLimits } from '../care-plans/rules.ts';
import type { PlanWeek } from '../care-plans/schema.ts';
import type { PlanWeeks } from '../care-plans/weeks.ts';
import { isClaimed, type ProgramFrom, termsOfClient } from '../plan-types/programs.ts';
import { termsOn } from '../plan-types/rules.ts';
import type { Term } from '../plan-types/schema.ts';
import type { StatePack } from '../states/pack.ts';
import type { EstimatedMonth } from './ledger.ts';

/** The months of a plan by its visits, for the ledger: billing's own estimate, month by month. */

export interface LedgerPlan extends CardPlan, PlanWeeks<Pick<PlanWeek, 'time'>> {
  readonly id: number;
  /** Code of the care plan type. */
  readonly type: string;
  readonly terms: readonly Term[];
  /** Of the client. */
  readonly programs: readonly ProgramFrom[];
  readonly isOutside: boolean;
  readonly limits: VisitLimits;
  readonly visits: readonly EvvVisit[];
}

const monthNumber = (date: string) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1;

/** 'YYYY-MM' of each month that a range touches. */
export const monthsIn = ({ from, through }: DayRange): string[] => {
  const first = monthNumber(from);
  return Array.from({ length: Math.max(0, monthNumber(through) - first + 1) }, (_, at) => {
    const year = String(Math.floor((first + at) / 12)).padStart(4, '0');
    return `${year}-${String(((first + at) % 12) + 1).padStart(2, '0')}`;
  });
};

/** Visits by each month that they are in or were planned for. */
const visitsByMonth = (visits: readonly EvvVisit[]) => {
  const byMonth = new Map<string, EvvVisit[]>();
  for (const visit of visits)
    for (const month of new Set([visit.date.slice(0, 7), visit.plannedDay.slice(0, 7)])) {
      const own = byMonth.get(month);
      if (own) own.push(visit);
      else byMonth.set(month, [visit]);
    }
  return byMonth;
};

/** Days for which the type has no code in the client's program: no claim can be made of them. */
const uncodedDays = ({ terms, programs }: LedgerPlan, days: readonly { readonly date: string }[]) => {
  if (!isClaimed(terms)) return [];
  const own = termsOfClient(terms, programs);
  return [...new Set(days.map(({ date }) => date))].filter(
    (date) => (termsOn(own, date)?.procedureCode ?? null) === null,
  );
};

/** Whether visits of a month can have been worked: one took place in it, or none is needed. */
export const isWorkedMonth = (plan: LedgerPlan, month: string): boolean =>
  !needsVisits(plan) ||
  plan.visits.some(({ date, Status }) => Status === 'Complete' && date.startsWith(month));

export interface PlanMonthsAround {
  readonly today: string;
  readonly zone: string;
  readonly pack: StatePack;
}

/** `isNeeded` leaves months out before anything of them is counted. */
export const planMonths = (
  plan: LedgerPlan,
  range: DayRange,
  { today, zone, pack }: PlanMonthsAround,
  isNeeded: (plan: LedgerPlan, month: string) => boolean = () => true,
): EstimatedMonth[] => {
  const rows = new Map<string, ReturnType<typeof plannedRows>>();
  const rowsOf = (month: string) => {
    const known = rows.get(month) ?? plannedRows(plan, month, plan.limits);
    rows.set(month, known);
    return known;
  };
  const visitsIn = visitsByMonth(plan.visits);
  return monthsIn(range).flatMap((month) => {
    if (!isNeeded(plan, month)) return [];
    const planMonth = planMonthOf(plan, month, visitsIn.get(month) ?? [], rowsOf);
    const { planned, visits } = planMonth;
    if (planned.length === 0 && visits.length === 0) return [];
    const { worked, toCome } = estimatedMonth(month, planMonth, { plan, today, zone });
    return [
      {
        planId: plan.id,
        month,
        type: plan.type,
        unitRule: unitRuleOf(plan.terms, month, pack),
        payRate: 0,
        rates: datedRates(plan.terms, plan.isOutside ? 'outside' : 'inside', month),
        planned:
          month <= today.slice(0, 7) && plan.limits.closed?.length
            ? plannedRows(plan, month, { ...plan.limits, closed: [] })
            : planned,
        worked,
        toCome,
        uncoded: uncodedDays(plan, [...worked, ...toCome]),
      },
    ];
  });
};
