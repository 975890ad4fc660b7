import { Button } from '@mantine/core';
import { createContext, type ReactNode, useContext } from 'react';
import { Dialog } from './Dialog.tsx';
import classes from './DialogOrTab.module.css';
import type { DialogProps } from './DialogWindow.tsx';

const InTab = createContext(false);

/** Renders dialogs inside it as part of the page. */
export const TabOfPage = ({ children }: { readonly children: ReactNode }) => (
  <InTab value={true}>{children}</InTab>
);

/** A dialog when opened from a row's menu, and a tab on a record's page. */
export const DialogOrTab = (props: DialogProps) => {
  if (!useContext(InTab)) return <Dialog {...props} />;
  return (
    <section className={classes.tab}>
      <h2 className="visually-hidden">{props.title}</h2>
      {props.children}
      {props.actions && <div className={classes.actions}>{props.actions}</div>}
    </section>
  );
};

/** Closes the dialog. Renders nothing in a tab, which is left by choosing another one. */
export const CloseAction = ({ onClose }: { readonly onClose: () => void }) =>
  useContext(InTab) ? null : (
    <Button size="sm" onClick={onClose}>
      Close
    </Button>
  );
