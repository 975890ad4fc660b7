import { counted } from '@homecare/domain/counted.ts';
import { drawPin, usualNumber } from '@homecare/domain/telephony/pins.ts';
import type { TelephonyCaregiver } from '@homecare/domain/telephony/schema.ts';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useAction } from '../../platform/form/use-action.ts';
import { randomPick } from '../../platform/random-pick.ts';
import { saveAs } from '../../platform/send-file.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { ConfirmDialog, Dialog } from '../../ui/Dialog.tsx';
import { menuIcon } from '../../ui/icons.ts';
import { Note } from '../../ui/Note.tsx';
import { SAVE_PINS } from './api.ts';

interface Drawn {
  readonly providerId: number;
  readonly name: string;
  readonly number: string;
  readonly pin: string;
}

const COLUMNS: readonly Column<Drawn>[] = [
  { key: 'name', title: 'Caregiver', min: 160, cell: ({ name }) => name },
  { key: 'number', title: 'Number', width: 110, cell: ({ number }) => number },
  { key: 'pin', title: 'PIN', width: 110, cell: ({ pin }) => pin },
];

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
const csvOf = (drawn: readonly Drawn[]) =>
  ['Caregiver,Number,PIN', ...drawn.map((one) => [one.name, one.number, one.pin].map(quoted).join(','))]
    .join('\r\n')
    .concat('\r\n');

/** Shown once, right after they were set: only its own button closes it. */
const DrawnPins = ({
  drawn,
  onClose,
}: {
  readonly drawn: readonly Drawn[];
  readonly onClose: () => void;
}) => (
  <Dialog
    opened
    forced
    wide
    title="Numbers and PINs"
    onClose={onClose}
    actions={
      <>
        <Button
          size="sm"
          leftSection={<IconDownload {...menuIcon} />}
          onClick={() => saveAs(new Blob([csvOf(drawn)], { type: 'text/csv' }), 'phone-check-in.csv')}
        >
          Save as a file
        </Button>
        <Button size="sm" variant="filled" onClick={onClose}>
          I have them
        </Button>
      </>
    }
  >
    <Note tone="warn">PINs are not shown again. Give each caregiver their own.</Note>
    <DataTable
      label="Numbers and PINs"
      columns={COLUMNS}
      rows={drawn}
      rowKey={({ providerId }) => providerId}
      rowName={({ name }) => name}
      pageSize={10}
      noun={drawn.length === 1 ? 'caregiver' : 'caregivers'}
      listItem={({ name, number, pin }) => ({ title: name, line: `Number ${number}, PIN ${pin}` })}
    />
  </Dialog>
);

interface DrawPinsDialogProps {
  readonly rows: readonly TelephonyCaregiver[];
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** A PIN for each of many caregivers, and a number where they have none. */
export const DrawPinsDialog = ({ rows, onDone, onClose }: DrawPinsDialogProps) => {
  // Pressed again after no answer came, they are the same PINs.
  const [drawn] = useState(() =>
    rows.map(({ providerId, name, number }) => ({
      providerId,
      name,
      number: number ?? usualNumber(providerId),
      pin: drawPin(randomPick),
    })),
  );
  const [isSaved, setSaved] = useState(false);
  const { run, pending } = useAction({
    ...SAVE_PINS,
    onDone: () => {
      setSaved(true);
      onDone();
    },
  });
  if (isSaved) return <DrawnPins drawn={drawn} onClose={onClose} />;
  const known = rows.filter(({ number }) => number !== null).length;
  return (
    <ConfirmDialog
      opened
      title="Draw PINs"
      confirmLabel="Draw PINs"
      busy={pending}
      onConfirm={() =>
        void run({ pins: drawn.map(({ providerId, number, pin }) => ({ providerId, number, pin })) })
      }
      onCancel={onClose}
    >
      {counted(rows.length, 'caregiver')} get a new PIN.
      {known > 0 && ` The PINs that ${known} of them have stop working.`}
    </ConfirmDialog>
  );
};
