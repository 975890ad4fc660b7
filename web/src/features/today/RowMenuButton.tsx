import type { Today, TodayRow } from '@homecare/domain/today/schema.ts';
import { ActionIcon } from '@mantine/core';
import { IconDotsVertical, IconUser } from '@tabler/icons-react';
import { useOpenPage } from '../../platform/page-state.ts';
import { personPath } from '../../platform/person-path.ts';
import { ButtonMenu } from '../../ui/ButtonMenu.tsx';
import { rowIcon } from '../../ui/icons.ts';
import type { MenuEntry } from '../../ui/menu-types.ts';
import { useMarkEntries } from './use-mark-entries.ts';

interface RowMenuProps {
  readonly row: TodayRow;
  readonly people: Today['people'];
  readonly now: Temporal.Instant;
  readonly today: string;
  readonly zone: string;
  /** There a tap on the title opens the row: its names lead to their people from here. */
  readonly isPhone: boolean;
  /** The ways to the visits that it is about. */
  readonly stories: readonly MenuEntry[];
}

/** Puts a row off, or gives it to somebody. */
export const RowMenuButton = ({ row, isPhone, stories, ...options }: RowMenuProps) => {
  const { key, title, named, assigned, count } = row;
  const openPage = useOpenPage();
  const { entriesOf } = useMarkEntries(options);
  const pages: MenuEntry[] = named.map(({ id, name }) => ({
    label: `Open ${name}`,
    icon: IconUser,
    onSelect: () => void openPage(personPath(id)),
  }));
  const entries: MenuEntry[] = [
    ...(isPhone && pages.length > 0 ? [...pages, 'divider' as const] : []),
    ...(stories.length > 0 ? [...stories, 'divider' as const] : []),
    ...entriesOf({ keys: [key], title, assigned: [assigned], seen: { [key]: count } }),
  ];
  return (
    <ButtonMenu
      width={280}
      entries={entries}
      button={(opening) => (
        <ActionIcon variant="subtle" aria-label={`More: ${title}`} {...opening}>
          <IconDotsVertical {...rowIcon} />
        </ActionIcon>
      )}
    />
  );
};
