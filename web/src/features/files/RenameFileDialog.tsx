import { kindOfName, nameFile, withoutExtension } from '@homecare/domain/files/rules.ts';
import type { FileEntry } from '@homecare/domain/files/schema.ts';
import { TextInput } from '@mantine/core';
import { FormDialog } from '../../platform/form/FormDialog.tsx';
import { useSave } from '../../platform/form/use-save.ts';
import { toast } from '../../platform/toasts.ts';
import { RENAME_FILE } from './api.ts';

interface RenameFileDialogProps {
  readonly personId: number;
  readonly file: FileEntry;
  readonly onClose: () => void;
}

/** A new name; the extension stays what it is (docs/rules/files.md, rule 3). */
export const RenameFileDialog = ({ personId, file, onClose }: RenameFileDialogProps) => {
  const kind = kindOfName(file.name) ?? 'pdf';
  const save = useSave({
    ...RENAME_FILE,
    values: { name: withoutExtension(file.name) },
    input: ({ name }) => {
      const named = nameFile(name, kind);
      return { id: personId, name: file.name, rename: named.ok ? named.name : name };
    },
    check: ({ name }) => {
      const named = nameFile(name, kind);
      return named.ok ? [] : named.errors;
    },
    onSaved: ({ info }) => {
      toast.success(info ?? '');
      onClose();
    },
    onRefused: ({ info }) => [{ field: 'name', message: info }],
  });
  return (
    <FormDialog save={save} title={`Rename ${file.name}`} label="Rename" onClose={onClose}>
      <TextInput
        label="Name"
        required
        maxLength={120}
        rightSection={`.${kind}`}
        rightSectionWidth={56}
        data-autofocus
        {...save.text('name')}
      />
    </FormDialog>
  );
};
