import { checkFacts, SAVED } from '@homecare/domain/plan-types/rules.ts';
import type { PlanType } from '@homecare/domain/plan-types/schema.ts';
import { NativeSelect, TextInput } from '@mantine/core';
import { FormDialog } from '../../platform/form/FormDialog.tsx';
import { useSave } from '../../platform/form/use-save.ts';
import { toast } from '../../platform/toasts.ts';
import { ADD_TYPE } from './api.ts';

interface AddTypeDialogProps {
  readonly types: readonly PlanType[];
  readonly onAdded: (id: number) => void;
  readonly onClose: () => void;
}

/** A new care plan type: name, code, and the type to copy from. */
export const AddTypeDialog = ({ types, onAdded, onClose }: AddTypeDialogProps) => {
  const save = useSave({
    ...ADD_TYPE,
    values: { Name: '', Code: '', likeId: '' },
    input: ({ Name, Code, likeId }) => ({ Name, Code, likeId: likeId === '' ? null : Number(likeId) }),
    check: ({ Name, Code }) =>
      checkFacts({ Name: Name.trim(), Code: Code.trim(), pcItems: [], hmItems: [] }, types),
    onSaved: ({ insertId }) => {
      toast.success(SAVED);
      onAdded(insertId ?? 0);
    },
  });
  return (
    <FormDialog save={save} title="Add a care plan type" label="Add" onClose={onClose}>
      <TextInput label="Name" required data-autofocus autoComplete="off" {...save.text('Name')} />
      <TextInput label="Code" required placeholder="PCP" autoComplete="off" {...save.text('Code')} />
      <NativeSelect
        label="Starts as a copy of"
        description="Options, procedure code and rates; all can be changed afterwards."
        data={[
          { value: '', label: 'Nothing: an empty type' },
          ...types.map(({ id, Name, Code }) => ({ value: String(id), label: `${Code} · ${Name}` })),
        ]}
        {...save.text('likeId')}
      />
    </FormDialog>
  );
};
