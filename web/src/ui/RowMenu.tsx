import { ActionIcon, Menu } from '@mantine/core';
import { IconDotsVertical, type IconProps } from '@tabler/icons-react';
import { type ComponentType, Fragment, type ReactNode } from 'react';
import { rowIcon } from './icons.ts';

export interface MenuItem {
  readonly label: string;
  readonly icon?: ComponentType<IconProps>;
  readonly onSelect?: () => void;
  /** A key or a count at the right. */
  readonly hint?: string;
  readonly danger?: boolean;
  /** Why it is not allowed now: shown disabled with this reason. */
  readonly disabledReason?: string | undefined;
  readonly items?: readonly MenuItem[];
}
export type MenuEntry = MenuItem | 'divider';

const section = (item: MenuItem): ReactNode => (item.icon ? <item.icon {...rowIcon} /> : undefined);

const Item = ({ item }: { readonly item: MenuItem }) => (
  <Menu.Item
    leftSection={section(item)}
    rightSection={item.hint && <span className="ink2">{item.hint}</span>}
    disabled={Boolean(item.disabledReason)}
    data-danger={item.danger || undefined}
    aria-description={item.disabledReason}
    onClick={() => item.onSelect?.()}
  >
    {item.label}
    {item.disabledReason && <span className="ink2"> ({item.disabledReason})</span>}
  </Menu.Item>
);

const SubMenu = ({ item }: { readonly item: MenuItem }) => (
  <Menu.Sub>
    <Menu.Sub.Target>
      <Menu.Sub.Item leftSection={section(item)}>{item.label}</Menu.Sub.Item>
    </Menu.Sub.Target>
    <Menu.Sub.Dropdown aria-label={item.label}>
      {item.items?.map((child) => (
        <Item key={child.label} item={child} />
      ))}
    </Menu.Sub.Dropdown>
  </Menu.Sub>
);

export const MenuEntries = ({ entries }: { readonly entries: readonly MenuEntry[] }) =>
  entries.map((entry, index) =>
    entry === 'divider' ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: dividers have no name and the list does not reorder
      <Menu.Divider key={`divider-${index}`} />
    ) : (
      <Fragment key={entry.label}>{entry.items ? <SubMenu item={entry} /> : <Item item={entry} />}</Fragment>
    ),
  );

/** The ⋮ button of a page with what its bar has no room for. */
export const MoreMenu = ({
  label,
  entries,
}: {
  readonly label: string;
  readonly entries: readonly MenuEntry[];
}) => (
  <Menu position="bottom-end" width={280}>
    <Menu.Target>
      <ActionIcon variant="default" aria-label={label}>
        <IconDotsVertical {...rowIcon} />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>
      <MenuEntries entries={entries} />
    </Menu.Dropdown>
  </Menu>
);

export interface MenuPlace {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

interface RowMenuProps {
  readonly label: string;
  /** The ⋮ button or the pointer; undefined: closed. */
  readonly place: MenuPlace | undefined;
  readonly entries: readonly MenuEntry[];
  readonly onClose: () => void;
}

// The anchor is an empty span: a button's roles and states would be false on it.
const anchorWithoutRole = { withRoles: false };

/** The one menu of a table: opened by ⋮, right-click or Shift F10, wherever `place` says. */
export const RowMenu = ({ label, place, entries, onClose }: RowMenuProps) => (
  <Menu
    opened={place !== undefined}
    onChange={(opened) => !opened && onClose()}
    position="bottom-end"
    offset={2}
    width={236}
    {...anchorWithoutRole}
    returnFocus={false}
  >
    <Menu.Target>
      <span aria-hidden="true" style={{ position: 'fixed', pointerEvents: 'none', ...place }} />
    </Menu.Target>
    <Menu.Dropdown aria-label={label}>
      <MenuEntries entries={entries} />
    </Menu.Dropdown>
  </Menu>
);
