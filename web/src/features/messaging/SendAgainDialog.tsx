import { QUEUED } from '@homecare/domain/messaging/rules.ts';
import type { MessageStatus } from '@homecare/domain/messaging/schema.ts';
import { useAction } from '../../platform/form/use-action.ts';
import { toast } from '../../platform/toasts.ts';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { SEND_AGAIN } from './conversation-api.ts';

interface SendAgainDialogProps {
  readonly message: { readonly id: number; readonly status: MessageStatus; readonly to: string };
  readonly onClose: () => void;
}

/** Asks before resending a message that may have arrived already. */
export const SendAgainDialog = ({ message: { id, status, to }, onClose }: SendAgainDialogProps) => {
  const again = useAction({ ...SEND_AGAIN, onDone: () => toast.success(QUEUED), onEnd: onClose });
  return (
    <ConfirmDialog
      opened
      title="Send this message again?"
      confirmLabel="Send again"
      focusCancel={status === 'unknown'}
      busy={again.pending}
      onConfirm={() => void again.run({ id })}
      onCancel={onClose}
    >
      <p>
        {status === 'unknown'
          ? 'It may have arrived: sending again can deliver it twice.'
          : `It goes to ${to} once more.`}
      </p>
    </ConfirmDialog>
  );
};
