import type { MessageStatus } from '@homecare/domain/messaging/schema.ts';
import { useRef, useState } from 'react';
import { newAttemptKey } from '../../platform/send.ts';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { sendOnceMore } from './conversation-api.ts';

interface SendAgainDialogProps {
  readonly message: { readonly id: number; readonly status: MessageStatus; readonly to: string };
  readonly onClose: () => void;
}

/** What may have arrived already is sent once more by choice alone. */
export const SendAgainDialog = ({ message, onClose }: SendAgainDialogProps) => {
  const [busy, setBusy] = useState(false);
  const key = useRef(newAttemptKey());
  const confirm = async () => {
    if (busy) return;
    setBusy(true);
    await sendOnceMore(message.id, key.current);
    onClose();
  };
  return (
    <ConfirmDialog
      opened
      title="Send this message again?"
      confirmLabel="Send again"
      focusCancel={message.status === 'unknown'}
      busy={busy}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      <p>
        {message.status === 'unknown'
          ? 'It may have arrived: sending again can deliver it twice.'
          : `It goes to ${message.to} once more.`}
      </p>
    </ConfirmDialog>
  );
};
