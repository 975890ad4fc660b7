import type { Today, TodayRow } from '@homecare/domain/today/schema.ts';
import { ActionIcon } from '@mantine/core';
import { IconDotsVertical, IconUser, IconUserCheck, IconUserOff, IconZzz } from '@tabler/icons-react';
import { perform, useAction } from '../../platform/form/use-action.ts';
import { useOpenPage } from '../../platform/page-state.ts';
import { personPath } from '../../platform/person-path.ts';
import { toast } from '../../platform/toasts.ts';
import { ButtonMenu } from '../../ui/ButtonMenu.tsx';
import { rowIcon } from '../../ui/icons.ts';
import type { MenuEntry } from '../../ui/menu-types.ts';
import { ASSIGN, SNOOZE } from './api.ts';
import { snoozeTimes } from './snooze-times.ts';

interface RowMenuProps {
  readonly row: TodayRow;
  readonly people: Today['people'];
  readonly now: Temporal.Instant;
  readonly today: string;
  readonly zone: string;
  /** There a tap on the title opens the row: its names lead to their people from here. */
  readonly isPhone: boolean;
}

const showAgain = (key: string) => void perform(SNOOZE, { key, until: null });

/** Puts a row off, or gives it to somebody. */
export const RowMenuButton = ({ row, people, now, today, zone, isPhone }: RowMenuProps) => {
  const { key, title, named, assigned } = row;
  const openPage = useOpenPage();
  const snooze = useAction({
    ...SNOOZE,
    onDone: () => toast.undo(`Put off: ${title}`, () => showAgain(key)),
  });
  const assign = useAction({
    ...ASSIGN,
    onDone: (_, { accountId }) => {
      const name = people.find(({ id }) => id === accountId)?.name;
      toast.success(name ? `${name} looks after it` : 'Nobody looks after it now');
    },
  });
  const pages: MenuEntry[] = named.map(({ id, name }) => ({
    label: `Open ${name}`,
    icon: IconUser,
    onSelect: () => void openPage(personPath(id)),
  }));
  const entries: MenuEntry[] = [
    ...(isPhone && pages.length > 0 ? [...pages, 'divider' as const] : []),
    ...snoozeTimes(now, today, zone).map(({ label, until }) => ({
      label,
      icon: IconZzz,
      onSelect: () => void snooze.run({ key, until }),
    })),
    'divider',
    ...people.map(({ id, name }) => ({
      label: `Assign to ${name}`,
      icon: IconUserCheck,
      disabledReason: assigned?.id === id ? 'Already assigned' : undefined,
      onSelect: () => void assign.run({ key, accountId: id }),
    })),
    ...(assigned
      ? [
          {
            label: 'Assign to nobody',
            icon: IconUserOff,
            onSelect: () => void assign.run({ key, accountId: null }),
          },
        ]
      : []),
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
