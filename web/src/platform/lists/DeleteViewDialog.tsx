import type { SavedView, ViewedList } from '@homecare/domain/list-views/schema.ts';
import { RemoveDialog } from '../form/RemoveDialog.tsx';
import { DELETE_VIEW, SAVE_VIEW } from './api.ts';

interface DeleteViewDialogProps {
  readonly list: ViewedList;
  readonly saved: SavedView;
  readonly onClose: () => void;
}

/** Asks before deleting a saved view; a shared one disappears for everybody. */
export const DeleteViewDialog = ({ list, saved, onClose }: DeleteViewDialogProps) => (
  <RemoveDialog
    {...DELETE_VIEW}
    title={`Delete the view ${saved.name}?`}
    label="Delete"
    input={{ id: saved.id, rev: saved.rev }}
    undo={() => ({
      ...SAVE_VIEW,
      input: { list, name: saved.name, isShared: saved.isShared, view: saved.view },
      said: 'The view was deleted.',
      undone: `${saved.name} is back.`,
    })}
    onClose={onClose}
  >
    {saved.isShared ? 'Nobody at the agency sees it anymore.' : 'The list itself stays as it is.'}
  </RemoveDialog>
);
