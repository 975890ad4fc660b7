import { fold } from '@homecare/domain/fold.ts';
import { isCallToReview, sayCaller } from '@homecare/domain/telephony/calls.ts';
import { Button } from '@mantine/core';
import { IconPhone, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useKeptTab } from '../../platform/filter-address.ts';
import { useToday, useZone } from '../../platform/use-today.ts';
import { CountTabs } from '../../ui/CountTabs.tsx';
import { menuIcon } from '../../ui/icons.ts';
import { FilterBar, Page } from '../../ui/Page.tsx';
import { SearchBox } from '../../ui/SearchBox.tsx';
import { useCalls, useTelephony } from './api.ts';
import { CallersTable } from './CallersTable.tsx';
import { CallsTable } from './CallsTable.tsx';
import { DeviceDialog } from './DeviceDialog.tsx';
import { DevicesTable } from './DevicesTable.tsx';
import { LineDialog } from './LineDialog.tsx';

const TABS = ['caregivers', 'calls', 'devices'] as const;

/** /phonecheckin: who can check in by a phone call, the calls that came in, and devices at homes without a phone. */
export const PhoneCheckInPage = () => {
  const zone = useZone();
  const today = useToday().toString();
  const [tab, setTab] = useKeptTab('phone-check-in.tab', TABS, 'caregivers');
  const [search, setSearch] = useState('');
  const [opened, setOpened] = useState<'line' | 'device'>();
  const telephony = useTelephony();
  const calls = useCalls(today);
  const wanted = fold(search.trim());
  const isFound = (...words: readonly (string | null | undefined)[]) =>
    fold(words.filter(Boolean).join(' ')).includes(wanted);
  const caregivers = telephony.data?.caregivers.filter(({ name, number }) => isFound(name, number));
  const devices = telephony.data?.devices.filter(({ client }) => isFound(client));
  const found = calls.data?.calls.filter(({ caller, callerIs, caregiver, visit }) =>
    isFound(sayCaller(caller), callerIs, caregiver, visit?.client),
  );
  const close = () => setOpened(undefined);
  const addDevice = () => setOpened('device');
  return (
    <Page>
      <FilterBar
        actions={
          <>
            <Button leftSection={<IconPhone {...menuIcon} />} onClick={() => setOpened('line')}>
              Line
            </Button>
            {tab === 'devices' && (
              <Button variant="filled" leftSection={<IconPlus {...menuIcon} />} onClick={addDevice}>
                Add device
              </Button>
            )}
          </>
        }
      >
        <SearchBox
          label="Search phone check-in"
          placeholder="Name or number"
          value={search}
          onChange={setSearch}
        />
        <CountTabs
          label="Phone check-in"
          look="segments"
          tabs={[
            { key: 'caregivers', label: 'Caregivers', count: caregivers?.length },
            {
              key: 'calls',
              label: 'Calls',
              count: found?.filter(isCallToReview).length,
              alarm: found?.some(isCallToReview) ?? false,
            },
            { key: 'devices', label: 'Code devices', count: devices?.length },
          ]}
          value={tab}
          onChange={setTab}
        />
      </FilterBar>
      {tab === 'caregivers' && <CallersTable query={telephony} rows={caregivers} zone={zone} />}
      {tab === 'calls' && <CallsTable query={calls} rows={found} zone={zone} />}
      {tab === 'devices' && <DevicesTable query={telephony} rows={devices} zone={zone} onAdd={addDevice} />}
      {opened === 'line' && telephony.data && <LineDialog telephony={telephony.data} onClose={close} />}
      {opened === 'device' && <DeviceDialog onClose={close} />}
    </Page>
  );
};
