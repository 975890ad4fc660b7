import { useBlocker } from '@tanstack/react-router';
import { type ReactNode, useCallback, useRef } from 'react';
import { ConfirmDialog } from '../ui/Dialog.tsx';

interface LeaveGuard {
  /** Stands anywhere in the page. */
  readonly dialog: ReactNode;
  /** Call right before leaving on purpose, e.g. after saving. */
  readonly release: () => void;
}

const LEAVE = 'Leave without saving?';

/** What is asked before typed changes are lost; it opens on Stay. */
export const LeaveQuestion = ({
  opened = true,
  title = LEAVE,
  onLeave,
  onStay,
  children,
}: {
  readonly opened?: boolean;
  readonly title?: string;
  readonly onLeave: () => void;
  readonly onStay: () => void;
  readonly children: ReactNode;
}) => (
  <ConfirmDialog
    opened={opened}
    title={title}
    confirmLabel="Leave"
    cancelLabel="Stay"
    danger
    focusCancel
    onConfirm={onLeave}
    onCancel={onStay}
  >
    <p>{children}</p>
  </ConfirmDialog>
);

/**
 * Asks before a page with unsaved changes is left; a page may have its own question. One that opens itself anew with
 * another record (`ownPath`) is left by that too.
 */
export const useLeaveGuard = (
  unsaved: boolean,
  question = LEAVE,
  { ownPath = false }: { readonly ownPath?: boolean } = {},
): LeaveGuard => {
  const released = useRef(false);
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      unsaved && !released.current && (ownPath || current.pathname !== next.pathname),
    enableBeforeUnload: false,
    withResolver: true,
  });
  const release = useCallback(() => {
    released.current = true;
  }, []);
  const dialog = (
    <LeaveQuestion
      opened={blocker.status === 'blocked'}
      title={question}
      onLeave={() => blocker.proceed?.()}
      onStay={() => blocker.reset?.()}
    >
      You have unsaved changes. They will be lost if you leave.
    </LeaveQuestion>
  );
  return { dialog, release };
};
