import { checkUpload, FILE_KINDS, showSize, withoutExtension } from '@homecare/domain/files/rules.ts';
import { Button, TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import { FormBody } from '../../platform/form/FormBody.tsx';
import { useClosing } from '../../platform/form/use-closing.tsx';
import { useSave } from '../../platform/form/use-save.ts';
import { toast } from '../../platform/toasts.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { useFileDrop } from '../../ui/use-file-drop.ts';
import classes from './AddFileDialog.module.css';
import { ADD_FILE } from './api.ts';

interface AddFileDialogProps {
  readonly personId: number;
  readonly name: string;
  readonly onClose: () => void;
}

const ACCEPTED = FILE_KINDS.map((kind) => `.${kind}`).join(',');
/** A file and a name, both needed (docs/rules/files.md, rule 2). */
export const AddFileDialog = ({ personId, name, onClose }: AddFileDialogProps) => {
  const [file, setFile] = useState<File>();
  const save = useSave({
    ...ADD_FILE,
    values: { file: '', name: '' },
    file,
    input: (values) => ({ id: personId, name: values.name }),
    check: (values) => checkUpload(file, values.name)?.errors ?? [],
    onSaved: ({ info }) => {
      toast.success(info ?? '');
      onClose();
    },
  });
  const ids = { file: useId(), hint: useId(), progress: useId() };
  const { pending, progress = 0 } = save;
  const typed = save.values.name;
  const fault = save.errorOf('file');
  const choose = (chosen: File | undefined) => {
    setFile(chosen);
    save.set({ file: chosen?.name ?? '' });
    if (chosen && (typed === '' || typed === withoutExtension(file?.name ?? '')))
      save.set({ name: withoutExtension(chosen.name) });
  };
  const { leave, question } = useClosing({
    save,
    onClose: () => {
      save.stop();
      onClose();
    },
  });
  const drop = useFileDrop(([dropped]) => {
    if (!pending) choose(dropped);
  });
  return (
    <Dialog
      opened
      title={`Add a file to ${name}`}
      onClose={leave}
      actions={
        <>
          <Button size="sm" onClick={pending ? save.stop : leave}>
            {pending ? 'Stop' : 'Cancel'}
          </Button>
          <Button size="sm" variant="filled" disabled={pending} onClick={save.submit}>
            Upload
          </Button>
        </>
      }
    >
      <FormBody save={save} className="" plain>
        <div className={classes.drop} {...drop}>
          <label htmlFor={ids.file} className={classes.label}>
            File <span aria-hidden="true">*</span>
          </label>
          <input
            id={ids.file}
            type="file"
            accept={ACCEPTED}
            required
            disabled={pending}
            className={classes.input}
            data-autofocus
            data-field="file"
            aria-invalid={fault ? true : undefined}
            aria-describedby={ids.hint}
            onChange={(event) => choose(event.currentTarget.files?.[0])}
          />
          <p id={ids.hint} className={fault ? classes.error : classes.hint} aria-live="polite">
            {fault ?? (file ? showSize(file.size) : 'PDF, Word or Excel, up to 10 MB. You can drop it here.')}
          </p>
        </div>
        <TextInput label="Name" required maxLength={120} disabled={pending} {...save.text('name')} />
        {pending && (
          <div className={classes.progress} role="status">
            <progress id={ids.progress} aria-label="Uploaded" value={progress} />
            <label htmlFor={ids.progress}>
              {progress < 1 ? `${Math.floor(progress * 100)} %` : 'Checking the file…'}
            </label>
          </div>
        )}
      </FormBody>
      {question}
    </Dialog>
  );
};
