import { showDate } from '@homecare/domain/calendar.ts';
import { openOf } from '@homecare/domain/claims/list-words.ts';
import type { Denial, DenialList, DenialState } from '@homecare/domain/claims/schema.ts';
import { showMoney } from '@homecare/domain/money.ts';
import { Group, Stack } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import type { ListColumn } from '../../platform/lists/list-columns.ts';
import { useLook } from '../../platform/lists/use-look.ts';
import { ViewMenu } from '../../platform/lists/ViewMenu.tsx';
import { failureOf } from '../../platform/query.ts';
import { CellLines } from '../../ui/CellLines.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { Pill } from '../../ui/Pill.tsx';
import { EmptyState } from '../../ui/states.tsx';
import type { Tone } from '../../ui/tones.ts';
import { ExportMenu } from '../list-export/ExportMenu.tsx';
import { exportDenialList, useDenials } from './api.ts';
import { DenialDetails } from './DenialDetails.tsx';

const TONES: Record<DenialState, Tone> = {
  Denied: 'danger',
  PartPaid: 'warn',
  Refused: 'danger',
  Problem: 'danger',
  Overpaid: 'warn',
};
export const DenialPill = ({ state }: Pick<Denial, 'state'>) => <Pill tone={TONES[state]}>{state}</Pill>;

const daysOf = ({ from, through }: Denial) =>
  from === through ? showDate(from) : `${showDate(from).slice(0, 5)} – ${showDate(through)}`;

const columnsWith = (owners: DenialList['owners']): readonly ListColumn<Denial>[] => [
  {
    key: 'client',
    title: 'Client',
    width: 170,
    value: ({ client }) => client,
    cell: (denial) => <CellLines main={denial.client} sub={`${denial.id}, ${daysOf(denial)}`} strong />,
  },
  {
    key: 'state',
    title: 'State',
    width: 112,
    value: ({ state }) => state,
    cell: ({ state }) => <DenialPill state={state} />,
  },
  {
    key: 'open',
    title: 'Open',
    width: 96,
    align: 'right',
    value: openOf,
    cell: (denial) => showMoney(openOf(denial)),
  },
  {
    key: 'reason',
    title: 'Reason',
    min: 160,
    value: ({ reason }) => reason ?? null,
    cell: ({ reason }) => reason ?? '–',
  },
  {
    key: 'owner',
    title: 'Owner',
    width: 110,
    value: ({ ownerId }) => owners.find(({ id }) => id === ownerId)?.name ?? null,
    cell: ({ ownerId }) => owners.find(({ id }) => id === ownerId)?.name ?? '–',
  },
];

/** Claims that were not paid in full, with what to do about each. */
export const DenialsPanel = () => {
  const query = useDenials();
  // Kept: a claim that was sent again leaves the list while its answer is looked at.
  const [shown, setShown] = useState<Denial>();
  const owners = query.data?.owners ?? [];
  const columns = columnsWith(owners);
  const { table, menu } = useLook({ list: 'denials', columns, rows: query.data?.denials, pageSize: 10 });
  const denial = query.data?.denials.find(({ id }) => id === shown?.id) ?? shown;
  if (denial)
    return (
      <DenialDetails key={denial.id} denial={denial} owners={owners} onClose={() => setShown(undefined)} />
    );
  return (
    <Stack gap={12}>
      <Group justify="flex-end" gap="xs">
        <ViewMenu {...menu} />
        <ExportMenu list="denials" load={exportDenialList} disabled={!query.data?.denials.length} />
      </Group>
      <DataTable
        label="Denials"
        {...table}
        rowKey={({ id }) => id}
        rowName={({ client, id }) => `${client}, claim ${id}`}
        noun={query.data?.denials.length === 1 ? 'claim' : 'claims'}
        onOpen={setShown}
        actionsWidth={56}
        menu={(one) => [{ label: 'Open', onSelect: () => setShown(one) }]}
        listItem={(one) => ({
          title: one.client,
          kind: <DenialPill state={one.state} />,
          line: one.reason,
        })}
        loadingText="Loading denials…"
        failure={failureOf(query, 'The denials could not be loaded')}
        empty={
          <EmptyState
            icon={IconCircleCheck}
            title="No denials"
            text="Every claim that was answered is paid in full or was sent again."
          />
        }
      />
    </Stack>
  );
};
