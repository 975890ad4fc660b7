import { sayTime, showDate } from '@homecare/domain/calendar.ts';
import { fold } from '@homecare/domain/fold.ts';
import { isPast, sayDue, sayStep } from '@homecare/domain/incidents/deadlines.ts';
import type { IncidentRow } from '@homecare/domain/incidents/schema.ts';
import { CRITICAL_WORDS, HARM_WORDS, KIND_WORDS } from '@homecare/domain/incidents/words.ts';
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconPlus, IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { useKeptTab } from '../../platform/filter-address.ts';
import { PersonLink } from '../../platform/PersonLink.tsx';
import { useOpenPage } from '../../platform/page-state.ts';
import { failureOf, freshnessOf } from '../../platform/query.ts';
import { useNow } from '../../platform/use-now.ts';
import { useZone } from '../../platform/use-today.ts';
import { CellLines } from '../../ui/CellLines.tsx';
import { CountTabs } from '../../ui/CountTabs.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { menuIcon } from '../../ui/icons.ts';
import { FilterBar, Page } from '../../ui/Page.tsx';
import { Pill } from '../../ui/Pill.tsx';
import { SearchBox } from '../../ui/SearchBox.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { ExportMenu } from '../list-export/ExportMenu.tsx';
import { fetchIncidentTable, INCIDENT, openIncidentPaper, useIncidents } from './api.ts';
import { IncidentDialog } from './IncidentDialog.tsx';
import { CRITICAL_TONES } from './incident-words.ts';

const TABS = ['open', 'all'] as const;

const stateOf = (isClosed: boolean) => (isClosed ? 'Closed' : 'To be closed');
const whenOf = ({ date, time }: IncidentRow) =>
  [showDate(date), time && sayTime(time)].filter(Boolean).join(', ');

const columnsAt = (now: Temporal.Instant, zone: string): readonly Column<IncidentRow>[] => [
  {
    key: 'client',
    title: 'Client',
    min: 170,
    cell: ({ clientId, client, provider }) => (
      <CellLines strong main={<PersonLink id={clientId} name={client} />} sub={provider ?? ''} />
    ),
  },
  {
    key: 'kind',
    title: 'Incident',
    min: 190,
    cell: (row) => <CellLines main={KIND_WORDS[row.kind]} sub={whenOf(row)} />,
  },
  {
    key: 'critical',
    title: 'Critical',
    width: 170,
    cell: ({ critical }) => <Pill tone={CRITICAL_TONES[critical]}>{CRITICAL_WORDS[critical]}</Pill>,
  },
  { key: 'harm', title: 'Harm', width: 150, cell: ({ harm }) => HARM_WORDS[harm] },
  {
    key: 'next',
    title: 'Next',
    width: 240,
    cell: ({ isClosed, steps: [next] }) => (
      <CellLines
        wraps
        main={next?.words ?? stateOf(isClosed)}
        sub={next ? sayDue(next, zone) : ''}
        {...(next && isPast(next, now) ? { subTone: 'danger' as const } : {})}
      />
    ),
  },
];

/** /incidents: what happened to clients, and what is still to be done about it. */
export const IncidentsPage = () => {
  const zone = useZone();
  const now = useNow(60);
  const query = useIncidents();
  const openPage = useOpenPage();
  const [tab, setTab] = useKeptTab('incidents.tab', TABS, 'open');
  const [search, setSearch] = useState('');
  const [adding, setAdding] = useState(false);
  const wanted = fold(search.trim());
  const found = query.data?.filter(({ client, provider }) =>
    fold(`${client} ${provider ?? ''}`).includes(wanted),
  );
  const open = found?.filter(({ isClosed }) => !isClosed);
  const rows = tab === 'open' ? open : found;
  const isLate = ({ steps }: IncidentRow) => steps.some((step) => isPast(step, now));
  const show = ({ id }: { readonly id: number }) => void openPage(INCIDENT, { id });
  return (
    <Page>
      <FilterBar
        actions={
          <>
            <ExportMenu list="incidents" load={fetchIncidentTable} disabled={query.data?.length === 0} />
            <Button variant="filled" leftSection={<IconPlus {...menuIcon} />} onClick={() => setAdding(true)}>
              New incident
            </Button>
          </>
        }
      >
        <SearchBox label="Search incidents" placeholder="Name" value={search} onChange={setSearch} />
        <CountTabs
          label="Incidents"
          look="segments"
          tabs={[
            {
              key: 'open',
              label: 'Open',
              count: open?.length,
              alarm: open?.some(isLate) ?? false,
            },
            { key: 'all', label: 'All', count: found?.length },
          ]}
          value={tab}
          onChange={setTab}
        />
      </FilterBar>
      <DataTable
        label="Incidents"
        columns={columnsAt(now, zone)}
        rows={rows}
        rowKey={({ id }) => id}
        rowName={(row) => `${row.client}, ${KIND_WORDS[row.kind]} on ${showDate(row.date)}`}
        noun={rows?.length === 1 ? 'incident' : 'incidents'}
        tone={(row) => (isLate(row) ? 'danger' : undefined)}
        onOpen={show}
        menu={(row) => [
          { label: 'Open', icon: IconAlertTriangle, onSelect: () => show(row) },
          { label: 'Print', icon: IconPrinter, onSelect: () => openIncidentPaper(row.id) },
        ]}
        listItem={(row) => ({
          title: row.client,
          kind: KIND_WORDS[row.kind],
          line: whenOf(row),
          more: row.steps[0] ? sayStep(row.steps[0], zone) : stateOf(row.isClosed),
        })}
        footer={freshnessOf(query)}
        loadingText="Loading incidents…"
        failure={failureOf(query, 'Couldn’t load the incidents')}
        empty={
          <EmptyState
            icon={IconAlertTriangle}
            title={tab === 'open' ? 'No open incidents' : 'No incidents yet'}
            text="Caregivers report incidents from their phone; the office enters what it hears otherwise."
          />
        }
      />
      {adding && (
        <IncidentDialog stored={null} onSaved={(id) => show({ id })} onClose={() => setAdding(false)} />
      )}
    </Page>
  );
};
