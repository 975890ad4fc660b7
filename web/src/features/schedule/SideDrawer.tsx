import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { useEscape } from '../../ui/use-escape.ts';
import { useFocusBack } from '../../ui/use-focus-back.ts';
import { useIsPhone } from '../../ui/use-is-phone.ts';
import classes from './Cover.module.css';

interface SideDrawerProps {
  readonly title: string;
  /** Beside the button that closes it. */
  readonly actions?: ReactNode;
  /** Its content fills the height, with what is at its end at the bottom. */
  readonly fills?: boolean;
  readonly children: ReactNode;
  /** Dialogs that open over it. */
  readonly dialogs?: ReactNode;
  /** What has the focus afterwards where that which had it is gone. */
  readonly instead?: () => HTMLElement | null;
  readonly onClose: () => void;
}

/** Who can come, beside the board that stays in sight. */
export const SideDrawer = ({
  title,
  actions,
  fills = false,
  children,
  dialogs,
  instead,
  onClose,
}: SideDrawerProps) => {
  useEscape(true, onClose);
  useFocusBack(true, instead);
  const close = <Drawer.CloseButton aria-label="Close" />;
  return (
    <Drawer.Root
      opened
      onClose={onClose}
      // By useEscape: a dialog above the drawer closes alone.
      closeOnEscape={false}
      position="right"
      classNames={fills ? { content: classes.content ?? '', body: classes.body ?? '' } : {}}
      size={useIsPhone() ? '100%' : 640}
    >
      <Drawer.Overlay backgroundOpacity={0.35} />
      <Drawer.Content aria-label={title}>
        <div className={classes.head}>
          <h2>{title}</h2>
          {actions ? (
            <span className={classes.headActions}>
              {actions}
              {close}
            </span>
          ) : (
            close
          )}
        </div>
        <Drawer.Body>{children}</Drawer.Body>
        {dialogs}
      </Drawer.Content>
    </Drawer.Root>
  );
};
