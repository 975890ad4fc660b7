import { decideTimeOff } from '@homecare/domain/availability/contract.ts';
import { sayTimeOff } from '@homecare/domain/availability/rules.ts';
import type { TimeOffRow } from '@homecare/domain/availability/schema.ts';
import { addDays } from '@homecare/domain/calendar.ts';
import { planOf } from '@homecare/domain/staffing/asked-days.ts';
import { listOpenVisits, MOST_DAYS, MOST_LINES } from '@homecare/domain/staffing/contract.ts';
import { Button, Group } from '@mantine/core';
import {
  IconArrowBackUp,
  IconBeach,
  IconCalendarWeek,
  IconCheck,
  IconPencil,
  IconTrash,
  IconWand,
  IconX,
} from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { RemoveDialog } from '../../platform/form/RemoveDialog.tsx';
import { useTask } from '../../platform/form/use-action.ts';
import { keep } from '../../platform/kept.ts';
import { BulkActions } from '../../platform/lists/BulkActions.tsx';
import { useSelected } from '../../platform/lists/use-selected.ts';
import { PersonLink } from '../../platform/PersonLink.tsx';
import { useOpenPage } from '../../platform/page-state.ts';
import { failureOf, freshnessOf, readNow } from '../../platform/query.ts';
import { useSession } from '../../platform/session.ts';
import { useCapabilities } from '../../platform/site.ts';
import { toast } from '../../platform/toasts.ts';
import { CellLines } from '../../ui/CellLines.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { Pill } from '../../ui/Pill.tsx';
import type { MenuEntry } from '../../ui/RowMenu.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { openedBoard } from '../schedule/opened-board.ts';
import { PLAN_DAYS } from '../staffing/use-proposal.ts';
import { ApproveDialog } from './ApproveDialog.tsx';
import { REMOVE_TIME_OFF, SAVE_TIME_OFF } from './api.ts';
import { TimeOffDialog } from './TimeOffDialog.tsx';
import { daysText, lengthText, STATUS_TONES, spanOf, stateText } from './time-off-words.ts';
import { useDeciding } from './use-deciding.ts';

const StatusOf = ({ row }: { readonly row: TimeOffRow }) => (
  <Pill tone={STATUS_TONES[row.status]}>{row.status}</Pill>
);

const columnsIn = (zone: string): readonly Column<TimeOffRow>[] => [
  {
    key: 'who',
    title: 'Caregiver',
    min: 160,
    cell: ({ providerId, Provider }) => <PersonLink id={providerId} name={Provider} />,
  },
  {
    key: 'days',
    title: 'Days',
    width: 220,
    cell: (row) => <CellLines main={daysText(row)} sub={lengthText(row)} />,
  },
  { key: 'reason', title: 'Reason', width: 240, cell: ({ reason }) => reason ?? '–' },
  {
    key: 'status',
    title: 'Status',
    width: 210,
    cell: (row) => <CellLines main={<StatusOf row={row} />} sub={stateText(row, zone)} />,
  },
];

/** The visits of somebody who is off, on the board with their row alone and in one proposal. */
const useVisitsOf = (today: string) => {
  const openPage = useOpenPage();
  const daysOf = ({ from, through }: TimeOffRow) => ({ from: from < today ? today : from, through });
  return {
    isAhead: ({ status, through }: TimeOffRow) => status === 'Approved' && through >= today,
    show: (row: TimeOffRow) =>
      void openPage('/schedule', openedBoard({ day: daysOf(row).from, people: [row.providerId] })),
    plan: useTask(async (row: TimeOffRow) => {
      const { from, through } = daysOf(row);
      const last = addDays(from, MOST_DAYS - 1);
      const days = { from, through: through < last ? through : last };
      const open = (await readNow(listOpenVisits, days)).filter(
        ({ ProviderID }) => ProviderID === row.providerId,
      );
      const { days: asked, planned } = planOf(open, days, { most: MOST_LINES, isPart: true });
      if (planned === 0)
        return toast.success(`Every visit of ${row.Provider} on these days has a caregiver.`);
      keep(PLAN_DAYS, asked);
      await openPage('/schedule/plan');
    }),
  };
};

const rowId = ({ id }: TimeOffRow) => id;
const isOpen = ({ status }: TimeOffRow) => status === 'Requested';
const blocked = ({ status }: TimeOffRow) =>
  status === 'Requested' ? undefined : `Already ${status.toLowerCase()}`;

/** Asked for again, or entered again as approved. */
const restoring = (row: TimeOffRow) => ({
  ...SAVE_TIME_OFF,
  input: {
    id: null,
    rev: null,
    ...spanOf(row),
    reason: row.reason,
    status: row.status === 'Approved' ? ('Approved' as const) : ('Requested' as const),
  },
  said: `The time off of ${row.Provider} is removed.`,
  undone: `The time off of ${row.Provider} is back.`,
});

type Step =
  | { readonly what: 'approve'; readonly rows: readonly TimeOffRow[] }
  | { readonly what: 'edit' | 'remove'; readonly row: TimeOffRow };

