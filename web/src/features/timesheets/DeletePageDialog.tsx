import { SCAN_PAGE_DELETED } from '@homecare/domain/timesheets/scans.ts';
import { useAction } from '../../platform/form/use-action.ts';
import { toast } from '../../platform/toasts.ts';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { REMOVE_PAGE } from './scans-api.ts';

interface DeletePageDialogProps {
  readonly page: { readonly id: number; readonly rev: number; readonly file: string; readonly page: number };
  /** It is gone. */
  readonly onDone?: () => void;
  readonly onClose: () => void;
}

/** An admin takes a page away; the file that it came in stays on the server. */
export const DeletePageDialog = ({ page, onDone, onClose }: DeletePageDialogProps) => {
  const { id, rev } = page;
  const remove = useAction({
    ...REMOVE_PAGE,
    onDone: ({ info }) => {
      toast.success(info ?? SCAN_PAGE_DELETED);
      (onDone ?? onClose)();
    },
    onRefused: ({ info }) => {
      toast.error(info);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      opened
      title="Delete this page?"
      confirmLabel="Delete"
      danger
      focusCancel
      busy={remove.pending}
      onConfirm={() => void remove.run({ id, rev })}
      onCancel={onClose}
    >
      <p>
        Page {page.page} of {page.file} is no longer shown anywhere. The record log keeps who deleted it.
      </p>
    </ConfirmDialog>
  );
};
