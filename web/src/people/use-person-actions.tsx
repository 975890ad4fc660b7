import { personName } from '@homecare/domain/people/rules.ts';
import type { PersonRow } from '@homecare/domain/people/schema.ts';
import { type ReactNode, type RefObject, useState } from 'react';
import { toast } from '../shell/toasts.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { rowIcon } from '../ui/icons.ts';
import type { MenuEntry, MenuItem } from '../ui/RowMenu.tsx';
import { PEOPLE_ACTIONS } from './people-actions.tsx';
import {
  type ActionDialog,
  type ActionPage,
  isOpenTo,
  offeredActions,
  type RowAction,
  type Viewer,
} from './row-actions.ts';

interface OpenDialog {
  readonly Dialog: ActionDialog;
  readonly person: PersonRow;
}

/** A closed dialog leaves the focus on its row, or on the first one when the row is gone; never nowhere. */
const focusRow = (frame: HTMLElement | null, id: number) => {
  if (document.activeElement && document.activeElement !== document.body) return;
  const row = frame?.querySelector(`[data-key="${id}"]`) ?? frame?.querySelector('[data-key]');
  row?.querySelector<HTMLElement>('button[aria-label^="More for"]')?.focus();
};

/** Icons, menu and dialog of the rows of the People list, all read from the table of actions. */
export const usePersonActions = (viewer: Viewer, page: ActionPage, frame: RefObject<HTMLElement | null>) => {
  const [open, setOpen] = useState<OpenDialog>();

  const perform = (action: RowAction, person: PersonRow) => {
    action.run?.(person, page);
    action.dialog?.().then(
      (Dialog) => setOpen({ Dialog, person }),
      () => toast.error(`${action.label} could not be opened. Try again, or load the page anew.`),
    );
  };
  const offered = (person: PersonRow) => offeredActions(PEOPLE_ACTIONS, person, viewer);

  /** An action of the table by its key, for what stands elsewhere in the row; undefined where it is not offered. */
  const starter = (key: string) => {
    const action = PEOPLE_ACTIONS.find((one) => one.key === key);
    return action && isOpenTo(action, viewer) ? (person: PersonRow) => perform(action, person) : undefined;
  };

  const itemOf = (action: RowAction, person: PersonRow): MenuItem => ({
    label: action.label,
    icon: action.icon,
    ...(action.hint && { hint: action.hint }),
    ...(action.danger && { danger: true }),
    disabledReason: action.disabled?.(person, viewer),
    ...(action.items
      ? { items: offeredActions(action.items, person, viewer).map((item) => itemOf(item, person)) }
      : { onSelect: () => perform(action, person) }),
  });

  const menu = (person: PersonRow): MenuEntry[] =>
    offered(person)
      .filter((action) => !action.rowOnly)
      .flatMap((action, index, all) => {
        const before = all[index - 1];
        const item = itemOf(action, person);
        return before && before.group !== action.group ? ['divider' as const, item] : [item];
      });

  const icons = (person: PersonRow, roomy: boolean): ReactNode =>
    offered(person)
      .filter((action) => action.row !== undefined && (roomy || !action.roomy))
      .toSorted((a, b) => (a.row ?? 0) - (b.row ?? 0))
      .map((action) => (
        <IconButton
          key={action.key}
          label={action.rowLabel?.(personName(person)) ?? `${action.label} ${personName(person)}`}
          icon={<action.icon {...rowIcon} />}
          on={action.lit?.(person) ?? false}
          disabledReason={action.disabled?.(person, viewer)}
          onClick={() => perform(action, person)}
        />
      ));

  const close = (person: PersonRow) => {
    setOpen(undefined);
    window.setTimeout(() => focusRow(frame.current, person.ID));
  };
  const dialog = open && <open.Dialog person={open.person} onClose={() => close(open.person)} />;

  return { icons, menu, starter, dialog };
};
