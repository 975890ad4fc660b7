import { Fragment } from 'react';
import { Dialog } from '../ui/Dialog.tsx';
import classes from './KeyboardDialog.module.css';

const KEYS = [
  ['Ctrl K', 'to the search box'],
  ['Ctrl S', 'Save or Modify'],
  ['Up, Down in a table', 'previous, next row'],
  ['Enter on a row', 'Edit or Show'],
  ['Shift F10, Menu key', 'menu of the row'],
  ['S on a visit', 'its story, from plan to pay'],
  ['Ctrl Enter', 'main action of a dialog'],
  ['Esc', 'close a menu or dialog, clear the search'],
  ['Left, Right on tabs', 'change the tab'],
  ['PageUp, PageDown on a date', 'previous, next day'],
  ['Arrows, Enter, Tab in a grid', 'next cell, Enter goes down'],
  ['Tab in the week of a care plan', 'down the day, then the next day'],
  ['Ctrl D in a grid', 'copies the cell to the days at its right'],
  ['Ctrl D in a billing card', 'copies the cell to the days below, with Shift to the same weekday'],
] as const;

/** The shortcuts, listed in the user menu. */
export const KeyboardDialog = ({
  opened,
  onClose,
}: {
  readonly opened: boolean;
  readonly onClose: () => void;
}) => (
  <Dialog opened={opened} onClose={onClose} title="Keyboard">
    <dl className={classes.keys}>
      {KEYS.map(([keys, does]) => (
        <Fragment key={keys}>
          <dt>{keys}</dt>
          <dd>{does}</dd>
        </Fragment>
      ))}
    </dl>
  </Dialog>
);
