import { sayStamp } from '@homecare/domain/calendar.ts';
import type { OutputOf } from '@homecare/domain/call.ts';
import type { getTelephony } from '@homecare/domain/telephony/contract.ts';
import type { CodeDevice } from '@homecare/domain/telephony/schema.ts';
import { Button } from '@mantine/core';
import { IconDeviceRemote, IconTrash } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { RemoveDialog } from '../../platform/form/RemoveDialog.tsx';
import { PersonLink } from '../../platform/PersonLink.tsx';
import { failureOf, freshnessOf } from '../../platform/query.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { REMOVE_DEVICE } from './api.ts';

const addedText = ({ addedAt, addedBy }: CodeDevice, zone: string) =>
  `Added ${sayStamp(addedAt, zone)} by ${addedBy}`;

const columnsIn = (zone: string): readonly Column<CodeDevice>[] => [
  {
    key: 'client',
    title: 'Client',
    min: 200,
    cell: ({ clientId, client }) => <PersonLink id={clientId} name={client} />,
  },
  { key: 'added', title: 'Added', width: 300, cell: (row) => addedText(row, zone) },
];

interface DevicesTableProps {
  readonly query: UseQueryResult<OutputOf<typeof getTelephony>, Error>;
  readonly rows: readonly CodeDevice[] | undefined;
  readonly zone: string;
  readonly onAdd: () => void;
}

/** Devices at homes without a phone. */
export const DevicesTable = ({ query, rows, zone, onAdd }: DevicesTableProps) => {
  const [removed, setRemoved] = useState<CodeDevice>();
  return (
    <>
      <DataTable
        label="Code devices"
        columns={columnsIn(zone)}
        rows={rows}
        rowKey={({ id }) => id}
        rowName={({ client }) => `the device of ${client}`}
        pageSize={12}
        noun={rows?.length === 1 ? 'device' : 'devices'}
        menu={(row) => [{ label: 'Remove…', icon: IconTrash, danger: true, onSelect: () => setRemoved(row) }]}
        listItem={(row) => ({ title: row.client, line: addedText(row, zone) })}
        footer={freshnessOf(query)}
        loadingText="Loading devices…"
        failure={failureOf(query, 'Couldn’t load the devices')}
        empty={
          <EmptyState
            icon={IconDeviceRemote}
            title="No code devices"
            text="A device in a home without a phone shows six digits that caregivers enter. They prove that the caregiver is there."
          >
            <Button onClick={onAdd}>Add device</Button>
          </EmptyState>
        }
      />
      {removed && (
        <RemoveDialog
          {...REMOVE_DEVICE}
          title={`Remove the device of ${removed.client}`}
          input={{ id: removed.id }}
          onClose={() => setRemoved(undefined)}
        >
          Its codes no longer prove where a call comes from.
        </RemoveDialog>
      )}
    </>
  );
};
