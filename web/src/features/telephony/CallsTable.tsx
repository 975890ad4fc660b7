import { sayDay, sayStamp } from '@homecare/domain/calendar.ts';
import type { OutputOf } from '@homecare/domain/call.ts';
import { isCallToReview, sayCaller, sayOutcome } from '@homecare/domain/telephony/calls.ts';
import type { listCalls } from '@homecare/domain/telephony/contract.ts';
import type { TelephonyCall } from '@homecare/domain/telephony/schema.ts';
import { Button } from '@mantine/core';
import { IconCheck, IconPhone } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { useAction } from '../../platform/form/use-action.ts';
import { failureOf, freshnessOf } from '../../platform/query.ts';
import { CellLines } from '../../ui/CellLines.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import type { MenuEntry } from '../../ui/RowMenu.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { STORY_KEY, storyEntry, useOpenStory } from '../visit-story/open-story.ts';
import { MARK_SEEN } from './api.ts';

const PLACES = {
  phone: 'Client’s phone',
  device: 'Code of the device',
  unknown: 'Not the client’s phone',
} as const;

const placeText = ({ place }: TelephonyCall) => (place === null ? null : PLACES[place]);
const visitText = ({ visit }: TelephonyCall) => (visit ? `${visit.client}, ${sayDay(visit.day)}` : '–');

const columnsIn = (zone: string): readonly Column<TelephonyCall>[] => [
  { key: 'at', title: 'Time', width: 160, cell: ({ beganAt }) => sayStamp(beganAt, zone) },
  {
    key: 'caller',
    title: 'From',
    min: 170,
    cell: (row) => <CellLines main={sayCaller(row.caller)} sub={row.callerIs ?? 'Nobody on record'} />,
  },
  { key: 'caregiver', title: 'Caregiver', width: 180, cell: ({ caregiver }) => caregiver ?? '–' },
  { key: 'visit', title: 'Visit', width: 200, cell: visitText },
  {
    key: 'outcome',
    title: 'What happened',
    width: 220,
    cell: (row) => (
      <CellLines
        main={sayOutcome(row)}
        sub={[placeText(row), row.seenBy && `Seen by ${row.seenBy}`].filter(Boolean).join(' · ')}
      />
    ),
  },
];

interface CallsTableProps {
  readonly query: UseQueryResult<OutputOf<typeof listCalls>, Error>;
  readonly rows: readonly TelephonyCall[] | undefined;
  readonly zone: string;
}

/** The calls of the last month; those that somebody should look at are marked. */
export const CallsTable = ({ query, rows, zone }: CallsTableProps) => {
  const { run, pending } = useAction(MARK_SEEN);
  const openStory = useOpenStory();
  const open = ({ visit }: TelephonyCall) => {
    if (visit) openStory({ planId: visit.planId, day: visit.day });
  };
  const seenButton = (row: TelephonyCall) =>
    isCallToReview(row) && (
      <Button disabled={pending} onClick={() => void run({ id: row.id })}>
        Mark as seen
      </Button>
    );
  const menu = (row: TelephonyCall): MenuEntry[] => [
    ...(row.visit ? [storyEntry(() => open(row))] : []),
    ...(isCallToReview(row)
      ? [{ label: 'Mark as seen', icon: IconCheck, onSelect: () => void run({ id: row.id }) }]
      : []),
  ];
  return (
    <DataTable
      label="Phone calls"
      columns={columnsIn(zone)}
      rows={rows}
      rowKey={({ id }) => id}
      rowName={({ beganAt, caller }) => `the call of ${sayCaller(caller)}, ${sayStamp(beganAt, zone)}`}
      pageSize={12}
      noun={rows?.length === 1 ? 'call' : 'calls'}
      tone={(row) => (isCallToReview(row) ? 'warn' : undefined)}
      onOpen={open}
      keys={{ [STORY_KEY]: open }}
      menu={menu}
      actions={seenButton}
      actionsTitle="Look"
      actionsWidth={196}
      listItem={(row) => ({
        title: row.caregiver ?? sayCaller(row.caller),
        kind: sayOutcome(row),
        line: `${sayStamp(row.beganAt, zone)}, ${sayCaller(row.caller)}`,
        more: row.visit ? visitText(row) : null,
        action: seenButton(row),
      })}
      footer={freshnessOf(query)}
      loadingText="Loading calls…"
      failure={failureOf(query, 'Couldn’t load the calls', 'Your search is kept.')}
      empty={
        <EmptyState
          icon={IconPhone}
          title="No calls yet"
          text="Calls of the last 31 days appear here, with who called and what was recorded."
        />
      }
    />
  );
};
