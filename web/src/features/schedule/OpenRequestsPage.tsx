import { showDate } from '@homecare/domain/calendar.ts';
import { OPEN_REQUEST_STATUSES, type OpenRequest } from '@homecare/domain/care-plans/open-request.ts';
import { plannedDays, sayWeekHours, sayWeekOfVisits } from '@homecare/domain/care-plans/week-line.ts';
import { fold } from '@homecare/domain/fold.ts';
import { Button } from '@mantine/core';
import { IconArrowBackUp, IconPencil, IconPlus, IconUserPlus, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { offerUndo } from '../../platform/form/offer-undo.ts';
import { perform } from '../../platform/form/use-action.ts';
import { PersonLink } from '../../platform/PersonLink.tsx';
import { useOpenPage } from '../../platform/page-state.ts';
import { failureOf, freshnessOf } from '../../platform/query.ts';
import { toast } from '../../platform/toasts.ts';
import { useToday } from '../../platform/use-today.ts';
import { CellLines } from '../../ui/CellLines.tsx';
import { CountTabs } from '../../ui/CountTabs.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { menuIcon } from '../../ui/icons.ts';
import { FilterBar, Page } from '../../ui/Page.tsx';
import type { MenuEntry } from '../../ui/RowMenu.tsx';
import { SearchBox } from '../../ui/SearchBox.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useTypeName } from '../care-plans/api.ts';
import { CARE_PLAN, NEW_PLAN, requestedPlan, storedPlan } from '../care-plans/plan-mode.ts';
import { SET_REQUEST_STATUS, useOpenRequests } from '../care-plans/use-open-requests.ts';
import { RequestDrawer } from './RequestDrawer.tsx';

type Status = OpenRequest['status'];

const weekOf = ({ week }: OpenRequest) => plannedDays(week.time);

const columnsOn = (today: string, typeName: (code: string) => string): readonly Column<OpenRequest>[] => [
  {
    key: 'client',
    title: 'Client',
    min: 170,
    cell: ({ ClientID, Client, town }) => (
      <CellLines strong main={<PersonLink id={ClientID} name={Client} />} sub={town ?? ''} />
    ),
  },
  { key: 'type', title: 'Type', width: 130, cell: ({ Type }) => typeName(Type) },
  {
    key: 'week',
    title: 'Week',
    min: 210,
    cell: (request) => (
      <CellLines
        wraps
        main={sayWeekOfVisits(weekOf(request))}
        sub={`${sayWeekHours(weekOf(request))} h a week`}
      />
    ),
  },
  {
    key: 'start',
    title: 'First day',
    width: 130,
    cell: ({ StartDate, status }) =>
      status === 'Open' && StartDate < today ? (
        <CellLines main={showDate(StartDate)} sub="already passed" subTone="danger" />
      ) : (
        showDate(StartDate)
      ),
  },
  {
    key: 'reason',
    title: 'Reason',
    width: 210,
    cell: ({ createReason, Remarks }) => <CellLines wraps main={createReason} sub={Remarks ?? ''} />,
  },
];

const rowId = ({ id }: OpenRequest) => id;

const setStatus = async ({ id, rev, Client }: OpenRequest, status: 'Open' | 'Withdrawn'): Promise<void> => {
  const sent = await perform(SET_REQUEST_STATUS, { id, rev, status });
  if (!sent.ok) return toast.error(sent.info);
  const back = `The request of ${Client} is open again.`;
  if (status === 'Open') return toast.success(back);
  offerUndo({
    ...SET_REQUEST_STATUS,
    input: { id, rev: sent.data.rev, status: 'Open' },
    said: `The request of ${Client} is withdrawn.`,
    undone: back,
  });
};

/** /openrequests: clients who need a caregiver, and who could take each week. */
export const OpenRequestsPage = () => {
  const typeName = useTypeName();
  const today = useToday().toString();
  const [status, setShown] = useState<Status>('Open');
  const [search, setSearch] = useState('');
  const [asked, setAsked] = useState<number>();
  const query = useOpenRequests(status);
  const openPage = useOpenPage();
  const wanted = fold(search.trim());
  const rows = query.data?.filter(({ Client }) => fold(Client).includes(wanted));
  const request = query.data?.find(({ id }) => id === asked);
  const edit = ({ id }: OpenRequest) => void openPage(CARE_PLAN, requestedPlan(id));
  const add = () => void openPage(CARE_PLAN, NEW_PLAN);
  const menu = (row: OpenRequest): MenuEntry[] => {
    if (row.carePlanId !== null) {
      const plan = { id: row.carePlanId };
      return [
        { label: 'Show care plan', onSelect: () => void openPage(CARE_PLAN, storedPlan('Show', plan)) },
      ];
    }
    return row.status === 'Open'
      ? [
          { label: 'Find a caregiver', icon: IconUserPlus, onSelect: () => setAsked(row.id) },
          { label: 'Edit…', icon: IconPencil, onSelect: () => edit(row) },
          'divider',
          { label: 'Withdraw', icon: IconX, onSelect: () => void setStatus(row, 'Withdrawn') },
        ]
      : [{ label: 'Open again', icon: IconArrowBackUp, onSelect: () => void setStatus(row, 'Open') }];
  };
  const find = (row: OpenRequest) =>
    row.status === 'Open' && <Button onClick={() => setAsked(row.id)}>Find a caregiver</Button>;
  return (
    <Page>
      <FilterBar
        actions={
          <Button variant="filled" leftSection={<IconPlus {...menuIcon} />} onClick={add}>
            Add request
          </Button>
        }
      >
        <SearchBox
          label="Search open requests"
          placeholder="Client"
          width={220}
          value={search}
          onChange={setSearch}
        />
        <CountTabs
          label="Status of requests"
          look="segments"
          tabs={OPEN_REQUEST_STATUSES.map((key) => ({
            key,
            label: key,
            count: key === status ? rows?.length : null,
          }))}
          value={status}
          onChange={setShown}
        />
      </FilterBar>
      <DataTable
        label="Open requests"
        columns={columnsOn(today, typeName)}
        rows={rows}
        rowKey={rowId}
        rowName={({ Client, StartDate }) => `${Client} from ${showDate(StartDate)}`}
        pageSize={12}
        noun={rows?.length === 1 ? 'request' : 'requests'}
        tone={(row) => (row.status === 'Open' && row.StartDate <= today ? 'warn' : undefined)}
        dimmed={(row) => row.status === 'Withdrawn'}
        onOpen={(row) => (row.status === 'Open' ? setAsked(row.id) : undefined)}
        menu={menu}
        actions={find}
        actionsTitle="Actions"
        actionsWidth={180}
        listItem={(row) => ({
          title: row.Client,
          line: `${typeName(row.Type)}, ${sayWeekOfVisits(weekOf(row))}, from ${showDate(row.StartDate)}`,
          more: row.Remarks,
        })}
        footer={freshnessOf(query)}
        loadingText="Loading open requests…"
        failure={failureOf(query, 'Couldn’t load open requests', 'Your filters are kept.')}
        empty={
          <EmptyState
            icon={IconUserPlus}
            title={`No ${status.toLowerCase()} requests`}
            text="A client who still needs a caregiver is a care plan without one. Enter it on the care plan form and save it as an open request."
          >
            <Button onClick={add}>Add request</Button>
          </EmptyState>
        }
      />
      {request && <RequestDrawer request={request} onClose={() => setAsked(undefined)} />}
    </Page>
  );
};
