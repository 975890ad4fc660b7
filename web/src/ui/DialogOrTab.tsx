import { Button } from '@mantine/core';
import { createContext, type ReactNode, useContext } from 'react';
import { Dialog } from './Dialog.tsx';
import classes from './DialogOrTab.module.css';
import type { DialogProps } from './DialogWindow.tsx';

const InTab = createContext(false);

/** What is in here as a dialog elsewhere is a part of the page. */
export const TabOfPage = ({ children }: { readonly children: ReactNode }) => (
  <InTab value={true}>{children}</InTab>
);

/** A dialog of a row's menu, and the same as a tab of a record's page. */
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

/** Closes the dialog; a tab is left by another one. */
export const CloseAction = ({ onClose }: { readonly onClose: () => void }) =>
  useContext(InTab) ? null : (
    <Button size="sm" onClick={onClose}>
      Close
    </Button>
  );
