import { addDays } from '@homecare/domain/calendar.ts';
import { listUnpaid } from '@homecare/domain/claims/contract.ts';
import { daysToClaim, deniedShare } from '@homecare/domain/claims/unpaid.ts';
import { done, refuseFields } from '@homecare/domain/errors.ts';
import { workweeks } from '@homecare/domain/payroll/workweeks.ts';
import { mayMake } from '@homecare/domain/sites/rules.ts';
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
import { listNamesOf } from '../people/names.ts';
import type { Scope } from '../platform/auth/scope.ts';
import type { UseCase } from '../platform/http/bind.ts';
import { shareAtOnce } from '../platform/jobs/share-at-once.ts';
import { getFigures } from '../staffing/figures.ts';
import { listWorkCases, listWorked, listWorkRevisions } from '../visits/work.ts';

/** How the agency is doing, week by week (docs/rules/week-figures.md). */

const daysOf = (week: string) => ({ from: week, through: addDays(week, 6) });
const daysAround = (week: string) => ({
  from: addDays(week, -OVERTIME_DAYS.before),
  through: addDays(week, OVERTIME_DAYS.after),
});

type PayRules = Awaited<ReturnType<typeof readPayRules>>;

const countedOf = async (scope: Scope, week: string, { rules }: PayRules) => {
  const visits = await listWorked(scope, daysAround(week));
  return [week, visits, workweeks(rules.overtime), scope.settings.timeZone] as const;
};

interface KeptWeek {
  readonly key: string;
  readonly figures: WorkFigures;
}
/** Weeks kept in memory, including those users looked back at; beyond that they are computed again. */
const MOST_KEPT = 60;
const keptWeeks = new WeakMap<Scope['site']['pool'], Map<string, KeptWeek>>();

/** All requests within a quarter of an hour get the same figures. */
const quarterOf = (now: Temporal.Instant) =>
  now.round({ smallestUnit: 'minute', roundingIncrement: 15, roundingMode: 'floor' }).toString();

/** What a week's figures depend on; those of the present week change with the clock too. */
const keyOf = (
  scope: Scope,
  week: string,
  { rev, revisions }: { readonly rev: number; readonly revisions: ReadonlyMap<string, string> },
) => {
  const { from, through } = daysAround(week);
  const days = Array.from(revisions, ([day, own]) => (day >= from && day <= through ? `${day} ${own}` : ''));
  // A night of its last day can be late after midnight, and its workweeks may reach into the next week.
  const isPast = addDays(through, 1) < scope.today().toString();
  return [...days, rev, scope.settings.timeZone, isPast ? '' : quarterOf(scope.now())].join(';');
};

/** A week is computed again only if it has changed. */
const listWork = async (scope: Scope, weeks: readonly string[]): Promise<WorkFigures[]> => {
  const { pool, db } = scope.site;
  const [kept, rules] = [keptWeeks.get(pool), await readPayRules(db)];
  const [first = '', last = ''] = [weeks[0], weeks.at(-1)];
  const days = { from: daysAround(first).from, through: daysAround(last).through };
  const state = { rev: rules.rev, revisions: await listWorkRevisions(scope, days) };
  const counted = new Map<string, KeptWeek>();
  // One after the other, so that a large agency's quarter is never in memory at once and others get their turn.
  for (const week of weeks) {
    const [key, known] = [keyOf(scope, week, state), kept?.get(week)];
    const figures = known?.key === key ? known.figures : countWork(...(await countedOf(scope, week, rules)));
    counted.set(week, { key, figures });
  }
  keptWeeks.set(pool, new Map([...(kept && kept.size <= MOST_KEPT ? kept : []), ...counted]));
  return [...counted.values()].map(({ figures }) => figures);
};

const weeksThrough = (last: string): readonly string[] =>
  Array.from({ length: WEEKS }, (_, n) => addDays(last, -7 * (WEEKS - 1 - n)));

const mayReadClaims = ({ user, settings }: Scope) =>
  user.role !== 'job' && mayMake(user.role, listUnpaid, settings.capabilities);

const tenths = (days: number | null) => (days === null ? null : Math.round(days * 10));

/** For the four weeks up to each week; the present one counts through today. */
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

/** The figures from visits, which are the same for every user. */
const countVisits = async (scope: Scope, weeks: readonly string[]) => {
  const [from = '', last = ''] = [weeks[0], weeks.at(-1)];
  const countedAt = scope.now().toString();
  const staffed = await getFigures(scope, { from, through: daysOf(last).through });
  if (!staffed.ok) return staffed;
  const fills = new Map(
    staffed.data.weeks.map(({ name, filled, planned }) => [name, { part: filled, whole: planned }]),
  );
  const work = await listWork(scope, weeks);
  const figures = work.flatMap((counts, at) => {
    const week = weeks[at];
    return week === undefined ? [] : [{ week, fill: fills.get(week) ?? NONE, ...counts }];
  });
  return done({ figures, countedAt });
};

/** At nine o'clock everyone opens Today. */
const once = shareAtOnce<Scope['site']['pool'], Awaited<ReturnType<typeof countVisits>>>();

const NOT_A_WEEK = 'Choose the first day of a week, a Sunday.';

export const listWeekFigures: UseCase<typeof calls.listWeekFigures> = async (scope, { through }) => {
  const present = weekOfDay(scope.today().toString());
  const last = through ?? present;
  if (weekOfDay(last) !== last || last > present)
    return refuseFields([{ field: 'through', message: NOT_A_WEEK }]);
  const weeks = weeksThrough(last);
  const counted = await once(scope.site.pool, last, () => countVisits(scope, weeks));
  if (!counted.ok) return counted;
  const { figures, countedAt } = counted.data;
  const money = await moneyOf(scope, weeks);
  return done({ weeks: figures.map((week, at) => ({ ...week, ...money[at] })), countedAt });
};

const overtimeCases = async (scope: Scope, week: string): Promise<OvertimeCase[]> => {
  const found = overtimeIn(...(await countedOf(scope, week, await readPayRules(scope.site.db)))).filter(
    ({ part }) => part > 0,
  );
  const names = await listNamesOf(
    scope.site.db,
    found.map(({ providerId }) => providerId),
  );
  return found
    .map(({ providerId, part, whole }) => ({
      ...{ caregiverId: providerId, caregiver: names.get(providerId) ?? '', part, whole },
    }))
    .toSorted((a, b) => b.part - a.part || a.caregiverId - b.caregiverId);
};

export const listWeekCases: UseCase<typeof calls.listWeekCases> = async (scope, { figure, week }) => {
  if (weekOfDay(week) !== week) return refuseFields([{ field: 'week', message: NOT_A_WEEK }]);
  if (figure === 'overtime') return done({ visits: [], overtime: await overtimeCases(scope, week) });
  return done({ visits: await listWorkCases(scope, daysOf(week), figure), overtime: [] });
};
