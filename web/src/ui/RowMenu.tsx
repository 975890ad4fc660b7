import { ActionIcon } from '@mantine/core';
import { IconDotsVertical } from '@tabler/icons-react';
import { ButtonMenu, useMenuWindows } from './ButtonMenu.tsx';
import { rowIcon } from './icons.ts';
import type { MenuEntry, RowMenuProps } from './menu-types.ts';

export type { MenuEntry, MenuItem, MenuPlace } from './menu-types.ts';

/** The ⋮ button of a page, for actions that do not fit its bar. */
export const MoreMenu = ({
  label,
  entries,
}: {
  readonly label: string;
  readonly entries: readonly MenuEntry[];
}) => (
  <ButtonMenu
    width={280}
    entries={entries}
    button={(opening) => (
      <ActionIcon variant="default" aria-label={label} {...opening}>
        <IconDotsVertical {...rowIcon} />
      </ActionIcon>
    )}
  />
);

/** The shared menu of a table, opened by ⋮, right-click or Shift F10 at `place`. */
export const RowMenu = (props: RowMenuProps) => {
  const { part, opened } = useMenuWindows(props.place !== undefined);
  return part && <part.MenuAtPlace {...props} opened={opened} />;
};
