import { daysOfMonth } from '@homecare/domain/billing/counting.ts';
import { isCovered, keyOf, type PlanHalf, plannedHalves } from '@homecare/domain/reports/halves.ts';
import type { ReportParameters } from '@homecare/domain/reports/parameters.ts';
import { halfKey, servedHalves } from '@homecare/domain/timesheets/missing.ts';
import type { Scope } from '../../platform/auth/scope.ts';
import { listGrids } from '../card-queries.ts';
import { listOpenCodes, listReceived, type ReceivedHalf } from '../queries.ts';
import { hoursOfMinutes, type PairFact, pairsIn } from './facts.ts';

/** A plan's half with a planned day, and what came in for it. */
export interface SheetHalf extends PlanHalf<PairFact> {
  readonly received: ReceivedHalf | undefined;
  /** Without scans a card with a day of service stands for the timesheet. */
  readonly isReceived: boolean;
  readonly codes: readonly number[];
  readonly isBilled: boolean;
  readonly hours: number;
}

export const halvesOfMonth = async (
  scope: Scope,
  { month, type }: Pick<ReportParameters, 'month' | 'type'>,
): Promise<{ readonly halves: SheetHalf[]; readonly hasScans: boolean }> => {
  const { from, through } = daysOfMonth(month);
  const { version } = scope.settings.capabilities;
  const hasScans = version >= 2;
  const [plans, cards, scans, codes] = await Promise.all([
    pairsIn(scope, from, through, type),
    listGrids(scope, from, through),
    hasScans ? listReceived(scope, month) : [],
    hasScans ? listOpenCodes(scope, month) : [],
  ]);
  const served = hasScans ? new Set<string>() : servedHalves(cards, scope.settings.timeZone);
  const cardsOf = Map.groupBy(cards, ({ planId }) => planId);
  const scanOf = new Map(scans.map((scan) => [halfKey(scan.planId, scan), scan]));
  const codesOf = new Map(
    codes.map(({ planId, period, errors }) => [halfKey(planId, { month, period }), errors]),
  );
  const halves = plannedHalves(plans, from, through).map((half): SheetHalf => {
    const own = cardsOf.get(half.plan.id) ?? [];
    const received = scanOf.get(keyOf(half));
    return {
      ...half,
      received,
      isReceived: hasScans ? received !== undefined : served.has(keyOf(half)),
      codes: codesOf.get(keyOf(half)) ?? [],
      isBilled: isCovered(half, own),
      hours: hoursOfMinutes(half.days.reduce((sum, { minutes }) => sum + minutes, 0)),
    };
  });
  return { halves, hasScans };
};

export const halfWords = ({ half: { period } }: SheetHalf) => (period === 0 ? '1st' : '2nd');
