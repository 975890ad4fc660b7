import type { SavedView } from '@homecare/domain/list-views/schema.ts';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { useAction } from '../form/use-action.ts';
import { toast } from '../toasts.ts';
import { DELETE_VIEW } from './api.ts';

interface DeleteViewDialogProps {
  readonly saved: SavedView;
  readonly onClose: () => void;
}

/** Asks before a saved view is deleted: a shared one is gone for everybody. */
export const DeleteViewDialog = ({ saved, onClose }: DeleteViewDialogProps) => {
  const { pending, run } = useAction({
    ...DELETE_VIEW,
    onDone: () => toast.success('The view was deleted.'),
    onEnd: onClose,
  });
  return (
    <ConfirmDialog
      opened
      title={`Delete the view ${saved.name}?`}
      confirmLabel="Delete"
      danger
      focusCancel
      busy={pending}
      onConfirm={() => void run({ id: saved.id, rev: saved.rev })}
      onCancel={onClose}
    >
      <p>
        {saved.isShared ? 'Nobody of the agency is offered it any more.' : 'The list itself stays as it is.'}
      </p>
    </ConfirmDialog>
  );
};
