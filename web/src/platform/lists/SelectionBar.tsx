import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './SelectionBar.module.css';

interface SelectionBarProps {
  readonly count: number;
  /** All that match, on whatever page. */
  readonly total: number;
  readonly onAll: () => void;
  readonly onClear: () => void;
  /** What can be done with all of them. */
  readonly children: ReactNode;
}

/** How many rows are selected, and the way to all of them or to none. */
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
