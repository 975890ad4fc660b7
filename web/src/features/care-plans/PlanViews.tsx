import { isMonth } from '@homecare/domain/calendar.ts';
import { EXCLUDED_GROUPS } from '@homecare/domain/care-plans/list.ts';
import type { ListView as SavedFilters } from '@homecare/domain/list-views/schema.ts';
import { useRef } from 'react';
import { useFiltersInAddress } from '../../platform/filter-address.ts';
import { chooseColumns, type Look } from '../../platform/lists/list-columns.ts';
import { ViewMenu } from '../../platform/lists/ViewMenu.tsx';
import { type ListView, planSortOf, START } from './list-view.ts';
import { planTitles } from './plan-columns.tsx';

/** Switches and choices that a saved view brings back; the month stays. */
const filtersOf = ({
  group,
  excluded,
  showDeleted,
  showArchived,
  showTemp,
  covidList,
  clientFirst,
}: ListView) => ({ group, excluded, showDeleted, showArchived, showTemp, covidList, clientFirst });

/** As far as this version knows them. */
const readFilters = (filters: SavedFilters['filters']): Partial<ListView> => {
  const isOn = (key: keyof ListView) => filters[key] === true;
  return {
    group: typeof filters.group === 'string' ? filters.group : START.group,
    excluded: EXCLUDED_GROUPS.find((one) => one === filters.excluded) ?? START.excluded,
    showDeleted: isOn('showDeleted'),
    showArchived: isOn('showArchived'),
    showTemp: isOn('showTemp'),
    covidList: isOn('covidList'),
    clientFirst: isOn('clientFirst'),
  };
};

/** In an address '' is no month at all. */
const monthOf = ({ month }: ListView) => (month === '' ? 'all' : (month ?? ''));
const readMonth = (month: string | boolean | undefined): ListView['month'] => {
  if (month === 'all') return '';
  return typeof month === 'string' && isMonth(month) ? month : undefined;
};

/** The filters of the list and its month, in the address of the page. */
export const usePlanFilters = (view: ListView, onChange: (next: Partial<ListView>) => void) =>
  useFiltersInAddress({
    list: 'care-plans',
    filters: { ...filtersOf(view), month: monthOf(view) },
    first: { ...filtersOf(START), month: '' },
    onFilters: (filters) => onChange({ ...readFilters(filters), month: readMonth(filters.month) }),
  });

interface PlanViewsProps {
  readonly view: ListView;
  readonly look: Look;
  readonly onLook: (look: Look) => void;
  readonly onChange: (next: Partial<ListView>) => void;
}

/** The View menu of the care plan list, whose order is a function of its own. */
export const PlanViews = ({ view, look, onLook, onChange }: PlanViewsProps) => {
  const columns = planTitles(view.clientFirst, view.showArchived || view.showDeleted);
  const titles = columns.map((column) => ({ ...column, cell: () => null }));
  const shown = chooseColumns(titles, look);
  // A saved view brings its order and then its filters, both of which are the list's own.
  const order = useRef(view.sort);
  return (
    <ViewMenu
      list="care-plans"
      columns={columns}
      shown={shown.map(({ key }) => key)}
      look={{ ...look, sort: view.sort }}
      onLook={({ sort, ...next }) => {
        onLook({ ...next, sort: null });
        order.current = planSortOf(sort);
        onChange({ sort: order.current });
      }}
      filters={filtersOf(view)}
      onFilters={(filters) => onChange({ ...readFilters(filters), sort: order.current })}
    />
  );
};
