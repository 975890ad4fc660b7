import { SCAN_PAGE_DELETED } from '@homecare/domain/timesheets/scans.ts';
import { useState } from 'react';
import { toast } from '../../platform/toasts.ts';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { removePage } from './scans-api.ts';

interface DeletePageDialogProps {
  readonly page: { readonly id: number; readonly rev: number; readonly file: string; readonly page: number };
  /** It is gone. */
  readonly onDone?: () => void;
  readonly onClose: () => void;
}

/** An admin takes a page away; the file that it came in stays on the server. */
export const DeletePageDialog = ({ page, onDone, onClose }: DeletePageDialogProps) => {
  const [busy, setBusy] = useState(false);
  const confirm = async () => {
    if (busy) return;
    setBusy(true);
    const sent = await removePage(page);
    if (sent.ok) toast.success(sent.info ?? SCAN_PAGE_DELETED);
    else toast.error(sent.info);
    if (sent.ok && onDone) onDone();
    else onClose();
  };
  return (
    <ConfirmDialog
      opened
      title="Delete this page?"
      confirmLabel="Delete"
      danger
      focusCancel
      busy={busy}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      <p>
        Page {page.page} of {page.file} is no longer shown anywhere. The record log keeps who deleted it.
      </p>
    </ConfirmDialog>
  );
};
