import type { Mark, MarkList } from '@homecare/domain/today/schema.ts';
import { IconUserCheck, IconUserOff, IconZzz } from '@tabler/icons-react';
import { perform, useAction } from '../../platform/form/use-action.ts';
import { toast } from '../../platform/toasts.ts';
import type { MenuEntry } from '../../ui/menu-types.ts';
import { ASSIGN, SNOOZE } from './api.ts';
import { snoozeTimes } from './snooze-times.ts';

interface MarkOptions {
  /** Who may be given a row. */
  readonly people: MarkList['people'];
  readonly now: Temporal.Instant;
  readonly today: string;
  readonly zone: string;
}

/** One row or several, as they are spoken of. */
interface Marked {
  readonly keys: readonly string[];
  readonly title: string;
  readonly assigned: Mark['assigned'];
}

const showAgain = (keys: readonly string[]) => void perform(SNOOZE, { keys: [...keys], until: null });

/** Puts rows off, or gives them to somebody: the entries of their menu, and the same for several at once. */
export const useMarkEntries = ({ people, now, today, zone }: MarkOptions) => {
  const snooze = useAction(SNOOZE);
  const assign = useAction({
    ...ASSIGN,
    onDone: (_, { accountId, keys }) => {
      const name = people.find(({ id }) => id === accountId)?.name;
      const what = keys.length === 1 ? 'it' : 'them';
      toast.success(name ? `${name} looks after ${what}` : `Nobody looks after ${what} now`);
    },
  });
  const putOff = ({ keys, title }: Pick<Marked, 'keys' | 'title'>, until: string) =>
    void snooze.run(
      { keys: [...keys], until },
      { onDone: () => toast.undo(`Put off: ${title}`, () => showAgain(keys)) },
    );
  const giveTo = (keys: readonly string[], accountId: number | null) =>
    void assign.run({ keys: [...keys], accountId });
  const entriesOf = ({ keys, title, assigned }: Marked): MenuEntry[] => [
    ...snoozeTimes(now, today, zone).map(({ label, until }) => ({
      label,
      icon: IconZzz,
      onSelect: () => putOff({ keys, title }, until),
    })),
    'divider',
    ...people.map(({ id, name }) => ({
      label: `Assign to ${name}`,
      icon: IconUserCheck,
      disabledReason: assigned?.id === id ? 'Already assigned' : undefined,
      onSelect: () => giveTo(keys, id),
    })),
    ...(assigned
      ? [{ label: 'Assign to nobody', icon: IconUserOff, onSelect: () => giveTo(keys, null) }]
      : []),
  ];
  return { entriesOf, showAgain };
};
