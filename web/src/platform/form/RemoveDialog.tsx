import type { Call } from '@homecare/domain/call.ts';
import type { ReactNode } from 'react';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import type { SendInput } from '../call-request.ts';
import { type ActionOptions, useAction } from './use-action.ts';

interface RemoveDialogProps<C extends Call> extends Omit<ActionOptions<C>, 'onEnd'> {
  readonly title: string;
  readonly label?: string;
  readonly input: SendInput<C>;
  readonly onClose: () => void;
  /** One sentence says what follows. */
  readonly children: ReactNode;
}

/** Asks before something is removed, removes it and closes; it starts on Cancel. */
export const RemoveDialog = <C extends Call>(props: RemoveDialogProps<C>) => {
  const { title, label = 'Remove', input, onClose, children, ...action } = props;
  const { pending, run } = useAction({ ...action, onEnd: onClose });
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
