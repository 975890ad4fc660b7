import { addDays } from '@homecare/domain/calendar.ts';
import { mayCall } from '@homecare/domain/call.ts';
import { listUnpaid } from '@homecare/domain/claims/contract.ts';
import { daysToClaim, deniedShare } from '@homecare/domain/claims/unpaid.ts';
import { done, refuseFields } from '@homecare/domain/errors.ts';
import { workweeks } from '@homecare/domain/payroll/workweeks.ts';
import { isSwitchedOn } from '@homecare/domain/sites/rules.ts';
import { weekOfDay } from '@homecare/domain/staffing/figures.ts';
import type * as calls from '@homecare/domain/week-figures/contract.ts';
import {
  countWork,
  OVERTIME_DAYS,
  overtimeIn,
  type WorkFigures,
} from '@homecare/domain/week-figures/figures.ts';
import { type OvertimeCase, WEEKS, type WeekFigures } from '@homecare/domain/week-figures/schema.ts';
import { listClaimFacts } from '../claims/unpaid.ts';
import { readPayRules } from '../payroll/settings.ts';
import type { Scope } from '../platform/auth/scope.ts';
import type { UseCase } from '../platform/http/bind.ts';
import { getFigures } from '../staffing/figures.ts';
import { listCaregiverNames, listWorkCases, listWorked, readWorkRevision } from '../visits/work.ts';

/** How the agency does, week by week (docs/rules/week-figures.md). */

const daysOf = (week: string) => ({ from: week, through: addDays(week, 6) });
const daysAround = (week: string) => ({
  from: addDays(week, -OVERTIME_DAYS.before),
  through: addDays(week, OVERTIME_DAYS.after),
});

const loadWork = async (scope: Scope, week: string) => {
  const { rules } = await readPayRules(scope.site.db);
  const visits = await listWorked(scope, daysAround(week));
  return [week, visits, workweeks(rules.overtime), scope.settings.timeZone] as const;
};

interface KeptWeek {
  readonly key: string;
  readonly figures: WorkFigures;
}
const keptWeeks = new WeakMap<Scope['site']['pool'], Map<string, KeptWeek>>();

/** A week is counted again when a visit of its days, or what it is counted by, has changed; the present one with every hour. */
const workOf = async (scope: Scope, week: string): Promise<WorkFigures> => {
  const { pool, db } = scope.site;
  const kept = keptWeeks.get(pool) ?? new Map<string, KeptWeek>();
  keptWeeks.set(pool, kept);
  const { rev } = await readPayRules(db);
  const isPast = addDays(week, 7) <= scope.today().toString();
  const key = [
    await readWorkRevision(scope, daysAround(week)),
    rev,
    scope.settings.timeZone,
    isPast ? '' : scope.now().toString().slice(0, 13),
  ].join(' ');
  const known = kept.get(week);
  if (known?.key === key) return known.figures;
  const figures = countWork(...(await loadWork(scope, week)));
  kept.set(week, { key, figures });
  for (const old of [...kept.keys()].toSorted().slice(0, -WEEKS)) kept.delete(old);
  return figures;
};

const weeksOf = (scope: Scope): readonly string[] => {
  const last = weekOfDay(scope.today().toString());
  return Array.from({ length: WEEKS }, (_, n) => addDays(last, -7 * (WEEKS - 1 - n)));
};

const mayReadClaims = ({ user, settings }: Scope) =>
  user.role !== 'job' &&
  mayCall(user.role, listUnpaid) &&
  listUnpaid.needs.every((needed) => isSwitchedOn(settings.capabilities, needed));

const tenths = (days: number | null) => (days === null ? null : Math.round(days * 10));

/** Of the four weeks that end with each week, the present one with today. */
const moneyOf = async (
  scope: Scope,
  weeks: readonly string[],
): Promise<Pick<WeekFigures, 'toClaim' | 'denied'>[]> => {
  const [first] = weeks;
  if (first === undefined || !mayReadClaims(scope)) return weeks.map(() => ({}));
  const { claims, decisions } = await listClaimFacts(scope, addDays(first, -28));
  const today = scope.today().toString();
  return weeks.map((week) => {
    const last = daysOf(week).through;
    const through = last < today ? last : today;
    return { toClaim: tenths(daysToClaim(claims, through)), denied: deniedShare(decisions, through) };
  });
};

const NONE = { part: 0, whole: 0 } as const;

export const listWeekFigures: UseCase<typeof calls.listWeekFigures> = async (scope) => {
  const weeks = weeksOf(scope);
  const [from = '', last = ''] = [weeks[0], weeks.at(-1)];
  const staffed = await getFigures(scope, { from, through: daysOf(last).through });
  if (!staffed.ok) return staffed;
  const fills = new Map(
    staffed.data.weeks.map(({ name, filled, planned }) => [name, { part: filled, whole: planned }]),
  );
  const money = await moneyOf(scope, weeks);
  const figures: WeekFigures[] = [];
  // One after the other: a large agency's quarter is never in memory at once, and others get their turn between.
  for (const [at, week] of weeks.entries())
    figures.push({
      ...{ week, fill: fills.get(week) ?? NONE },
      ...(await workOf(scope, week)),
      ...money[at],
    });
  return done({ weeks: figures });
};

const overtimeCases = async (scope: Scope, week: string): Promise<OvertimeCase[]> => {
  const found = overtimeIn(...(await loadWork(scope, week))).filter(({ part }) => part > 0);
  const names = await listCaregiverNames(
    scope.site.db,
    found.map(({ providerId }) => providerId),
  );
  return found
    .map(({ providerId, part, whole }) => ({
      ...{ caregiverId: providerId, caregiver: names.get(providerId) ?? '', part, whole },
    }))
    .toSorted((a, b) => b.part - a.part || a.caregiverId - b.caregiverId);
};

const NOT_A_WEEK = 'Choose the first day of a week, a Sunday.';

export const listWeekCases: UseCase<typeof calls.listWeekCases> = async (scope, { figure, week }) => {
  if (weekOfDay(week) !== week) return refuseFields([{ field: 'week', message: NOT_A_WEEK }]);
  if (figure === 'overtime') return done({ visits: [], overtime: await overtimeCases(scope, week) });
  return done({ visits: await listWorkCases(scope, daysOf(week), figure), overtime: [] });
};
