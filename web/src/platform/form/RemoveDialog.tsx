import type { Call, OutputOf } from '@homecare/domain/call.ts';
import type { Done } from '@homecare/domain/errors.ts';
import type { ReactNode } from 'react';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import type { SendInput } from '../call-request.ts';
import { offerUndo, type WayBack } from './offer-undo.ts';
import { type ActionOptions, useAction } from './use-action.ts';

interface RemoveDialogProps<C extends Call, U extends Call> extends Omit<ActionOptions<C>, 'onEnd'> {
  readonly title: string;
  readonly label?: string;
  readonly input: SendInput<C>;
  /** How to undo the removal for ten seconds. Without it the dialog's sentence must say that it is permanent. */
  readonly undo?: (sent: Done<OutputOf<C>>) => WayBack<U>;
  readonly onClose: () => void;
  /** One sentence about the consequences. */
  readonly children: ReactNode;
}

/** Asks before removing something, removes it, offers Undo, and closes. Cancel has the focus at first. */
export const RemoveDialog = <C extends Call, U extends Call = Call>(props: RemoveDialogProps<C, U>) => {
  const { title, label = 'Remove', input, undo, onClose, children, ...action } = props;
  const { pending, run } = useAction({
    ...action,
    onDone: (sent, removed) => {
      action.onDone?.(sent, removed);
      if (undo) offerUndo(undo(sent));
    },
    onEnd: onClose,
  });
  return (
    <ConfirmDialog
      opened
      title={title}
      confirmLabel={label}
      danger
      focusCancel
      busy={pending}
      onConfirm={() => void run(input)}
      onCancel={onClose}
    >
      <p>{children}</p>
    </ConfirmDialog>
  );
};
