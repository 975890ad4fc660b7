import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { DialogProps } from './DialogWindow.tsx';
import { onDemand } from './on-demand.ts';
import { ReasonButton } from './ReasonButton.tsx';
import { useEscape } from './use-escape.ts';
import { useFocusBack } from './use-focus-back.ts';

const windows = onDemand(async () => (await import('./DialogWindow.tsx')).DialogWindow);
/** Loads the code of dialog windows. */
export const loadDialogs = windows.load;

/** A dialog on a desktop, or a bottom sheet on a phone. */
export const Dialog = (props: DialogProps) => {
  useEscape(props.opened, props.forced ? undefined : props.onClose);
  useFocusBack(props.opened);
  const { part: Window, opened } = windows.usePart(props.opened);
  return Window && <Window {...props} opened={opened} />;
};

interface ReadDialogProps extends Pick<DialogProps, 'title' | 'onClose' | 'children' | 'wide' | 'forced'> {
  /** Focuses Close at first, because nothing else in the dialog can be used. */
  readonly focusClose?: boolean;
}

/** A dialog without input. */
export const ReadDialog = ({ focusClose, onClose, ...rest }: ReadDialogProps) => (
  <Dialog
    opened
    onClose={onClose}
    actions={
      <Button size="sm" data-autofocus={focusClose || undefined} onClick={onClose}>
        Close
      </Button>
    }
    {...rest}
  />
);

interface ConfirmDialogProps {
  readonly opened: boolean;
  readonly title: ReactNode;
  /** One sentence about what will happen, with numbers. */
  readonly children: ReactNode;
  readonly confirmLabel: string;
  readonly cancelLabel?: string;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
  readonly danger?: boolean;
  /** Focuses Cancel at first, for second confirmations. */
  readonly focusCancel?: boolean;
  readonly busy?: boolean;
  /** Why it cannot be confirmed yet. */
  readonly reason?: string | undefined;
  /** A third choice, between Cancel and the action. */
  readonly extra?: ReactNode;
}

/** Asks once. A second confirmation is a second dialog with `focusCancel`. */
export const ConfirmDialog = ({
  opened,
  title,
  children,
  confirmLabel,
  cancelLabel = 'Cancel',
  onConfirm,
  onCancel,
  danger,
  focusCancel,
  busy,
  reason,
  extra,
}: ConfirmDialogProps) => (
  <Dialog
    opened={opened}
    title={title}
    onClose={onCancel}
    actions={
      <>
        <Button size="sm" onClick={onCancel} data-autofocus={focusCancel || undefined}>
          {cancelLabel}
        </Button>
        {extra}
        <ReasonButton
          size="sm"
          variant="filled"
          color={danger ? 'red' : 'brand'}
          reason={reason}
          loading={busy ?? false}
          onClick={onConfirm}
          data-autofocus={!focusCancel || undefined}
        >
          {confirmLabel}
        </ReasonButton>
      </>
    }
  >
    {children}
  </Dialog>
);
