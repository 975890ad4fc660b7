import type { FieldError } from '@homecare/domain/errors.ts';
import { checkFacts, SAVED } from '@homecare/domain/plan-types/rules.ts';
import type { PlanType } from '@homecare/domain/plan-types/schema.ts';
import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { toast } from '../../platform/toasts.ts';
import { useAttempt } from '../../platform/use-attempt.ts';
import { Dialog, SaveActions } from '../../ui/Dialog.tsx';
import { focusField, RefusalNote } from '../../ui/form.tsx';
import { addType } from './api.ts';
import classes from './config.module.css';

interface AddTypeDialogProps {
  readonly types: readonly PlanType[];
  readonly onAdded: (id: number) => void;
  readonly onClose: () => void;
}

/** A new type: name, code, and which type it starts as a copy of. */
export const AddTypeDialog = ({ types, onAdded, onClose }: AddTypeDialogProps) => {
  const [draft, setDraft] = useState({ Name: '', Code: '', likeId: '' });
  const [errors, setErrors] = useState<readonly FieldError[]>([]);
  const [refusal, setRefusal] = useState<string>();
  const [busy, setBusy] = useState(false);
  const attempt = useAttempt();
  const set = (change: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...change }));
  const show = (found: readonly FieldError[]) => {
    setErrors(found);
    if (found[0]) focusField(`new ${found[0].field}`);
  };
  const add = async () => {
    if (busy) return;
    setRefusal(undefined);
    const found = checkFacts(
      { Name: draft.Name.trim(), Code: draft.Code.trim(), pcItems: [], hmItems: [] },
      types,
    );
    show(found);
    if (found.length > 0) return;
    setBusy(true);
    const likeId = draft.likeId === '' ? null : Number(draft.likeId);
    const type = { Name: draft.Name, Code: draft.Code, likeId };
    const sent = await attempt(type, (key) => addType(type, key));
    setBusy(false);
    if (!sent.ok) {
      show(sent.errors);
      if (sent.errors.length === 0) setRefusal(sent.info);
      return;
    }
    toast.success(SAVED);
    onAdded(sent.insertId ?? 0);
  };
  const errorOf = (field: string) => errors.find((error) => error.field === field)?.message;
  return (
    <Dialog
      opened
      title="Add a care plan type"
      onClose={onClose}
      onMain={() => void add()}
      actions={<SaveActions label="Add" busy={busy} onCancel={onClose} onSave={() => void add()} />}
    >
      <div className={classes.form}>
        <RefusalNote info={refusal} />
        <TextInput
          label="Name"
          required
          data-field="new Name"
          data-autofocus
          autoComplete="off"
          value={draft.Name}
          error={errorOf('Name')}
          onChange={(event) => set({ Name: event.currentTarget.value })}
        />
        <TextInput
          label="Code"
          required
          data-field="new Code"
          placeholder="PCP"
          autoComplete="off"
          value={draft.Code}
          error={errorOf('Code')}
          onChange={(event) => set({ Code: event.currentTarget.value })}
        />
        <NativeSelect
          label="Starts as a copy of"
          description="Options, procedure code and rates; all can be changed afterwards."
          data={[
            { value: '', label: 'Nothing: an empty type' },
            ...types.map(({ id, Name, Code }) => ({ value: String(id), label: `${Code} · ${Name}` })),
          ]}
          value={draft.likeId}
          onChange={(event) => set({ likeId: event.currentTarget.value })}
        />
      </div>
    </Dialog>
  );
};
