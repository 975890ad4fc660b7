import type { AgencyExport } from '@homecare/domain/agency-export/contract.ts';
import { showStamp } from '@homecare/domain/calendar.ts';
import { Button } from '@mantine/core';
import { IconDownload, IconPackageExport, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { RemoveDialog } from '../../platform/form/RemoveDialog.tsx';
import { useAction } from '../../platform/form/use-action.ts';
import { failureOf } from '../../platform/query.ts';
import { useZone } from '../../platform/use-today.ts';
import { CellLines } from '../../ui/CellLines.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { menuIcon } from '../../ui/icons.ts';
import { FilterBar, Page } from '../../ui/Page.tsx';
import { Pill } from '../../ui/Pill.tsx';
import { EmptyState } from '../../ui/states.tsx';
import type { Tone } from '../../ui/tones.ts';
import { addressOf, MAKE_EXPORT, REMOVE_EXPORT, useExports } from './api.ts';

const STATES: Record<AgencyExport['state'], { readonly words: string; readonly tone: Tone }> = {
  waiting: { words: 'Being made', tone: 'info' },
  ready: { words: 'Ready', tone: 'ok' },
  failed: { words: 'Failed', tone: 'danger' },
  removed: { words: 'Removed', tone: 'mute' },
};

const MEGABYTE = 1024 * 1024;
const sizeWords = ({ size }: AgencyExport) =>
  size === null ? '–' : `${(size / MEGABYTE).toLocaleString('en-US', { maximumFractionDigits: 1 })} MB`;

const DownloadLink = ({ made }: { readonly made: AgencyExport }) =>
  made.state === 'ready' ? (
    <Button
      component="a"
      href={addressOf(made)}
      size="compact-sm"
      leftSection={<IconDownload {...menuIcon} aria-hidden />}
    >
      Download
    </Button>
  ) : null;

const columnsIn = (zone: string): readonly Column<AgencyExport>[] => [
  {
    key: 'asked',
    title: 'Asked for',
    min: 190,
    cell: ({ asked, askedBy }) => <CellLines main={showStamp(asked, zone)} sub={`by ${askedBy}`} />,
  },
  {
    key: 'made',
    title: 'Shows',
    width: 190,
    cell: ({ made }) => (made ? showStamp(made, zone) : '–'),
  },
  { key: 'size', title: 'Size', width: 110, align: 'right', cell: sizeWords },
  {
    key: 'state',
    title: 'State',
    width: 240,
    cell: ({ state, error }) => (
      <CellLines main={<Pill tone={STATES[state].tone}>{STATES[state].words}</Pill>} sub={error ?? ''} />
    ),
  },
  { key: 'file', title: 'File', width: 150, cell: (made) => <DownloadLink made={made} /> },
];

/** /agencyexport: one archive of everything, in open formats. */
export const AgencyExportPage = () => {
  const zone = useZone();
  const query = useExports();
  const [removed, setRemoved] = useState<AgencyExport>();
  const make = useAction(MAKE_EXPORT);
  const isUnderWay = query.data?.some(({ state }) => state === 'waiting') ?? false;
  return (
    <Page>
      <FilterBar
        actions={
          <Button
            variant="filled"
            leftSection={<IconPackageExport {...menuIcon} />}
            loading={make.pending}
            disabled={isUnderWay}
            onClick={() => void make.run({})}
          >
            Make archive
          </Button>
        }
      >
        <p>Everything that your agency has, in one archive of open formats. Secrets are left out.</p>
      </FilterBar>
      <DataTable
        label="Archives"
        columns={columnsIn(zone)}
        rows={query.data}
        rowKey={({ id }) => id}
        rowName={({ asked }) => `the archive of ${showStamp(asked, zone)}`}
        noun={query.data?.length === 1 ? 'archive' : 'archives'}
        dimmed={({ state }) => state === 'removed'}
        menu={(made) => [
          {
            label: 'Remove…',
            icon: IconTrash,
            danger: true,
            disabledReason: made.state === 'ready' ? undefined : 'It has no file',
            onSelect: () => setRemoved(made),
          },
        ]}
        listItem={(made) => ({
          title: showStamp(made.asked, zone),
          kind: STATES[made.state].words,
          line: sizeWords(made),
          more: made.error,
          action: <DownloadLink made={made} />,
        })}
        loadingText="Loading archives…"
        failure={failureOf(query, 'Couldn’t load the archives')}
        empty={
          <EmptyState
            icon={IconPackageExport}
            title="No archives yet"
            text="Make one to move your agency, or to keep everything in a place of your own."
          />
        }
      />
      {removed && (
        <RemoveDialog
          {...REMOVE_EXPORT}
          title="Remove archive"
          input={{ id: removed.id }}
          onClose={() => setRemoved(undefined)}
        >
          The file is gone from the server. Copies that were downloaded stay where they are.
        </RemoveDialog>
      )}
    </Page>
  );
};
