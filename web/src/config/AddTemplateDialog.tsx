import {
  TEMPLATE_CREATED,
  TEMPLATE_NAME_MISSING,
  TEMPLATE_NOT_CREATED,
} from '@homecare/domain/messaging/rules.ts';
import { TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { newAttemptKey } from '../shell/send.ts';
import { toast } from '../shell/toasts.ts';
import { Dialog, SaveActions } from '../ui/Dialog.tsx';
import { addTemplate } from './api.ts';

interface AddTemplateDialogProps {
  readonly onAdded: (id: number) => void;
  readonly onClose: () => void;
}

/** A new template begins with its name. */
export const AddTemplateDialog = ({ onAdded, onClose }: AddTemplateDialogProps) => {
  const [name, setName] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const attempt = useRef<string>(undefined);
  const create = async () => {
    if (busy) return;
    if (name.trim() === '') {
      setError(TEMPLATE_NAME_MISSING);
      return toast.error(TEMPLATE_NAME_MISSING);
    }
    setBusy(true);
    attempt.current ??= newAttemptKey();
    const sent = await addTemplate(name.trim(), attempt.current);
    setBusy(false);
    if (sent.ok) {
      toast.success(TEMPLATE_CREATED);
      return onAdded(sent.insertId ?? 0);
    }
    if (sent.code !== 'unavailable') attempt.current = undefined;
    setError(sent.info);
    toast.error(TEMPLATE_NOT_CREATED);
  };
  return (
    <Dialog
      opened
      title="New template"
      onClose={onClose}
      onMain={() => void create()}
      actions={<SaveActions label="Create" busy={busy} onCancel={onClose} onSave={() => void create()} />}
    >
      <TextInput
        label="Template name"
        required
        data-autofocus
        autoComplete="off"
        maxLength={100}
        value={name}
        error={error}
        onChange={(event) => {
          attempt.current = undefined;
          setError(undefined);
          setName(event.currentTarget.value);
        }}
      />
    </Dialog>
  );
};
