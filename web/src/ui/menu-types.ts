import type { IconProps } from '@tabler/icons-react';
import type { ComponentType, KeyboardEventHandler, ReactNode, Ref } from 'react';

export interface MenuItem {
  readonly label: string;
  readonly icon?: ComponentType<IconProps>;
  readonly onSelect?: () => void;
  /** A shortcut or a count on the right. */
  readonly hint?: string;
  readonly danger?: boolean;
  /** Why the item is disabled; shown as its reason. */
  readonly disabledReason?: string | undefined;
  readonly items?: readonly MenuItem[];
}
export type MenuEntry = MenuItem | 'divider';

export interface MenuPlace {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface RowMenuProps {
  readonly label: string;
  /** Rectangle of the ⋮ button or the pointer; undefined while closed. */
  readonly place: MenuPlace | undefined;
  readonly entries: readonly MenuEntry[];
  readonly onClose: () => void;
}

/** A popup below a button. */
export interface OpenBelow {
  readonly id: string;
  readonly opened: boolean;
  readonly target: HTMLElement | null;
  readonly onClose: () => void;
}

/** Properties for the button that opens a menu. */
export interface OpeningButton {
  readonly ref: Ref<HTMLButtonElement>;
  readonly id: string;
  readonly 'aria-haspopup': 'menu' | 'dialog';
  readonly 'aria-expanded': boolean;
  readonly 'aria-controls': string | undefined;
  readonly onClick: () => void;
}

interface Opening {
  readonly button: (props: OpeningButton) => ReactNode;
}

export interface ButtonMenuProps extends Opening {
  readonly entries: readonly MenuEntry[];
  readonly width?: number;
  readonly position?: 'bottom-end' | 'bottom-start' | 'top';
}

export interface ButtonPanelProps extends Opening {
  readonly width: number;
  readonly className?: string | undefined;
  readonly onKeyDown?: KeyboardEventHandler<HTMLElement>;
  readonly children: (close: () => void) => ReactNode;
}
