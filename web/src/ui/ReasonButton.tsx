import { Button } from '@mantine/core';
import type { MouseEventHandler, ReactNode } from 'react';

interface ReasonButtonProps {
  readonly children: ReactNode;
  /** Its icon alone beside an open menu; its name is a text then. */
  readonly folds?: boolean;
  /** Set: the button does nothing, looks disabled, stays reachable and says why. */
  readonly reason?: string | undefined;
  readonly variant?: 'default' | 'filled' | 'light' | 'subtle';
  readonly color?: string;
  /** sm in dialogs and save bars. */
  readonly size?: 'sm';
  readonly leftSection?: ReactNode;
  readonly loading?: boolean;
  /** A button that stays down. */
  readonly 'aria-pressed'?: boolean;
  /** A key of the page that does the same. */
  readonly 'aria-keyshortcuts'?: string;
  /** Where the focus goes on when the button that was pressed goes away. */
  readonly 'data-next'?: boolean;
  /** Where a dialog begins. */
  readonly 'data-autofocus'?: true | undefined;
  readonly onClick?: MouseEventHandler<HTMLButtonElement>;
}

/** A button that is not allowed now stays focusable and says the reason as its tooltip and description. */
export const ReasonButton = ({ reason, folds = false, onClick, children, ...rest }: ReasonButtonProps) => (
  <Button
    {...rest}
    aria-disabled={reason ? true : undefined}
    aria-description={reason}
    {...(reason ? { 'data-disabled': true } : {})}
    {...(folds ? { 'data-folds': true } : {})}
    data-tip={reason ?? (folds ? children : undefined)}
    onClick={reason ? (event) => event.preventDefault() : onClick}
  >
    {children}
  </Button>
);
