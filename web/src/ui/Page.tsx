import type { ReactNode } from 'react';
import classes from './Page.module.css';

/** A list page: filter bar, table and paging share the height of the sheet; the table scrolls inside when it must. */
export const Page = ({ children }: { readonly children: ReactNode }) => (
  <div className={classes.page} data-sheets="wide">
    {children}
  </div>
);

/** Search first, then filters from wide to narrow; `actions` are at the right, the one filled action last. */
export const FilterBar = ({
  children,
  actions,
  isOverForms = false,
}: {
  readonly children: ReactNode;
  readonly actions?: ReactNode;
  /** Not the head of a list, which has one line on wide windows and two on narrow ones. */
  readonly isOverForms?: boolean;
}) => (
  <div className={classes.bar} data-head={isOverForms ? undefined : ''}>
    <div className={classes.filters}>{children}</div>
    {actions && <div className={classes.actions}>{actions}</div>}
  </div>
);

/** A page of free content with the side padding of the sheet; it scrolls as a whole. */
export const FreePage = ({ children }: { readonly children: ReactNode }) => (
  <div className={classes.free}>{children}</div>
);
