import { Button, Modal } from '@mantine/core';
import type { KeyboardEvent, ReactNode } from 'react';
import classes from './Dialog.module.css';
import { useEscape } from './use-escape.ts';

interface DialogProps {
  readonly opened: boolean;
  /** Names the thing: 'Archive Baca, Guadalupe'. */
  readonly title: ReactNode;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Buttons, Cancel left of the action. */
  readonly actions?: ReactNode;
  /** Ctrl Enter. */
  readonly onMain?: () => void;
  /** 480, or 760 for tables. */
  readonly wide?: boolean;
  /** Only its own buttons close it. */
  readonly forced?: boolean;
  /** Blurs the page behind: it must not be read. */
  readonly veil?: boolean;
}

/** A dialog on the desk, a sheet from below on phones. */
export const Dialog = ({
  opened,
  title,
  onClose,
  children,
  actions,
  onMain,
  wide,
  forced,
  veil,
}: DialogProps) => {
  useEscape(opened, forced ? undefined : onClose);
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      size={wide ? 760 : 480}
      closeOnEscape={false}
      closeOnClickOutside={false}
      classNames={{ inner: classes.inner ?? '', content: classes.content ?? '' }}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onMain?.();
      }}
    >
      <Modal.Overlay backgroundOpacity={veil ? 0.6 : 0.45} blur={veil ? 8 : 0} />
      <Modal.Content>
        {/* A div: the header element would be a second banner of the page. */}
        <div className={classes.header}>
          <Modal.Title>{title}</Modal.Title>
          {!forced && <Modal.CloseButton aria-label="Close" />}
        </div>
        <Modal.Body className={classes.body ?? ''}>
          <div className={classes.text}>{children}</div>
          {actions && <div className={classes.actions}>{actions}</div>}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
};

interface SaveActionsProps {
  readonly label?: string;
  readonly busy: boolean;
  readonly onCancel: () => void;
  readonly onSave: () => void;
}

/** The buttons of a dialog that saves what was entered. */
export const SaveActions = ({ label = 'Save', busy, onCancel, onSave }: SaveActionsProps) => (
  <>
    <Button size="sm" onClick={onCancel}>
      Cancel
    </Button>
    <Button size="sm" variant="filled" loading={busy} onClick={onSave}>
      {label}
    </Button>
  </>
);

interface ConfirmDialogProps {
  readonly opened: boolean;
  readonly title: ReactNode;
  /** One sentence says what will happen, with numbers. */
  readonly children: ReactNode;
  readonly confirmLabel: string;
  readonly cancelLabel?: string;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
  readonly danger?: boolean;
  /** Second confirmations start on Cancel. */
  readonly focusCancel?: boolean;
  readonly busy?: boolean;
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
}: ConfirmDialogProps) => (
  <Dialog
    opened={opened}
    title={title}
    onClose={onCancel}
    onMain={onConfirm}
    actions={
      <>
        <Button size="sm" onClick={onCancel} data-autofocus={focusCancel || undefined}>
          {cancelLabel}
        </Button>
        <Button
          size="sm"
          variant="filled"
          color={danger ? 'red' : 'brand'}
          loading={busy ?? false}
          onClick={onConfirm}
          data-autofocus={!focusCancel || undefined}
        >
          {confirmLabel}
        </Button>
      </>
    }
  >
    {children}
  </Dialog>
);
