import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './SelectionBar.module.css';

interface SelectionBarProps {
  readonly count: number;
  /** Number of matches on all pages. */
  readonly total: number;
  readonly onAll: () => void;
  readonly onClear: () => void;
  /** Actions on all selected rows. */
  readonly children: ReactNode;
}

/** Shows how many rows are selected, with buttons to select all or none. */
export const SelectionBar = ({ count, total, onAll, onClear, children }: SelectionBarProps) => (
  <div className={classes.actions}>
    <strong role="status">{count.toLocaleString('en-US')} selected</strong>
    {total > count && (
      <Button size="compact-sm" variant="subtle" onClick={onAll}>
        Select all {total.toLocaleString('en-US')}
      </Button>
    )}
    {children}
    <Button size="compact-sm" onClick={onClear}>
      Clear
    </Button>
  </div>
);
