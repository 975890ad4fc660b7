import type { UsedDay } from '../authorizations/ledger.ts';
import type { Par } from '../authorizations/pars.ts';
import { type DayRange, daysOfMonth } from '../billing/counting.ts';
import { type CardPlan, closedGap, needsVisits, openRows } from '../billing/opening.ts';
import type { PlanMonth } from '../billing/plan-month.ts';
import type { CardDay, CardScan, EvvVisit } from '../billing/schema.ts';
import { NO_ROW, verifiedRow } from '../billing/verified-rows.ts';
import { showDate } from '../calendar.ts';
import type { ProofType, ProvenBy } from '../claims/schema.ts';
import { type AnsweredVisit, answerFault, verifiedCardRows } from '../claims/verified-card.ts';
import type { PayerOfDay } from '../payers/rules.ts';
import type { Term } from '../plan-types/schema.ts';
import type { StatePack } from '../states/pack.ts';
import type { Cause } from './causes.ts';

/** A plan's month as records have it: the days that were planned, what came of each, and the rows that its card would have. */

export type MonthVisit = AnsweredVisit;

/** What the aggregator says of somebody whom it rejected and never accepted; null: it did not. */
export interface RejectedPeople {
  readonly client: string | null;
  readonly caregiver: string | null;
}

export interface ClosingMonth extends PlanMonth<MonthVisit> {
  readonly planId: number;
  readonly clientId: number;
  readonly client: string;
  readonly providerId: number;
  readonly provider: string;
  /** Of its card. */
  readonly payer: PayerOfDay;
  /** Medicaid is asked for it, be it after others. */
  readonly asksMedicaid: boolean;
  readonly isOutside: boolean;
  readonly typeCode: string;
  readonly type: ProofType;
  readonly terms: readonly Term[];
  readonly plan: CardPlan;
  /** Its visits wait for them. */
  readonly rejected: RejectedPeople;
  /** Empty where the agency has no scan feature. */
  readonly scans: readonly CardScan[];
  /** Of its client. */
  readonly pars: readonly Par[];
  /** Every day of its client that uses units of them, by the ledger. */
  readonly used: readonly UsedDay[];
}

export interface Around {
  readonly month: string;
  readonly today: string;
  readonly zone: string;
  readonly pack: StatePack;
  readonly by: ProvenBy;
}

/** One planned day, or a visit that nobody planned. */
export interface DayState {
  /** Where it took place; a day without a visit: where it was planned. */
  readonly day: string;
  /** The row of the plan; null: nobody planned it. */
  readonly planned: CardDay | null;
  /** What its card bills; null: it was not worked, or it has no usable times. */
  readonly row: CardDay | null;
  /** Minutes that the visit ran longer than planned: neither billed nor paid. */
  readonly above: number;
  /** Null: worked and verified, inside the plan. */
  readonly cause: Cause | null;
  readonly reason: string;
  /** Which of its cause it is: what the aggregator said. */
  readonly part?: string;
}

type Fault = Pick<DayState, 'reason' | 'part'> & { readonly cause: Cause };

/** A visit is sent once its people are accepted (docs/rules/aggregator.md, rule 7). */
const waitingFor = ({ client, caregiver }: RejectedPeople, reason: string): Fault => {
  if (client !== null)
    return { cause: 'clientRejected', reason: `Sandata rejected the client: ${client}`, part: client };
  if (caregiver !== null)
    return {
      cause: 'caregiverRejected',
      reason: `Sandata rejected the caregiver: ${caregiver}`,
      part: caregiver,
    };
  return { cause: 'pending', reason };
};

const faultOf = (visit: MonthVisit, pm: ClosingMonth, by: ProvenBy): Fault | null => {
  const { sent, message } = visit;
  const reason = answerFault(visit, pm.type, by);
  if (reason === null) return null;
  if (by === 'visit') return { cause: 'noTimes', reason };
  if (sent === null) return { cause: 'notSent', reason };
  if (sent === 'Planned') return waitingFor(pm.rejected, reason);
  if (sent === 'Pending') return { cause: 'pending', reason };
  return sent === 'Failed'
    ? { cause: 'rejected', reason, part: message ?? '' }
    : { cause: 'otherService', reason };
};

const isIn = ({ from, through }: DayRange, day: string) => from <= day && day <= through;

const ENTER_IT = `${NO_ROW}: correct the visit, or enter the day on the billing page.`;

