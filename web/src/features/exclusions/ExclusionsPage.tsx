import { counted } from '@homecare/domain/counted.ts';
import {
  daysSince,
  isAlarming,
  isOpenFinding,
  SCREEN_EVERY_DAYS,
} from '@homecare/domain/exclusions/findings.ts';
import { EXCLUSION_LISTS } from '@homecare/domain/exclusions/schema.ts';
import { fold } from '@homecare/domain/fold.ts';
import { Button } from '@mantine/core';
import { IconDownload, IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { useKeptTab } from '../../platform/filter-address.ts';
import { useAction, useTask } from '../../platform/form/use-action.ts';
import { toast } from '../../platform/toasts.ts';
import { useNow } from '../../platform/use-now.ts';
import { useToday, useZone } from '../../platform/use-today.ts';
import { CountTabs } from '../../ui/CountTabs.tsx';
import { FileButton } from '../../ui/FileButton.tsx';
import { menuIcon } from '../../ui/icons.ts';
import { Note } from '../../ui/Note.tsx';
import { FilterBar, Page } from '../../ui/Page.tsx';
import { SearchBox } from '../../ui/SearchBox.tsx';
import { exportReport, SCREEN, useExclusions } from './api.ts';
import { FindingsTable } from './FindingsTable.tsx';
import { ScreeningsTable } from './ScreeningsTable.tsx';

const TABS = ['findings', 'screenings'] as const;

/** Which list was not screened within a month. */
const useDueLists = (screenings: Parameters<typeof daysSince>[0] | undefined) => {
  const now = useNow(3_600);
  if (!screenings) return [];
  return EXCLUSION_LISTS.filter(
    (list) => (daysSince(screenings, list, now) ?? SCREEN_EVERY_DAYS) >= SCREEN_EVERY_DAYS,
  );
};

/** /exclusions: everybody of the agency against the public lists of those who are excluded from federal programs. */
export const ExclusionsPage = () => {
  const zone = useZone();
  const today = useToday().toString();
  const query = useExclusions();
  const [tab, setTab] = useKeptTab('exclusions.tab', TABS, 'findings');
  const [search, setSearch] = useState('');
  const { screenings, findings } = query.data ?? {};
  const due = useDueLists(screenings);
  const screen = useAction({
    ...SCREEN,
    onDone: ({ data }) => {
      const { list, screened, found } = data;
      toast.success(
        `${counted(screened, 'person', 'people')} compared with ${list}: ${counted(found, 'new finding')}`,
      );
    },
    onRefused: ({ errors, info }) => toast.error(errors[0]?.message ?? info),
  });
  const report = useTask(async (_: undefined) => exportReport(today));
  const wanted = fold(search.trim());
  const found = findings?.filter(({ person }) => fold(person).includes(wanted));
  return (
    <Page>
      <FilterBar
        actions={
          <>
            <Button
              leftSection={<IconDownload {...menuIcon} />}
              loading={report.pending}
              onClick={() => void report.run(undefined)}
            >
              Report for the auditor
            </Button>
            <FileButton
              variant="filled"
              loading={screen.pending}
              leftSection={<IconUpload {...menuIcon} />}
              fileLabel="List of exclusions (CSV)"
              accept=".csv"
              onFiles={([file]) => file && void screen.run({}, { file })}
            >
              Screen a list
            </FileButton>
          </>
        }
      >
        <SearchBox label="Search findings" placeholder="Name" value={search} onChange={setSearch} />
        <CountTabs
          label="Exclusion lists"
          look="segments"
          tabs={[
            {
              key: 'findings',
              label: 'Findings',
              count: found?.filter(isOpenFinding).length,
              alarm: found?.some(isAlarming) ?? false,
            },
            { key: 'screenings', label: 'Screenings', count: screenings?.length },
          ]}
          value={tab}
          onChange={setTab}
        />
      </FilterBar>
      {due.length > 0 && (
        <Note tone="warn">
          {due.join(' and ')} {due.length === 1 ? 'was' : 'were'} not screened in the last {SCREEN_EVERY_DAYS}{' '}
          days. Download the CSV file and press Screen a list.
        </Note>
      )}
      {tab === 'findings' ? (
        <FindingsTable query={query} rows={found} zone={zone} />
      ) : (
        <ScreeningsTable query={query} rows={screenings} zone={zone} />
      )}
    </Page>
  );
};
