import { checkUpload, FILE_KINDS, showSize, withoutExtension } from '@homecare/domain/files/rules.ts';
import { Button, TextInput } from '@mantine/core';
import { useId, useRef, useState } from 'react';
import { newAttemptKey } from '../../platform/send.ts';
import { toast } from '../../platform/toasts.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Note } from '../../ui/Note.tsx';
import { useFileDrop } from '../../ui/use-file-drop.ts';
import classes from './AddFileDialog.module.css';
import { addFile } from './api.ts';

interface AddFileDialogProps {
  readonly personId: number;
  readonly name: string;
  readonly onClose: () => void;
}

const ACCEPTED = FILE_KINDS.map((kind) => `.${kind}`).join(',');
const NONE: Partial<Record<string, string>> = {};

/** One upload: what keeps it from being sent, how far it is, and what the server said. */
const useUpload = (personId: number, onDone: () => void) => {
  const [progress, setProgress] = useState<number>();
  const [errors, setErrors] = useState(NONE);
  const [refusal, setRefusal] = useState<string>();
  const running = useRef<AbortController>(undefined);
  // Kept while the same thing is tried again, so that an answer that got lost adds no second file.
  const attempt = useRef({ what: '', key: '' });

  const start = async (file: File | undefined, name: string) => {
    if (running.current) return;
    setRefusal(undefined);
    const faults = checkUpload(file, name)?.errors ?? [];
    setErrors(Object.fromEntries(faults.map(({ field, message }) => [field, message])));
    if (!file || faults.length > 0) return;
    const what = `${file.name} ${file.size} ${file.lastModified} ${name}`;
    if (attempt.current.what !== what) attempt.current = { what, key: newAttemptKey() };
    const controller = new AbortController();
    running.current = controller;
    setProgress(0);
    const { key } = attempt.current;
    const sent = await addFile(personId, name, file, {
      onProgress: setProgress,
      signal: controller.signal,
      key,
    });
    running.current = undefined;
    setProgress(undefined);
    if (controller.signal.aborted) return;
    if (sent.ok) {
      toast.success(sent.info ?? '');
      return onDone();
    }
    attempt.current = sent.reason === 'unavailable' ? attempt.current : { what: '', key: '' };
    if (sent.errors.length > 0)
      setErrors(Object.fromEntries(sent.errors.map(({ field, message }) => [field, message])));
    else setRefusal(sent.info);
  };
  return {
    progress,
    errors,
    refusal,
    start,
    forget: () => setErrors(NONE),
    stop: () => running.current?.abort(),
  };
};

/** A file and a name, both needed (docs/rules/files.md, rule 2). */
export const AddFileDialog = ({ personId, name, onClose }: AddFileDialogProps) => {
  const [file, setFile] = useState<File>();
  const [typed, setTyped] = useState('');
  const upload = useUpload(personId, onClose);
  const ids = { file: useId(), hint: useId(), progress: useId() };
  const isSending = upload.progress !== undefined;
  const choose = (chosen: File | undefined) => {
    setFile(chosen);
    upload.forget();
    if (chosen && (typed === '' || typed === withoutExtension(file?.name ?? '')))
      setTyped(withoutExtension(chosen.name));
  };
  const close = () => {
    upload.stop();
    onClose();
  };
  const drop = useFileDrop(([dropped]) => {
    if (!isSending) choose(dropped);
  });
  const start = () => void upload.start(file, typed);
  return (
    <Dialog
      opened
      title={`Add a file to ${name}`}
      onClose={close}
      onMain={start}
      actions={
        <>
          <Button size="sm" onClick={isSending ? upload.stop : close}>
            {isSending ? 'Stop' : 'Cancel'}
          </Button>
          <Button size="sm" variant="filled" disabled={isSending} onClick={start}>
            Upload
          </Button>
        </>
      }
    >
      {upload.refusal && (
        <Note tone="danger" live>
          {upload.refusal}
        </Note>
      )}
      <div className={classes.drop} {...drop}>
        <label htmlFor={ids.file} className={classes.label}>
          File <span aria-hidden="true">*</span>
        </label>
        <input
          id={ids.file}
          type="file"
          accept={ACCEPTED}
          required
          disabled={isSending}
          className={classes.input}
          data-autofocus
          aria-invalid={upload.errors.file ? true : undefined}
          aria-describedby={ids.hint}
          onChange={(event) => choose(event.currentTarget.files?.[0])}
        />
        <p id={ids.hint} className={upload.errors.file ? classes.error : classes.hint} aria-live="polite">
          {upload.errors.file ??
            (file ? showSize(file.size) : 'PDF, Word or Excel, up to 10 MB. Or drop it here.')}
        </p>
      </div>
      <TextInput
        label="Name"
        required
        maxLength={120}
        disabled={isSending}
        value={typed}
        error={upload.errors.name}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          upload.forget();
        }}
      />
      {isSending && (
        <div className={classes.progress} role="status">
          <progress id={ids.progress} aria-label="Uploaded" value={upload.progress} />
          <label htmlFor={ids.progress}>
            {(upload.progress ?? 0) < 1
              ? `${Math.floor((upload.progress ?? 0) * 100)} %`
              : 'Checking the file…'}
          </label>
        </div>
      )}
    </Dialog>
  );
};
