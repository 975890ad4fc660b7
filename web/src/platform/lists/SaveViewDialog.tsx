import { mayShareViews, validateViewName } from '@homecare/domain/list-views/rules.ts';
import {
  type ListView,
  MAX_VIEW_NAME,
  type SavedView,
  type ViewedList,
} from '@homecare/domain/list-views/schema.ts';
import { Checkbox, TextInput } from '@mantine/core';
import { FormDialog } from '../form/FormDialog.tsx';
import { useSave } from '../form/use-save.ts';
import { useRole } from '../session.ts';
import { toast } from '../toasts.ts';
import { SAVE_VIEW, useSavedViews } from './api.ts';

export interface SaveViewDialogProps {
  readonly list: ViewedList;
  readonly view: ListView;
  /** The view to replace. */
  readonly saved?: SavedView;
  readonly onClose: () => void;
}

/** Saves the current view of a list under a name. */
export const SaveViewDialog = ({ list, view, saved, onClose }: SaveViewDialogProps) => {
  const role = useRole();
  const { data: views = [] } = useSavedViews(list);
  const othersOf = (isShared: boolean) =>
    views.filter((one) => one.id !== saved?.id && (isShared ? one.isShared : one.isOwn && !one.isShared));
  const save = useSave({
    ...SAVE_VIEW,
    values: { name: saved?.name ?? '', isShared: saved?.isShared ?? false },
    rev: saved?.rev,
    input: ({ name, isShared }, rev) => ({ list, name, isShared, view, ...(saved && { id: saved.id, rev }) }),
    check: ({ name, isShared }) => {
      const wrong = validateViewName(name, othersOf(isShared));
      return wrong ? [wrong] : [];
    },
    onSaved: (_, { name }) => {
      toast.success(`The view ${name.trim()} was saved.`);
      onClose();
    },
  });
  return (
    <FormDialog save={save} title="Save view" onClose={onClose}>
      <TextInput
        label="Name"
        required
        autoComplete="off"
        data-autofocus
        maxLength={MAX_VIEW_NAME}
        {...save.text('name')}
      />
      {mayShareViews(role) && <Checkbox label="Share with the agency" {...save.tick('isShared')} />}
    </FormDialog>
  );
};
