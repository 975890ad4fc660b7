import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './Dialog.module.css';

export interface DialogProps {
  readonly opened: boolean;
  /** Names the thing: 'Archive Baca, Guadalupe'. */
  readonly title: ReactNode;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Buttons, Cancel left of the action, which is the filled one: Ctrl Enter presses it. */
  readonly actions?: ReactNode;
  /** 480, or 760 for tables. */
  readonly wide?: boolean;
  /** Only its own buttons close it. */
  readonly forced?: boolean;
  /** Blurs the page behind: it must not be read. */
  readonly isBlurred?: boolean;
}

/** What Dialog shows; a file of its own, because it and what it needs travel after the first page. */
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
