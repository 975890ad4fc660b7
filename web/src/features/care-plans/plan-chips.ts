import type { FilterChip } from '../../platform/lists/FilterChips.tsx';
import type { ListView } from './list-view.ts';

/** The filters that leave plans of the month out. */
export const NARROWS_NOTHING = { search: '', group: '', excluded: 'All', covidList: false } as const;

/** What narrows the list to some of the plans, and the month where it is not the present one. */
export const planChips = (
  { search, group, excluded, covidList, month }: ListView,
  onChange: (next: Partial<ListView>) => void,
): readonly FilterChip[] => {
  const text = search.trim();
  return [
    ...(text ? [{ key: 'search', label: `Search: ${text}`, onRemove: () => onChange({ search: '' }) }] : []),
    ...(month
      ? [{ key: 'month', label: `Month ${month}`, onRemove: () => onChange({ month: undefined }) }]
      : []),
    ...(group ? [{ key: 'group', label: `Group: ${group}`, onRemove: () => onChange({ group: '' }) }] : []),
    ...(excluded === 'All'
      ? []
      : [{ key: 'excluded', label: excluded, onRemove: () => onChange({ excluded: 'All' as const }) }]),
    ...(covidList
      ? [{ key: 'covid', label: 'covid list', onRemove: () => onChange({ covidList: false }) }]
      : []),
  ];
};
