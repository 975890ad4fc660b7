import type { ReactNode } from 'react';
import classes from './Page.module.css';

/** A list page. Filter bar, table and paging share its height, and the table scrolls inside if necessary. */
export const Page = ({ children }: { readonly children: ReactNode }) => (
  <div className={classes.page} data-sheets="wide">
    {children}
  </div>
);

/** Search first, then filters from broad to narrow. `actions` are on the right, with the one filled action last. */
export const FilterBar = ({
  children,
  actions,
  isOverForms = false,
}: {
  readonly children: ReactNode;
  readonly actions?: ReactNode;
  /** Not above a list, whose filters take one line on wide windows and two on narrow ones. */
  readonly isOverForms?: boolean;
}) => (
  <div className={classes.bar} data-head={isOverForms ? undefined : ''}>
    <div className={classes.filters}>{children}</div>
    {actions && <div className={classes.actions}>{actions}</div>}
  </div>
);

/** A page of free content with side padding. It scrolls as a whole. */
export const FreePage = ({ children }: { readonly children: ReactNode }) => (
  <div className={classes.free}>{children}</div>
);
