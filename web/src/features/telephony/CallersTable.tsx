import { sayStamp } from '@homecare/domain/calendar.ts';
import type { OutputOf } from '@homecare/domain/call.ts';
import { type getTelephony, PINS_AT_ONCE, savePins } from '@homecare/domain/telephony/contract.ts';
import type { TelephonyCaregiver } from '@homecare/domain/telephony/schema.ts';
import { IconPencil, IconPhone, IconTrash, IconWand } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { RemoveDialog } from '../../platform/form/RemoveDialog.tsx';
import { BulkActions } from '../../platform/lists/BulkActions.tsx';
import { useSelected } from '../../platform/lists/use-selected.ts';
import { PersonLink } from '../../platform/PersonLink.tsx';
import { failureOf, freshnessOf } from '../../platform/query.ts';
import { useSession } from '../../platform/session.ts';
import { useCapabilities } from '../../platform/site.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { Pill } from '../../ui/Pill.tsx';
import type { MenuEntry } from '../../ui/RowMenu.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { REMOVE_PIN } from './api.ts';
import { DrawPinsDialog } from './DrawPinsDialog.tsx';
import { PinDialog } from './PinDialog.tsx';

const pinText = ({ isLocked, setAt, setBy }: TelephonyCaregiver, zone: string) => {
  if (setAt === null) return 'None yet';
  const words = `Set ${sayStamp(setAt, zone)} by ${setBy}`;
  return isLocked ? <Pill tone="danger">Locked after five wrong tries</Pill> : words;
};

const columnsIn = (zone: string): readonly Column<TelephonyCaregiver>[] => [
  {
    key: 'name',
    title: 'Caregiver',
    min: 180,
    cell: ({ providerId, name }) => <PersonLink id={providerId} name={name} />,
  },
  { key: 'number', title: 'Number', width: 160, cell: ({ number }) => number ?? '–' },
  { key: 'pin', title: 'PIN', width: 300, cell: (row) => pinText(row, zone) },
];

const rowId = ({ providerId }: TelephonyCaregiver) => providerId;

type Step =
  | { readonly what: 'draw'; readonly rows: readonly TelephonyCaregiver[] }
  | { readonly what: 'set' | 'remove'; readonly row: TelephonyCaregiver };

interface CallersTableProps {
  readonly query: UseQueryResult<OutputOf<typeof getTelephony>, Error>;
  readonly rows: readonly TelephonyCaregiver[] | undefined;
  readonly zone: string;
}

/** Caregivers with their numbers; the PIN itself is known to nobody. */
export const CallersTable = ({ query, rows, zone }: CallersTableProps) => {
  const [step, setStep] = useState<Step>();
  const close = () => setStep(undefined);
  const { selection, selected, selectAll, clear } = useSelected(rows, rowId);
  const session = useSession();
  const capabilities = useCapabilities();
  const set = (row: TelephonyCaregiver) => setStep({ what: 'set', row });
  const menu = (row: TelephonyCaregiver): MenuEntry[] => [
    { label: 'Set number and PIN…', icon: IconPencil, onSelect: () => set(row) },
    ...(row.number === null
      ? []
      : [
          {
            label: 'Remove…',
            icon: IconTrash,
            danger: true,
            onSelect: () => setStep({ what: 'remove', row }),
          },
        ]),
  ];
  return (
    <>
      <DataTable
        label="Caregivers who can call"
        columns={columnsIn(zone)}
        rows={rows}
        rowKey={rowId}
        rowName={({ name }) => name}
        pageSize={12}
        noun={rows?.length === 1 ? 'caregiver' : 'caregivers'}
        selection={selection}
        tone={({ isLocked }) => (isLocked ? 'danger' : undefined)}
        onOpen={set}
        menu={menu}
        listItem={(row) => ({
          title: row.name,
          kind: row.number === null ? undefined : `Number ${row.number}`,
          line: pinText(row, zone),
        })}
        footer={freshnessOf(query)}
        loadingText="Loading caregivers…"
        failure={failureOf(query, 'Couldn’t load the caregivers', 'Your search is kept.')}
        empty={
          <EmptyState
            icon={IconPhone}
            title="No caregivers here"
            text="Active caregivers appear here and get a number and a PIN."
          />
        }
      />
      {session && (
        <BulkActions
          label="Selected caregivers"
          viewer={{ role: session.role, capabilities }}
          actions={[
            {
              key: 'draw',
              label: 'Draw PINs…',
              icon: IconWand,
              call: savePins,
              blocked: (row) =>
                selected.indexOf(row) < PINS_AT_ONCE ? undefined : `At most ${PINS_AT_ONCE} at once`,
              run: (all) => setStep({ what: 'draw', rows: all }),
            },
          ]}
          selected={selected}
          total={rows?.length ?? 0}
          onAll={selectAll}
          onClear={clear}
        />
      )}
      {step?.what === 'draw' && <DrawPinsDialog rows={step.rows} onDone={clear} onClose={close} />}
      {step?.what === 'set' && <PinDialog caregiver={step.row} onClose={close} />}
      {step?.what === 'remove' && (
        <RemoveDialog
          {...REMOVE_PIN}
          title={`Remove the number of ${step.row.name}`}
          input={{ providerId: step.row.providerId }}
          onClose={close}
        >
          They can no longer check in by a phone call. What they have recorded stays.
        </RemoveDialog>
      )}
    </>
  );
};