/** What can be done with time off: one table for buttons, menu and the bar of selected rows. */
const useTimeOffSteps = (today: string) => {
  const [step, setStep] = useState<Step>();
  const close = () => setStep(undefined);
  const { decide, pending } = useDeciding(close);
  const { isAhead, show, plan } = useVisitsOf(today);
  const approve = (rows: readonly TimeOffRow[]) => setStep({ what: 'approve', rows });
  const decline = (rows: readonly TimeOffRow[]) => decide(rows, 'Declined');
  const menu = (row: TimeOffRow): MenuEntry[] => [
    ...(isOpen(row)
      ? [
          { label: 'Approve…', icon: IconCheck, onSelect: () => approve([row]) },
          { label: 'Decline', icon: IconX, onSelect: () => decline([row]) },
        ]
      : [
          {
            label: 'Take back decision',
            icon: IconArrowBackUp,
            onSelect: () => decide([row], 'Requested'),
          },
        ]),
    ...(isAhead(row)
      ? [
          { label: 'Plan open visits', icon: IconWand, onSelect: () => void plan.run(row) },
          { label: 'Show on the schedule', icon: IconCalendarWeek, onSelect: () => show(row) },
        ]
      : []),
    'divider',
    { label: 'Edit…', icon: IconPencil, onSelect: () => setStep({ what: 'edit', row }) },
    { label: 'Remove…', icon: IconTrash, danger: true, onSelect: () => setStep({ what: 'remove', row }) },
  ];
  return { step, setStep, close, decide, pending, approve, decline, menu, isAhead, plan };
};

interface TimeOffTableProps {
  readonly query: UseQueryResult<TimeOffRow[], Error>;
  readonly rows: readonly TimeOffRow[] | undefined;
  /** Whatever the filters. */
  readonly all: readonly TimeOffRow[];
  readonly zone: string;
  readonly today: string;
  readonly onAdd: () => void;
}

/** Requested first, then by day. */
export const TimeOffTable = ({ query, rows, all, zone, today, onAdd }: TimeOffTableProps) => {
  const { step, setStep, close, decide, pending, approve, decline, menu, isAhead, plan } =
    useTimeOffSteps(today);
  const { selection, selected, selectAll, clear } = useSelected(rows, rowId);
  const session = useSession();
  const capabilities = useCapabilities();
  const planButton = (row: TimeOffRow) =>
    isAhead(row) && (
      <Button disabled={plan.pending} onClick={() => void plan.run(row)}>
        Plan open visits
      </Button>
    );
  const buttons = (row: TimeOffRow) =>
    !isOpen(row) ? (
      planButton(row)
    ) : (
      <Group gap={6} wrap="nowrap">
        <Button onClick={() => approve([row])}>Approve</Button>
        <Button onClick={() => decline([row])}>Decline</Button>
      </Group>
    );
  return (
    <>
      <DataTable
        label="Time off"
        columns={columnsIn(zone)}
        rows={rows}
        rowKey={rowId}
        rowName={(row) => `${row.Provider}, ${sayTimeOff(row)}`}
        pageSize={12}
        noun={rows?.length === 1 ? 'entry' : 'entries'}
        selection={selection}
        tone={(row) => (isOpen(row) ? 'warn' : undefined)}
        dimmed={({ status }) => status === 'Declined'}
        onOpen={(row) => setStep({ what: 'edit', row })}
        menu={menu}
        actions={buttons}
        actionsTitle="Decide"
        actionsWidth={222}
        listItem={(row) => ({
          title: row.Provider,
          kind: <StatusOf row={row} />,
          line: sayTimeOff(row),
          more: row.reason,
          action: isOpen(row) ? <Button onClick={() => approve([row])}>Approve</Button> : planButton(row),
        })}
        footer={freshnessOf(query)}
        loadingText="Loading time off…"
        failure={failureOf(query, 'Couldn’t load time off', 'Your filters are kept.')}
        empty={
          <EmptyState
            icon={IconBeach}
            title="No time off here"
            text="Caregivers ask for it on their phone. You can enter it for them."
          >
            <Button onClick={onAdd}>Add time off</Button>
          </EmptyState>
        }
      />
      {session && (
        <BulkActions
          label="Selected time off"
          viewer={{ role: session.role, capabilities }}
          actions={[
            {
              key: 'approve',
              label: 'Approve…',
              icon: IconCheck,
              call: decideTimeOff,
              blocked,
              run: approve,
            },
            { key: 'decline', label: 'Decline', icon: IconX, call: decideTimeOff, blocked, run: decline },
          ]}
          selected={selected}
          total={rows?.length ?? 0}
          onAll={selectAll}
          onClear={clear}
        />
      )}
      {step?.what === 'approve' && (
        <ApproveDialog
          rows={step.rows}
          busy={pending}
          onApprove={() => decide(step.rows, 'Approved')}
          onClose={close}
        />
      )}
      {step?.what === 'edit' && <TimeOffDialog stored={step.row} rows={all} today={today} onClose={close} />}
      {step?.what === 'remove' && (
        <RemoveDialog
          {...REMOVE_TIME_OFF}
          title="Remove time off"
          input={{ id: step.row.id, rev: step.row.rev }}
          {...(step.row.status !== 'Declined' && { undo: () => restoring(step.row) })}
          onClose={close}
        >
          {step.row.Provider}: {sayTimeOff(step.row)}. The record log keeps it.
        </RemoveDialog>
      )}
    </>
  );
};
