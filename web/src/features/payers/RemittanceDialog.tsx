import type { OutputOf } from '@homecare/domain/call.ts';
import { counted } from '@homecare/domain/counted.ts';
import type { uploadRemittance } from '@homecare/domain/payers/contract.ts';
import type { Payer } from '@homecare/domain/payers/schema.ts';
import { List } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { useAction } from '../../platform/form/use-action.ts';
import { ReadDialog } from '../../ui/Dialog.tsx';
import { FileButton } from '../../ui/FileButton.tsx';
import { menuIcon } from '../../ui/icons.ts';
import { Note } from '../../ui/Note.tsx';
import { LOAD_REMITTANCE } from './api.ts';

interface RemittanceDialogProps {
  readonly payer: Payer;
  readonly onClose: () => void;
}

/** What an insurer paid before Medicaid: loaded once, it lets the rest be claimed (docs/rules/payers.md, rules 8 and 9). */
export const RemittanceDialog = ({ payer, onClose }: RemittanceDialogProps) => {
  const [read, setRead] = useState<OutputOf<typeof uploadRemittance>>();
  const load = useAction({ ...LOAD_REMITTANCE, onDone: ({ data }) => setRead(data) });
  const send = (file: File | undefined) => {
    setRead(undefined);
    if (file) void load.run({ payerId: payer.id }, { file });
  };
  return (
    <ReadDialog title={`Remittance of ${payer.name}`} onClose={onClose}>
      <p>
        Load the 835 file of this insurer. Clients are found by their member numbers; the next upload then
        asks Medicaid for the rest.
      </p>
      <FileButton
        fileLabel="Remittance (835)"
        leftSection={<IconUpload {...menuIcon} />}
        loading={load.pending}
        onFiles={([file]) => send(file)}
      >
        Choose file
      </FileButton>
      {read && (
        <Note tone={read.unused.length > 0 ? 'warn' : 'ok'} live>
          {counted(read.decisions, 'line', 'lines')} loaded.
          {read.unused.length > 0 && (
            <List size="sm">
              {read.unused.map((sentence) => (
                <List.Item key={sentence}>{sentence}</List.Item>
              ))}
            </List>
          )}
        </Note>
      )}
    </ReadDialog>
  );
};
