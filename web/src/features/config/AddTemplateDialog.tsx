import {
  TEMPLATE_CREATED,
  TEMPLATE_NAME_MISSING,
  TEMPLATE_NOT_CREATED,
} from '@homecare/domain/messaging/rules.ts';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { toast } from '../../platform/toasts.ts';
import { useAttempt } from '../../platform/use-attempt.ts';
import { Dialog, SaveActions } from '../../ui/Dialog.tsx';
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
  const attempt = useAttempt();
  const create = async () => {
    if (busy) return;
    if (name.trim() === '') {
      setError(TEMPLATE_NAME_MISSING);
      return toast.error(TEMPLATE_NAME_MISSING);
    }
    setBusy(true);
    const sent = await attempt(name.trim(), (key) => addTemplate(name.trim(), key));
    setBusy(false);
    if (sent.ok) {
      toast.success(TEMPLATE_CREATED);
      return onAdded(sent.insertId ?? 0);
    }
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
          setError(undefined);
          setName(event.currentTarget.value);
        }}
      />
    </Dialog>
  );
};
