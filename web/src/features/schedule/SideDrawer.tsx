import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { useEscape } from '../../ui/use-escape.ts';
import { useFocusBack } from '../../ui/use-focus-back.ts';
import { useIsPhone } from '../../ui/use-is-phone.ts';
import classes from './Cover.module.css';

interface SideDrawerProps {
  readonly title: string;
  /** Shown beside the close button. */
  readonly actions?: ReactNode;
  /** The content fills the height, with its end at the bottom. */
  readonly fills?: boolean;
  readonly children: ReactNode;
  /** Dialogs that open above the drawer. */
  readonly dialogs?: ReactNode;
  /** What gets the focus after closing if the previously focused element is gone. */
  readonly instead?: () => HTMLElement | null;
  readonly onClose: () => void;
}

/** A drawer beside the board, which stays visible. */
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
      // useEscape closes it, so that a dialog above the drawer closes first.
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
