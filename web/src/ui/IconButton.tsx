import { ActionIcon } from '@mantine/core';
import type { MouseEventHandler, ReactNode, Ref } from 'react';

interface IconButtonProps {
  /** Accessible name and tooltip. */
  readonly label: string;
  readonly icon: ReactNode;
  readonly onClick?: MouseEventHandler<HTMLButtonElement>;
  /** Blue, to show that there is something behind it, such as a note. */
  readonly on?: boolean;
  readonly danger?: boolean;
  /** Why the button is disabled; shown as the tooltip. */
  readonly disabledReason?: string | undefined;
  readonly tabIndex?: number;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** Icon button with a name and a tooltip. */
export const IconButton = ({
  label,
  icon,
  onClick,
  on,
  danger,
  disabledReason,
  ...rest
}: IconButtonProps) => (
  <ActionIcon
    {...rest}
    aria-label={label}
    data-tip={disabledReason ?? label}
    data-on={on || undefined}
    data-danger={danger || undefined}
    aria-disabled={disabledReason ? true : undefined}
    onClick={disabledReason ? undefined : onClick}
  >
    {icon}
  </ActionIcon>
);

interface IconLinkProps {
  readonly label: string;
  readonly icon: ReactNode;
  readonly href: string;
}

/** A link that looks like an icon button, such as tel:. */
export const IconLink = ({ label, icon, href }: IconLinkProps) => (
  <ActionIcon component="a" href={href} aria-label={label} data-tip={label}>
    {icon}
  </ActionIcon>
);
