import { Menu, Popover } from '@mantine/core';
import { Fragment, type ReactNode, type Ref, useImperativeHandle } from 'react';
import { rowIcon } from './icons.ts';
import type {
  ButtonMenuProps,
  ButtonPanelProps,
  MenuEntry,
  MenuItem,
  OpenBelow,
  RowMenuProps,
} from './menu-types.ts';

/** Represents the button, which was rendered before the code of its menu loaded. */
const Anchor = ({
  target,
  ref,
}: {
  readonly target: HTMLElement | null;
  readonly ref?: Ref<HTMLElement | null>;
}) => {
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () => target, [target]);
  return null;
};

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

const Entries = ({ entries }: { readonly entries: readonly MenuEntry[] }) =>
  entries.map((entry, index) =>
    entry === 'divider' ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: dividers have no name and the list does not reorder
      <Menu.Divider key={`divider-${index}`} />
    ) : (
      <Fragment key={entry.label}>{entry.items ? <SubMenu item={entry} /> : <Item item={entry} />}</Fragment>
    ),
  );

/**
 * Keys outside a menu do not close it. Menus open without animation, so the key that opened one may still be pressed, and
 * the focus is inside anyway.
 */
const CLOSED_BY = ['mousedown', 'touchstart'];

type MenuBelowProps = Omit<ButtonMenuProps, 'button'> & OpenBelow;

export const MenuBelow = ({ id, opened, target, onClose, entries, ...look }: MenuBelowProps) => (
  <Menu
    id={id}
    opened={opened}
    onChange={(isOpen) => !isOpen && onClose()}
    position="bottom-end"
    clickOutsideEvents={CLOSED_BY}
    {...look}
  >
    <Menu.Target>
      <Anchor target={target} />
    </Menu.Target>
    <Menu.Dropdown>
      <Entries entries={entries} />
    </Menu.Dropdown>
  </Menu>
);

type PanelBelowProps = Omit<ButtonPanelProps, 'button'> & OpenBelow;

export const PanelBelow = (props: PanelBelowProps) => {
  const { id, opened, target, onClose, width, className = '', onKeyDown, children } = props;
  return (
    <Popover
      id={id}
      opened={opened}
      onChange={(isOpen) => !isOpen && onClose()}
      position="bottom-end"
      width={width}
      shadow="md"
      trapFocus
      returnFocus
      transitionProps={{ duration: 80 }}
    >
      <Popover.Target>
        <Anchor target={target} />
      </Popover.Target>
      <Popover.Dropdown className={className} {...(onKeyDown && { onKeyDown })}>
        {children(onClose)}
      </Popover.Dropdown>
    </Popover>
  );
};

// The anchor is an empty span: a button's roles and states would be false on it.
const anchorWithoutRole = { withRoles: false };

export const MenuAtPlace = ({
  label,
  place,
  entries,
  opened,
  onClose,
}: RowMenuProps & { opened: boolean }) => (
  <Menu
    opened={opened}
    onChange={(isOpen) => !isOpen && onClose()}
    position="bottom-end"
    offset={2}
    width={236}
    {...anchorWithoutRole}
    returnFocus={false}
    clickOutsideEvents={CLOSED_BY}
  >
    <Menu.Target>
      <span aria-hidden="true" style={{ position: 'fixed', pointerEvents: 'none', ...place }} />
    </Menu.Target>
    <Menu.Dropdown aria-label={label}>
      <Entries entries={entries} />
    </Menu.Dropdown>
  </Menu>
);