/** What a Complete visit comes to. */
const completeDay = (
  pm: ClosingMonth,
  visit: MonthVisit,
  planned: CardDay | null,
  around: Around,
): DayState => {
  const own = planned && verifiedRow(visit, planned, around.zone);
  const state = { day: visit.date, planned, row: own?.row ?? null, above: own?.above ?? 0 };
  if (planned && !own) return { ...state, cause: 'noTimes', reason: ENTER_IT };
  const fault = faultOf(visit, pm, around.by);
  if (fault) return { ...state, ...fault };
  if (!planned)
    return {
      ...state,
      cause: 'outsidePlan',
      reason: `The plan has no visit on ${showDate(visit.plannedDay)}.`,
    };
  if (!pm.possible || !isIn(pm.possible, visit.date))
    return {
      ...state,
      cause: 'outsidePlan',
      reason: `The care plan does not run on ${showDate(visit.date)}.`,
    };
  return { ...state, cause: null, reason: '' };
};

const noVisit = (planned: CardDay, day: string, visits: readonly EvvVisit[], { today }: Around): DayState => {
  const state = { day, planned, row: null, above: 0 };
  const closed = closedGap(planned.date, visits);
  if (closed) return { ...state, cause: 'closed', reason: closed };
  if (day >= today) return { ...state, cause: 'toCome', reason: 'The visit has not taken place yet.' };
  return { ...state, cause: 'missed', reason: 'Nobody checked in.' };
};

const RANK = { Complete: 0, Active: 1, Planned: 2 } as const;

const withVisit = (
  pm: ClosingMonth,
  visit: MonthVisit,
  planned: CardDay | null,
  around: Around,
): DayState => {
  if (visit.Status === 'Complete') return completeDay(pm, visit, planned, around);
  return {
    day: visit.date,
    planned,
    row: null,
    above: 0,
    cause: 'noCheckOut',
    reason: 'The visit was not checked out.',
  };
};

/** Of two visits on one day none is billed by the press: a card has one row for a day. */
const markTwice = (states: readonly DayState[]): DayState[] => {
  const days = Map.groupBy(
    states.filter(({ row }) => row !== null),
    ({ day }) => day,
  );
  return states.map((state) =>
    state.row !== null && state.cause === null && (days.get(state.day)?.length ?? 0) > 1
      ? {
          ...state,
          cause: 'twoVisits',
          reason: 'Two visits took place on this day, and a card has one row for it.',
        }
      : state,
  );
};

/** Where visits prove the days. */
const visitedDays = (pm: ClosingMonth, around: Around): DayState[] => {
  const month = daysOfMonth(around.month);
  const used = new Set<MonthVisit>();
  const states = pm.planned.map((planned): DayState => {
    const own = pm.visits
      .filter(({ plannedDay }) => plannedDay === planned.date)
      .toSorted((a, b) => RANK[a.Status] - RANK[b.Status]);
    const [visit] = own;
    if (!visit || (visit.Status === 'Planned' && isIn(month, visit.date)))
      return noVisit(planned, visit?.date ?? planned.date, pm.visits, around);
    used.add(visit);
    if (!isIn(month, visit.date))
      return {
        day: planned.date,
        planned,
        row: null,
        above: 0,
        cause: 'movedAway',
        reason: `The visit was moved to ${showDate(visit.date)}.`,
      };
    return withVisit(pm, visit, planned, around);
  });
  const others = pm.visits
    .filter((visit) => !used.has(visit) && visit.Status !== 'Planned' && isIn(month, visit.date))
    .map((visit) => {
      const planned = [...pm.planned, ...pm.plannedElsewhere].find(({ date }) => date === visit.plannedDay);
      return withVisit(pm, visit, planned ?? null, around);
    });
  return markTwice([...states, ...others]);
};

/** Where none are needed each planned day counts as worked once it has come. */
const plainDays = (pm: ClosingMonth, { today }: Around): DayState[] =>
  pm.planned.map((planned) => {
    const state = { day: planned.date, planned, above: 0 };
    const closed = closedGap(planned.date, pm.visits);
    if (closed) return { ...state, row: null, cause: 'closed', reason: closed };
    if (planned.date > today)
      return { ...state, row: null, cause: 'toCome', reason: 'The day is still to come.' };
    return { ...state, row: planned, cause: null, reason: '' };
  });

/** Each planned day of the month and each visit in it, once. */
export const dayStates = (pm: ClosingMonth, around: Around): DayState[] =>
  needsVisits(pm.plan) ? visitedDays(pm, around) : plainDays(pm, around);

/** The rows of its card: as the billing page opens it, with the verified times in place of the planned ones. */
export const cardRows = (
  { plan, visits, possible, type, ...pm }: ClosingMonth,
  { today, zone, by }: Around,
): CardDay[] =>
  verifiedCardRows(openRows(pm.planned, { plan, visits, possible, today, zone }), {
    ...{ plan, visits, type, by, zone },
    planned: [...pm.planned, ...pm.plannedElsewhere],
  });
