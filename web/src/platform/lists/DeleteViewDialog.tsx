import type { SavedView } from '@homecare/domain/list-views/schema.ts';
import { RemoveDialog } from '../form/RemoveDialog.tsx';
import { toast } from '../toasts.ts';
import { DELETE_VIEW } from './api.ts';

interface DeleteViewDialogProps {
  readonly saved: SavedView;
  readonly onClose: () => void;
}

/** Asks before a saved view is deleted: a shared one is gone for everybody. */
export const DeleteViewDialog = ({ saved, onClose }: DeleteViewDialogProps) => (
  <RemoveDialog
    {...DELETE_VIEW}
    title={`Delete the view ${saved.name}?`}
    label="Delete"
    input={{ id: saved.id, rev: saved.rev }}
    onDone={() => toast.success('The view was deleted.')}
    onClose={onClose}
  >
    {saved.isShared ? 'Nobody at the agency sees it anymore.' : 'The list itself stays as it is.'}
  </RemoveDialog>
);
