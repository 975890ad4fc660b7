import { useBlocker } from '@tanstack/react-router';
import { type ReactNode, useCallback, useRef } from 'react';
import { ConfirmDialog } from '../ui/Dialog.tsx';

interface LeaveGuard {
  /** Stands anywhere in the page. */
  readonly dialog: ReactNode;
  /** Call right before leaving on purpose, e.g. after saving. */
  readonly release: () => void;
}

/**
 * Asks before a page with unsaved changes is left; a page may have its own question. One that opens itself anew with
 * another record (`ownPath`) is left by that too.
 */
export const useLeaveGuard = (
  unsaved: boolean,
  question = 'Leave without saving?',
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
    <ConfirmDialog
      opened={blocker.status === 'blocked'}
      title={question}
      confirmLabel="Leave"
      cancelLabel="Stay"
      danger
      focusCancel
      onConfirm={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
    >
      <p>Your changes on this page are not saved. They are lost when you leave.</p>
    </ConfirmDialog>
  );
  return { dialog, release };
};
