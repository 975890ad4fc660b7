import { Button } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { type ReactNode, useCallback, useRef } from 'react';
import { ConfirmDialog } from '../ui/Dialog.tsx';

/** What is typed and not saved, as far as leaving it needs to know. */
export interface Unsaved {
  readonly pending: boolean;
  /** Answers whether it is saved. */
  readonly saveNow: () => Promise<boolean>;
  /** What was typed is not kept on the device either. */
  readonly giveUp: () => void;
}

interface LeaveGuard {
  /** Stands anywhere in the page. */
  readonly dialog: ReactNode;
  /** Call right before leaving on purpose, e.g. after saving. True: it leads on by itself to where the user wanted to go. */
  readonly release: () => boolean;
}

const LEAVE = 'Leave without saving?';
const LOST = 'You have unsaved changes. They will be lost if you leave.';

interface LeaveQuestionProps {
  readonly opened?: boolean;
  readonly title?: string;
  readonly onLeave: () => void;
  readonly onStay: () => void;
  /** Saves first, and leaves once it is saved. */
  readonly onSave?: (() => void) | undefined;
  readonly saving?: boolean;
  readonly children?: ReactNode;
}

/** What is asked before typed changes are lost; it opens on Stay. */
export const LeaveQuestion = ({
  opened = true,
  title = LEAVE,
  onLeave,
  onStay,
  onSave,
  saving = false,
  children = LOST,
}: LeaveQuestionProps) => (
  <ConfirmDialog
    opened={opened}
    title={title}
    cancelLabel="Stay"
    focusCancel
    onCancel={onStay}
    {...(onSave
      ? {
          confirmLabel: 'Save and leave',
          onConfirm: onSave,
          busy: saving,
          extra: (
            <Button size="sm" color="red" onClick={onLeave}>
              Leave
            </Button>
          ),
        }
      : { confirmLabel: 'Leave', danger: true, onConfirm: onLeave })}
  >
    <p>{children}</p>
  </ConfirmDialog>
);

interface GuardOptions {
  readonly question?: string;
  /** A page that opens itself anew with another record is left by that too. */
  readonly ownPath?: boolean;
  /** A form that can be saved from here. */
  readonly unsaved?: Unsaved | undefined;
}

/** Asks before a page with unsaved changes is left; a page may have its own question. */
export const useLeaveGuard = (
  isUnsaved: boolean,
  { question = LEAVE, ownPath = false, unsaved }: GuardOptions = {},
): LeaveGuard => {
  const released = useRef(false);
  const isLeading = useRef(false);
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isUnsaved && !released.current && (ownPath || current.pathname !== next.pathname),
    enableBeforeUnload: false,
    withResolver: true,
  });
  const release = useCallback(() => {
    released.current = true;
    return isLeading.current;
  }, []);
  const stay = () => {
    isLeading.current = false;
    released.current = false;
    blocker.reset?.();
  };
  const saveAndLeave = async ({ saveNow }: Unsaved) => {
    isLeading.current = true;
    const isSaved = await saveNow();
    if (!isLeading.current) return;
    if (!isSaved) return stay();
    isLeading.current = false;
    blocker.proceed?.();
  };
  const leave = () => {
    unsaved?.giveUp();
    blocker.proceed?.();
  };
  const dialog = (
    <LeaveQuestion
      opened={blocker.status === 'blocked'}
      title={question}
      onLeave={leave}
      onStay={stay}
      {...(unsaved && { saving: unsaved.pending, onSave: () => void saveAndLeave(unsaved) })}
    />
  );
  return { dialog, release };
};
