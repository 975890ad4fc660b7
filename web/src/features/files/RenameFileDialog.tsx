import { kindOfName, nameFile, withoutExtension } from '@homecare/domain/files/rules.ts';
import type { FileEntry } from '@homecare/domain/files/schema.ts';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { toast } from '../../platform/toasts.ts';
import { Dialog, SaveActions } from '../../ui/Dialog.tsx';
import { renameFile } from './api.ts';

interface RenameFileDialogProps {
  readonly personId: number;
  readonly file: FileEntry;
  readonly onClose: () => void;
}

/** A new name; the extension stays what it is (docs/rules/files.md, rule 3). */
export const RenameFileDialog = ({ personId, file, onClose }: RenameFileDialogProps) => {
  const kind = kindOfName(file.name) ?? 'pdf';
  const [typed, setTyped] = useState(withoutExtension(file.name));
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const save = async () => {
    if (busy) return;
    const named = nameFile(typed, kind);
    if (!named.ok) return setError(named.info);
    setBusy(true);
    const sent = await renameFile(personId, file.name, named.name);
    setBusy(false);
    if (!sent.ok) return setError(sent.info);
    toast.success(sent.info ?? '');
    onClose();
  };
  return (
    <Dialog
      opened
      title={`Rename ${file.name}`}
      onClose={onClose}
      onMain={() => void save()}
      actions={<SaveActions label="Rename" busy={busy} onCancel={onClose} onSave={() => void save()} />}
    >
      <TextInput
        label="Name"
        required
        maxLength={120}
        value={typed}
        error={error}
        rightSection={`.${kind}`}
        rightSectionWidth={56}
        data-autofocus
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setError(undefined);
        }}
      />
    </Dialog>
  );
};
