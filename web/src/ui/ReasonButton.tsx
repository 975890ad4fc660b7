import { Button } from '@mantine/core';
import type { MouseEventHandler, ReactNode } from 'react';

interface ReasonButtonProps {
  readonly children: ReactNode;
  /** Shows only the icon beside an open menu. Its name must be a text then. */
  readonly folds?: boolean;
  /** If set, the button looks disabled and does nothing, but can be focused and gives this reason. */
  readonly reason?: string | undefined;
  readonly variant?: 'default' | 'filled' | 'light' | 'subtle';
  readonly color?: string;
  /** 'sm' in dialogs and save bars. */
  readonly size?: 'sm';
  readonly leftSection?: ReactNode;
  readonly loading?: boolean;
  /** For a toggle button. */
  readonly 'aria-pressed'?: boolean;
  /** Shortcut of the page with the same effect. */
  readonly 'aria-keyshortcuts'?: string;
  /** Where the focus moves when the pressed button disappears. */
  readonly 'data-next'?: boolean;
  /** Gets the focus when the dialog opens. */
  readonly 'data-autofocus'?: true | undefined;
  readonly onClick?: MouseEventHandler<HTMLButtonElement>;
}

/** A button that stays focusable while it is not allowed, with the reason as its tooltip and description. */
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
