import { isFiltered, planSearchText, selectPlans } from '@homecare/domain/care-plans/list.ts';
import { sum } from '@homecare/domain/sum.ts';
import { Button } from '@mantine/core';
import { IconCalendarMonth, IconCalendarSearch } from '@tabler/icons-react';
import { SetUpButton } from '../../platform/SetUpButton.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { type AskedPlans, useListedPlans } from './list-api.ts';
import type { ListView } from './list-view.ts';
import { filterOf } from './use-plan-rows.ts';

interface NoPlansProps {
  readonly view: ListView;
  readonly asked: AskedPlans;
  readonly nameOfType: (code: string) => string;
  readonly onClear: () => void;
  readonly onShowArchived: () => void;
  readonly onNew: (() => void) | undefined;
}

/** Counts archived plans that would match. */
const useHidden = ({ view, asked, nameOfType }: NoPlansProps) => {
  const { rows } = useListedPlans({ ...asked, showArchived: true });
  if (asked.showArchived || !rows) return 0;
  const indexed = rows.map((plan) => ({ plan, text: planSearchText(plan, nameOfType(plan.Type)) }));
  return sum(selectPlans(indexed, filterOf(view)).map(({ under }) => 1 + under.length));
};

const titleOf = ({ search, covidList }: ListView, month: string, filtered: boolean) => {
  const words = search.trim();
  if (words) return `No care plan matches “${words}”`;
  const when = month ? ` in ${month}` : '';
  if (covidList) return `No temporary care plan runs${when}`;
  return filtered ? `No care plan of this group runs${when}` : `No care plan runs${when}`;
};

const archivedText = (count: number) =>
  count === 0
    ? undefined
    : count === 1
      ? '1 archived care plan can be shown.'
      : `${count.toLocaleString('en-US')} archived care plans can be shown.`;

/** Shown instead of an empty list: the reason, and what helps. */
export const NoPlans = (props: NoPlansProps) => {
  const { view, asked, onClear, onShowArchived, onNew } = props;
  const hidden = useHidden(props);
  const filtered = isFiltered(filterOf(view));
  const about =
    'A care plan ties one client to one provider with a weekly schedule. Its visits are created automatically.';
  return (
    <EmptyState
      icon={filtered ? IconCalendarSearch : IconCalendarMonth}
      title={titleOf(view, asked.month, filtered)}
      text={archivedText(hidden) ?? (filtered ? undefined : about)}
    >
      {filtered && <Button onClick={onClear}>{view.search.trim() ? 'Clear search' : 'Clear filters'}</Button>}
      {hidden > 0 && <Button onClick={onShowArchived}>Show Archived</Button>}
      {!filtered && <SetUpButton step="visit" />}
      {!filtered && onNew && (
        <Button variant="filled" onClick={onNew}>
          New care plan
        </Button>
      )}
    </EmptyState>
  );
};
