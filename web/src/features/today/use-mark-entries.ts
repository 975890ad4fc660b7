import type { InputOf } from '@homecare/domain/call.ts';
import { MOST_ROWS, type snoozeRow } from '@homecare/domain/today/contract.ts';
import type { Mark, MarkList } from '@homecare/domain/today/schema.ts';
import { IconUserCheck, IconUserOff, IconZzz } from '@tabler/icons-react';
import { perform, sayUndone, useAction } from '../../platform/form/use-action.ts';
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
  /** Who looks after each of them. */
  readonly assigned: readonly Mark['assigned'][];
  /** How many each row of Today stands for. */
  readonly seen?: InputOf<typeof snoozeRow>['seen'];
}

/** As many as one request takes, and whether they are the last ones. */
const inParts = (keys: readonly string[]) => {
  const count = Math.ceil(keys.length / MOST_ROWS);
  return Array.from(
    { length: count },
    (_, at) => [keys.slice(at * MOST_ROWS, (at + 1) * MOST_ROWS), at === count - 1] as const,
  );
};

/** What did not come back is said, and can be pressed again. */
const showAgain = async (keys: readonly string[]): Promise<void> => {
  for (const [part, isLast] of inParts(keys)) {
    const sent = await perform(SNOOZE, { keys: part, until: null });
    if (isLast || !sent.ok)
      sayUndone(
        sent,
        keys.length === 1 ? 'It is shown again' : 'They are shown again',
        () => void showAgain(keys),
      );
    if (!sent.ok) return;
  }
};

/** Puts rows off, or gives them to somebody: the entries of their menu, and the same for several at once. */
export const useMarkEntries = ({ people, now, today, zone }: MarkOptions) => {
  const snooze = useAction(SNOOZE);
  const assign = useAction(ASSIGN);
  const putOff = async ({ keys, title, seen }: Omit<Marked, 'assigned'>, until: string) => {
    for (const [part, isLast] of inParts(keys))
      await snooze.run(
        { keys: part, until, ...(seen && { seen }) },
        { onDone: () => isLast && toast.undo(`Put off: ${title}`, () => void showAgain(keys)) },
      );
  };
  const giveTo = async (keys: readonly string[], accountId: number | null) => {
    const name = people.find(({ id }) => id === accountId)?.name;
    const what = keys.length === 1 ? 'it' : 'them';
    const words = name ? `${name} looks after ${what}` : `Nobody looks after ${what} now`;
    for (const [part, isLast] of inParts(keys))
      await assign.run({ keys: part, accountId }, { onDone: () => isLast && toast.success(words) });
  };
  const entriesOf = ({ keys, title, assigned, seen }: Marked): MenuEntry[] => [
    ...snoozeTimes(now, today, zone).map(({ label, until }) => ({
      label,
      icon: IconZzz,
      onSelect: () => void putOff({ keys, title, seen }, until),
    })),
    'divider',
    ...people.map(({ id, name }) => ({
      label: `Assign to ${name}`,
      icon: IconUserCheck,
      disabledReason: assigned.every((one) => one?.id === id) ? 'Already assigned' : undefined,
      onSelect: () => void giveTo(keys, id),
    })),
    ...(assigned.some((one) => one !== null)
      ? [{ label: 'Assign to nobody', icon: IconUserOff, onSelect: () => void giveTo(keys, null) }]
      : []),
  ];
  return { entriesOf, showAgain };
};
