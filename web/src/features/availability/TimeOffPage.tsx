import { TIME_OFF_STATUSES, type TimeOffRow } from '@homecare/domain/availability/schema.ts';
import { todayIn } from '@homecare/domain/calendar.ts';
import { fold } from '@homecare/domain/fold.ts';
import { Button, Switch } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useFiltersInAddress, useKeptTab } from '../../platform/filter-address.ts';
import { useKept } from '../../platform/kept.ts';
import { usePageState } from '../../platform/page-state.ts';
import { serverNow } from '../../platform/server-time.ts';
import { useZone } from '../../platform/use-today.ts';
import { CountTabs } from '../../ui/CountTabs.tsx';
import { menuIcon } from '../../ui/icons.ts';
import { FilterBar, Page } from '../../ui/Page.tsx';
import { SearchBox } from '../../ui/SearchBox.tsx';
import { useTimeOff } from './api.ts';
import { readNewTimeOff } from './opened-time-off.ts';
import { TimeOffDialog } from './TimeOffDialog.tsx';
import { TimeOffTable } from './TimeOffTable.tsx';

const TABS = ['All', ...TIME_OFF_STATUSES] as const;
type Tab = (typeof TABS)[number];

const isIn = (tab: Tab, { status }: TimeOffRow) => tab === 'All' || status === tab;

/** /timeoff: what caregivers ask for, what is approved, and what the office enters for them. */
export const TimeOffPage = () => {
  const zone = useZone();
  const today = todayIn(zone, serverNow()).toString();
  const [tab, setTab] = useKeptTab('time-off.tab', TABS, 'All');
  const [past, setPast] = useKept('time-off.past', false);
  useFiltersInAddress({
    list: 'time-off',
    filters: { past },
    first: { past: false },
    onFilters: (asked) => setPast(asked.past === true),
  });
  const [search, setSearch] = useState('');
  const asked = readNewTimeOff(usePageState());
  const [adding, setAdding] = useState(asked !== undefined);
  const query = useTimeOff(past);
  const found = useMemo(() => {
    const wanted = fold(search.trim());
    return query.data?.filter(({ Provider }) => fold(Provider).includes(wanted));
  }, [query.data, search]);
  const rows = useMemo(() => found?.filter((row) => isIn(tab, row)), [found, tab]);
  return (
    <Page>
      <FilterBar
        actions={
          <Button variant="filled" leftSection={<IconPlus {...menuIcon} />} onClick={() => setAdding(true)}>
            Add time off
          </Button>
        }
      >
        <SearchBox
          label="Search time off"
          placeholder="Caregiver"
          width={220}
          value={search}
          onChange={setSearch}
        />
        <CountTabs
          label="Status of time off"
          look="segments"
          tabs={TABS.map((key) => ({
            key,
            label: key,
            count: found?.filter((row) => isIn(key, row)).length,
            alarm: key === 'Requested',
          }))}
          value={tab}
          onChange={setTab}
        />
        <Switch label="Past" checked={past} onChange={(event) => setPast(event.currentTarget.checked)} />
      </FilterBar>
      <TimeOffTable
        query={query}
        rows={rows}
        all={query.data ?? []}
        zone={zone}
        today={today}
        onAdd={() => setAdding(true)}
      />
      {adding && (
        <TimeOffDialog
          stored={null}
          {...(asked !== undefined && { providerId: asked })}
          rows={query.data ?? []}
          today={today}
          onClose={() => setAdding(false)}
        />
      )}
    </Page>
  );
};
