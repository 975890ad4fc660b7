import { cardAmount, serviceDays, storedTotals } from '@homecare/domain/billing/counting.ts';
import { openRows, plannedRows, possiblePeriod, withVisitData } from '@homecare/domain/billing/opening.ts';
import type { CardStatus, EvvVisit } from '@homecare/domain/billing/schema.ts';
import type { VisitLimits } from '@homecare/domain/care-plans/rules.ts';
import type { NewRecord } from '../billing/service.ts';
import type { ExamplePlan } from './example-plans.ts';
import { type Random, randomOf } from './example-random.ts';

/** Cents per unit of 15 minutes, inside and outside the area, by code: typical amounts. */
export const EXAMPLE_RATES: Readonly<Record<string, readonly [inside: number, outside: number]>> = {
  PCP: [597, 622],
  RPCP: [597, 622],
  HMK: [541, 566],
  IHSSPC: [612, 637],
  IHSSRPC: [612, 637],
  IHSSHMK: [556, 581],
  IHSSHMA: [787, 812],
  PRIVATE: [900, 925],
};

interface Setting {
  readonly today: Temporal.PlainDate;
  readonly zone: string;
  /** Months of past visits; complete ones have cards. */
  readonly months: number;
}

/** The complete months of past visits, latest first. */
export const billedMonths = ({ today, months }: Pick<Setting, 'today' | 'months'>): string[] =>
  Array.from({ length: Math.max(0, months - 1) }, (_, n) =>
    today
      .toPlainYearMonth()
      .subtract({ months: n + 1 })
      .toString(),
  );

/** Some of last month's are still to be billed; older ones have been answered. */
const statusOf = (r: Random, isLatest: boolean): CardStatus | undefined =>
  isLatest
    ? r.weighted<CardStatus | undefined>([
        ['Billed', 45],
        [undefined, 25],
        ['Paid', 10],
        ['Denied', 6],
        ['PartPaid', 4],
        ['Adjust', 4],
        ['Problem', 3],
        ['Pending', 3],
      ])
    : r.weighted<CardStatus>([
        ['Paid', 92],
        ['Denied', 4],
        ['PartPaid', 2],
        ['Adjust', 2],
      ]);

const DENIED = ['197: authorization missing', '29: filed too late', '16: date of birth does not match'];

const limitsOf = (plan: ExamplePlan): VisitLimits => ({
  archived: [plan.client.draft.archiveDate ?? null, plan.provider.draft.archiveDate ?? null],
  temporary: [],
});

const exampleRate = (type: string, month: string, isOwn: boolean) => {
  const cents = EXAMPLE_RATES[type]?.[0] ?? 597;
  return isOwn
    ? { payRate: 650, rateKind: null, rates: [] }
    : { payRate: cents, rateKind: 'inside' as const, rates: [{ from: `${month}-01`, cents }] };
};

/** The card of a plan and month as staff would have saved it; undefined if there is none. */
export const exampleCard = (
  planId: number,
  plan: ExamplePlan,
  {
    month,
    isLatest,
    shown,
    visits,
  }: {
    readonly month: string;
    readonly isLatest: boolean;
    /** Set for the first plans of a demo, so that every status occurs. */
    readonly shown: CardStatus | undefined;
    readonly visits: readonly EvvVisit[];
  },
  { today, zone }: Setting,
): NewRecord | undefined => {
  const { StartDate, EndDate, Status, excluded, coversPlanId } = plan.draft;
  const limits = limitsOf(plan);
  const r = randomOf(`card ${plan.client.serial} ${plan.provider.serial} ${month}`);
  const status = shown ?? statusOf(r, isLatest);
  const period =
    StartDate === null ? undefined : possiblePeriod({ StartDate, EndDate }, limits.archived, month);
  const { unitRule } = plan.type;
  if (StartDate === null || !period || status === undefined || !unitRule) return undefined;
  const planned = plannedRows({ StartDate, EndDate, Status, coversPlanId, week: plan.week }, month, limits);
  const opened = openRows(planned, {
    plan: { evvNeeded: plan.type.evvNeeded, excluded },
    visits,
    possible: period,
    today: today.toString(),
    zone,
  });
  const rows = r.chance(0.3)
    ? withVisitData(opened, visits, { month, zone }).filter(({ date }) => date <= period.through)
    : opened;
  if (rows.length === 0) return undefined;
  const [startPeriod, endPeriod] = [period.from, period.through];
  const rate = exampleRate(plan.type.Code, month, r.chance(0.04));
  const served = serviceDays({ startPeriod, endPeriod, days: rows }, zone);
  return {
    plan: {
      id: planId,
      ClientID: plan.client.id,
      ProviderID: plan.provider.id,
      typeId: plan.type.id,
      excluded,
      coversPlanId,
    },
    month,
    startPeriod,
    endPeriod,
    days: rows,
    unitRule,
    ...rate,
    amount: cardAmount(served, { ...rate, unitRule }),
    customDate: r.chance(0.04) ? today.toPlainYearMonth().toString() : null,
    totals: storedTotals(served, unitRule),
    remarks: r.chance(0.1) ? 'Timesheet came late' : null,
    status: status,
    deniedReason: status === 'Denied' ? r.pick(DENIED) : null,
  };
};
