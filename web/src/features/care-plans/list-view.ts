import { type ExcludedGroup, PLAN_SORTS, type PlanSort } from '@homecare/domain/care-plans/list.ts';
import { keep } from '../../platform/kept.ts';

/** What the care plan list shows. It is kept until the user returns. */
export interface ListView {
  readonly search: string;
  readonly page: number;
  /** YYYY-MM, or '' for plans of all times; undefined means the current month. */
  readonly month: string | undefined;
  /** Care Plan Group: a language, or '' for All. */
  readonly group: string;
  readonly excluded: ExcludedGroup;
  readonly showDeleted: boolean;
  readonly showArchived: boolean;
  readonly showTemp: boolean;
  readonly covidList: boolean;
  readonly monthlyReport: boolean;
  readonly tsTime: boolean;
  readonly clientFirst: boolean;
  /** Primary plans whose compared plans the user has shown or hidden. */
  readonly turned: readonly number[];
  /** null means newest first. */
  readonly sort: PlanSort | null;
}
export const START: ListView = {
  search: '',
  page: 1,
  month: undefined,
  group: '',
  excluded: 'All',
  showDeleted: false,
  showArchived: false,
  showTemp: false,
  covidList: false,
  monthlyReport: false,
  tsTime: false,
  clientFirst: false,
  turned: [],
  sort: null,
};
/** The order that a column or a choice stands for; null if this list does not have it. */
export const planSortOf = (
  sort: { readonly key: string; readonly descending: boolean } | null,
): PlanSort | null => {
  const key = PLAN_SORTS.find((one) => one === sort?.key);
  return sort && key ? { key, descending: sort.descending } : null;
};

/** Orders to choose where there are no column heads. */
export const SORT_CHOICES = [
  { value: '', label: 'Newest first' },
  { value: 'provider', label: 'Provider' },
  { value: 'client', label: 'Client' },
  { value: 'type', label: 'Type' },
  { value: 'start', label: 'Start date' },
  { value: 'hours-', label: 'Hours a week, most first' },
  { value: 'modify-', label: 'Last changed first' },
] as const;
export const sortChoiceOf = (sort: PlanSort | null) =>
  sort === null ? '' : `${sort.key}${sort.descending ? '-' : ''}`;
export const sortOfChoice = (choice: string): PlanSort | null =>
  planSortOf({ key: choice.replace('-', ''), descending: choice.endsWith('-') });

export const PLANS_VIEW = 'care-plans.view';

/** Shows only this plan (ID=…). */
export const showPlanAlone = (id: number) => keep(PLANS_VIEW, { ...START, search: `ID=${id}` });

/** Shows only these plans, of any month. */
export const showPlansAlone = (ids: readonly number[]) =>
  keep(PLANS_VIEW, { ...START, month: '', search: `ID=${ids.join(',')}` });

/** The switches of the list, exactly as specified (docs/rules/care-plans.md, rule 45). */
export const SWITCHES = [
  { key: 'showDeleted', label: 'Show Deleted' },
  { key: 'showArchived', label: 'Show Archived' },
  { key: 'showTemp', label: 'Show All Temp' },
  { key: 'covidList', label: 'covid list' },
  { key: 'monthlyReport', label: 'Add Monthly Report page' },
  { key: 'tsTime', label: 'Show TS Time' },
  { key: 'clientFirst', label: 'Client First' },
] as const satisfies readonly { key: keyof ListView; label: string }[];
