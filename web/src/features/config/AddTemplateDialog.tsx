import {
  TEMPLATE_CREATED,
  TEMPLATE_NAME_MISSING,
  TEMPLATE_NOT_CREATED,
} from '@homecare/domain/messaging/rules.ts';
import { TextInput } from '@mantine/core';
import { FormDialog } from '../../platform/form/FormDialog.tsx';
import { useSave } from '../../platform/form/use-save.ts';
import { toast } from '../../platform/toasts.ts';
import { ADD_TEMPLATE } from './api.ts';

interface AddTemplateDialogProps {
  readonly onAdded: (id: number) => void;
  readonly onClose: () => void;
}

/** Asks for the name of a new template. */
export const AddTemplateDialog = ({ onAdded, onClose }: AddTemplateDialogProps) => {
  const save = useSave({
    ...ADD_TEMPLATE,
    values: { name: '' },
    input: ({ name }) => ({ data: { name: name.trim(), text: '' } }),
    check: ({ name }) => {
      if (name.trim() !== '') return [];
      toast.error(TEMPLATE_NAME_MISSING);
      return [{ field: 'name', message: TEMPLATE_NAME_MISSING }];
    },
    onSaved: ({ insertId }) => {
      toast.success(TEMPLATE_CREATED);
      onAdded(insertId ?? 0);
    },
    onRefused: ({ info }) => {
      toast.error(TEMPLATE_NOT_CREATED);
      return [{ field: 'name', message: info }];
    },
  });
  return (
    <FormDialog save={save} title="New template" label="Create" onClose={onClose}>
      <TextInput
        label="Template name"
        required
        data-autofocus
        autoComplete="off"
        maxLength={100}
        {...save.text('name')}
      />
    </FormDialog>
  );
};
