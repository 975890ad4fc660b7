import { flattenPlans, isFiltered, type ListedPlan } from '@homecare/domain/care-plans/list.ts';
import type { BulkChoice, PrintChoice } from '../plan-documents/open-plan-document.ts';
import type { ListView } from './list-view.ts';
import { filterOf } from './use-plan-rows.ts';

/** How the switches of the list affect printed timesheets. */
export const printChoice = ({ covidList, tsTime, monthlyReport }: ListView, month: string): PrintChoice => ({
  month,
  covidts: covidList,
  timeNeeded: tsTime,
  mreport: monthlyReport,
});

const EXCLUDED = { All: 'all', Excluded: '1', 'Non-Excluded': '0' } as const;

/**
 * The monthly files: all plans of the month, or only those of the list if a filter is on (docs/rules/care-plans.md, rule
 * 49). Deleted plans are never printed.
 */
export const bulkChoice = (view: ListView, month: string, listed: readonly ListedPlan[]): BulkChoice => ({
  ...printChoice(view, month),
  group: view.group,
  excluded: EXCLUDED[view.excluded],
  showTemp: view.showTemp,
  ...(isFiltered(filterOf(view)) && {
    ids: flattenPlans(listed)
      .filter(({ Status }) => Status !== 'Deleted')
      .map(({ id }) => id),
  }),
});
