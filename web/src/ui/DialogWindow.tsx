import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './Dialog.module.css';

export interface DialogProps {
  readonly opened: boolean;
  /** Names the action and the record: 'Archive Baca, Guadalupe'. */
  readonly title: ReactNode;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Buttons, with Cancel to the left of the filled action, which Ctrl Enter presses. */
  readonly actions?: ReactNode;
  /** 760 px for tables instead of 480. */
  readonly wide?: boolean;
  /** Can be closed only by its own buttons. */
  readonly forced?: boolean;
  /** Blurs the page behind the dialog so that it cannot be read. */
  readonly isBlurred?: boolean;
}

/** The window shown by Dialog. In a file of its own, so that it and its dependencies load after the first page. */
export const DialogWindow = ({
  opened,
  title,
  onClose,
  children,
  actions,
  wide,
  forced,
  isBlurred,
}: DialogProps) => (
  <Modal.Root
    opened={opened}
    onClose={onClose}
    size={wide ? 760 : 480}
    closeOnEscape={false}
    closeOnClickOutside={false}
    classNames={{ inner: classes.inner ?? '', content: classes.content ?? '' }}
  >
    <Modal.Overlay backgroundOpacity={isBlurred ? 0.6 : 0.45} blur={isBlurred ? 8 : 0} />
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
