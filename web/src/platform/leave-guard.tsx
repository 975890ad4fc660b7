import { Button } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { type ReactNode, useCallback, useRef } from 'react';
import { ConfirmDialog } from '../ui/Dialog.tsx';

/** Unsaved input, as far as leaving the page is concerned. */
export interface Unsaved {
  readonly pending: boolean;
  /** Returns whether it was saved. */
  readonly saveNow: () => Promise<boolean>;
  /** Discards the input, including the draft on the device. */
  readonly giveUp: () => void;
}

interface LeaveGuard {
  /** Render it anywhere in the page. */
  readonly dialog: ReactNode;
  /**
   * Call it right before leaving on purpose, such as after saving. Returns true if it continues by itself to where the user
   * wanted to go.
   */
  readonly release: () => boolean;
}

const LEAVE = 'Leave without saving?';
const LOST = 'You have unsaved changes. They will be lost if you leave.';

interface LeaveQuestionProps {
  readonly opened?: boolean;
  readonly title?: string;
  readonly onLeave: () => void;
  readonly onStay: () => void;
  /** Saves first, then leaves. */
  readonly onSave?: (() => void) | undefined;
  readonly saving?: boolean;
  readonly children?: ReactNode;
}

/** Asks before unsaved changes are lost. Stay has the focus at first. */
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
  /** Also asks when the same page opens another record. */
  readonly ownPath?: boolean;
  /** Unsaved input that can be saved from the question. */
  readonly unsaved?: Unsaved | undefined;
}

/** Asks before leaving a page with unsaved changes. A page may provide its own question. */
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
