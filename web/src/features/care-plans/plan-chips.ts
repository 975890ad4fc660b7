import type { FilterChip } from '../../platform/lists/FilterChips.tsx';
import type { ListView } from './list-view.ts';

/** Values with which these filters leave out no plans of the month. */
export const NARROWS_NOTHING = { search: '', group: '', excluded: 'All', covidList: false } as const;

/** The active filters, and the month if it is not the current one. */
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
