import { showDate } from '../calendar.ts';
import { fold } from '../fold.ts';
import { isAmong, readSearch, type Search } from '../people/search.ts';
import { isStillRunning } from './moves.ts';
import type { PlanListRow } from './schema.ts';
import { weekMinutes } from './week-line.ts';

/** Which rows the care plan list shows and how (docs/rules/care-plans.md, rules 44 to 51). Its export selects by the same rules. */

export const EXCLUDED_GROUPS = ['All', 'Excluded', 'Non-Excluded'] as const;
export type ExcludedGroup = (typeof EXCLUDED_GROUPS)[number];

export interface PlanFilter {
  readonly search: string;
  /** Care Plan Group: a language, or '' for All. */
  readonly group: string;
  readonly excluded: ExcludedGroup;
  /** The switch 'covid list' shows only temporary plans. */
  readonly covidList: boolean;
}

/** The text that the search box looks in. It is built once per row, so that each key press only scans text. */
export const planSearchText = (plan: PlanListRow, typeName: string): string =>
  fold([plan.id, plan.Provider, plan.Client, typeName, plan.Remarks].join(' '));

export interface IndexedPlan {
  readonly plan: PlanListRow;
  readonly text: string;
}

const isFound = ({ plan, text }: IndexedPlan, search: Search) =>
  search.by === 'id' ? isAmong(search.ids, plan.id) : search.words.every((word) => text.includes(word));

const isInGroup = (plan: PlanListRow, { group, excluded, covidList }: PlanFilter) =>
  (group === '' || plan.Language === group) &&
  (excluded === 'All' || (excluded === 'Excluded') === (plan.excluded !== null)) &&
  (!covidList || plan.isTemporary);

/** A listed plan with the compared plans that can be expanded under it. */
export interface ListedPlan {
  readonly plan: PlanListRow;
  readonly under: readonly PlanListRow[];
}

/**
 * The plans that pass the filter, newest first so that a new plan is seen at once. A secondary plan is listed under its
 * primary, or on its own if the filter excludes the primary.
 */
export const selectPlans = (plans: readonly IndexedPlan[], filter: PlanFilter): ListedPlan[] => {
  const search = readSearch(filter.search);
  const found = plans.filter((one) => isInGroup(one.plan, filter) && isFound(one, search));
  const shown = new Set(found.map(({ plan }) => plan.id));
  const under = Map.groupBy(
    found.map(({ plan }) => plan).filter(({ comparedTo }) => comparedTo !== null && shown.has(comparedTo)),
    ({ comparedTo }) => comparedTo,
  );
  return found
    .filter(({ plan }) => plan.comparedTo === null || !shown.has(plan.comparedTo))
    .toSorted((a, b) => b.plan.id - a.plan.id)
    .map(({ plan }) => ({
      plan,
      under: (under.get(plan.id) ?? []).toSorted((a, b) => (a.order ?? 0) - (b.order ?? 0)),
    }));
};

export const PLAN_SORTS = ['id', 'provider', 'client', 'type', 'start', 'hours', 'modify'] as const;
export interface PlanSort {
  readonly key: (typeof PLAN_SORTS)[number];
  readonly descending: boolean;
}

const inOrder = new Intl.Collator('en', { sensitivity: 'base', numeric: true });
const COMPARE: Readonly<
  Record<PlanSort['key'], (a: PlanListRow, b: PlanListRow, nameOfType: (code: string) => string) => number>
> = {
  id: (a, b) => a.id - b.id,
  provider: (a, b) => inOrder.compare(a.Provider, b.Provider),
  client: (a, b) => inOrder.compare(a.Client, b.Client),
  type: (a, b, nameOfType) => inOrder.compare(nameOfType(a.Type), nameOfType(b.Type)),
  start: (a, b) => inOrder.compare(a.StartDate, b.StartDate),
  hours: (a, b) => weekMinutes(a.week) - weekMinutes(b.week),
  modify: (a, b) => Temporal.Instant.compare(a.modifiedAt, b.modifiedAt),
};

/** Sorts the plans, keeping secondary plans under their primary. Equal plans stay newest first. */
export const sortPlans = (
  listed: readonly ListedPlan[],
  sort: PlanSort | null,
  nameOfType: (code: string) => string,
): readonly ListedPlan[] => {
  if (!sort) return listed;
  const compare = COMPARE[sort.key];
  const sign = sort.descending ? -1 : 1;
  return listed.toSorted((a, b) => sign * compare(a.plan, b.plan, nameOfType));
};

/** All plans in the order of the list, secondary ones right after their primary. */
export const flattenPlans = (listed: readonly ListedPlan[]): PlanListRow[] =>
  listed.flatMap(({ plan, under }) => [plan, ...under]);

/** If so, the monthly documents contain only the listed plans (docs/rules/care-plans.md, rule 49). */
export const isFiltered = ({ search, group, excluded, covidList }: PlanFilter) =>
  search.trim() !== '' || group !== '' || excluded !== 'All' || covidList;

const WARN_MONTHS = 11;

/** Whether a plan started 11 or more months ago (docs/rules/care-plans.md, rule 47). Plans that have ended do not count. */
export const isLongRunning = (
  { Status, StartDate }: Pick<PlanListRow, 'Status' | 'StartDate'>,
  today: Temporal.PlainDate,
) =>
  Status === 'Active' &&
  Temporal.PlainDate.compare(Temporal.PlainDate.from(StartDate).add({ months: WARN_MONTHS }), today) <= 0;

export type PlanColour = 'archived' | 'deleted' | 'warning' | undefined;

/** The color of a row. An archived plan that still runs is not shown as archived. */
export const planColour = (plan: PlanListRow, today: Temporal.PlainDate): PlanColour => {
  if (plan.Status === 'Deleted') return 'deleted';
  if (plan.Status === 'Archive') return isStillRunning(plan, today.toString()) ? undefined : 'archived';
  return isLongRunning(plan, today) ? 'warning' : undefined;
};

const monthsSince = (start: string, today: Temporal.PlainDate) =>
  Temporal.PlainDate.from(start).until(today, { largestUnit: 'month' }).months;

/** Why the row has its color and what else is special about the plan, most important first. */
export const planReasons = (plan: PlanListRow, today: Temporal.PlainDate): string[] => {
  const colour = planColour(plan, today);
  const last = plan.covered.at(-1);
  return [
    colour === 'deleted' && `Deleted ${plan.DeleteInfo ?? ''}`.trim(),
    colour === 'archived' && `Archived ${plan.ArchiveInfo ?? ''}`.trim(),
    colour === 'warning' && `Started ${monthsSince(plan.StartDate, today)} months ago`,
    plan.isTemporary && colour === undefined && `Temporary, ends ${showDate(plan.EndDate)}`,
    !plan.isTemporary && colour === undefined && plan.EndDate !== null && `Ends ${showDate(plan.EndDate)}`,
    plan.isTemporary && colour !== undefined && 'Temporary',
    last && `Covered by ${last.Provider} until ${showDate(last.EndDate)}`,
    plan.excluded && `Excluded from ${showDate(plan.excluded)}`,
  ].filter((reason) => typeof reason === 'string');
};
