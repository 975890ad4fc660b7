import { type ComponentType, type ReactNode, type RefObject, useState } from 'react';
import { CountButton } from '../ui/CountButton.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { rowIcon } from '../ui/icons.ts';
import type { MenuEntry, MenuItem } from '../ui/RowMenu.tsx';
import { isOpenTo, offeredActions, type RowAction, type Viewer } from './row-actions.ts';
import { toast } from './toasts.ts';

interface RowList<Row, Page, Props, View extends Viewer> {
  readonly actions: readonly RowAction<Row, Page, Props, View>[];
  readonly viewer: View;
  readonly page: Page;
  readonly keyOf: (row: Row) => number;
  /** Names the row in its buttons. */
  readonly nameOf: (row: Row) => string;
  readonly propsOf: (row: Row, onClose: () => void) => Props;
  /** What the list stands in. */
  readonly frame: RefObject<HTMLElement | null>;
}

interface OpenDialog<Row, Props> {
  readonly Dialog: ComponentType<Props>;
  readonly row: Row;
}

/** A closed dialog leaves the focus on its row, or on the first one when the row is gone; never nowhere. */
const focusRow = (frame: HTMLElement | null, key: number) => {
  if (document.activeElement && document.activeElement !== document.body) return;
  const row = frame?.querySelector(`[data-key="${key}"]`) ?? frame?.querySelector('[data-key]');
  row?.querySelector<HTMLElement>('button[aria-label^="More for"]')?.focus();
};

/** Icons, menu and dialog of the rows of a list, all read from its one table of actions. */
export const useRowActions = <Row, Page, Props extends object, View extends Viewer>({
  actions,
  viewer,
  page,
  keyOf,
  nameOf,
  propsOf,
  frame,
}: RowList<Row, Page, Props, View>) => {
  type Action = RowAction<Row, Page, Props, View>;
  const [open, setOpen] = useState<OpenDialog<Row, Props>>();

  const perform = (action: Action, row: Row) => {
    action.run?.(row, page);
    action.dialog?.().then(
      (Dialog) => setOpen({ Dialog, row }),
      () => toast.error(`${action.label} could not be opened. Try again, or reload the page.`),
    );
  };
  const offered = (row: Row) => offeredActions(actions, row, viewer);

  /** An action of the table by its key, for what stands elsewhere in the row; undefined where it is not offered. */
  const starter = (key: string) => {
    const action = actions.find((one) => one.key === key);
    return action && isOpenTo(action, viewer) ? (row: Row) => perform(action, row) : undefined;
  };

  const itemOf = (action: Action, row: Row): MenuItem => ({
    label: action.label,
    icon: action.icon,
    ...(action.hint && { hint: action.hint }),
    ...(action.danger && { danger: true }),
    disabledReason: action.disabled?.(row, viewer),
    ...(action.items
      ? { items: offeredActions(action.items, row, viewer).map((item) => itemOf(item, row)) }
      : { onSelect: () => perform(action, row) }),
  });

  const menu = (row: Row): MenuEntry[] =>
    offered(row)
      .filter((action) => !action.rowOnly)
      .flatMap((action, index, all) => {
        const before = all[index - 1];
        const item = itemOf(action, row);
        return before && before.group !== action.group ? ['divider' as const, item] : [item];
      });

  const icon = (action: Action, row: Row): ReactNode => {
    const label = action.rowLabel?.(nameOf(row), row) ?? `${action.label} ${nameOf(row)}`;
    const count = action.alarm?.(row) ?? 0;
    if (count > 0)
      return (
        <CountButton key={action.key} label={label} count={count} onClick={() => perform(action, row)} />
      );
    return (
      <IconButton
        key={action.key}
        label={label}
        icon={<action.icon {...rowIcon} />}
        on={action.lit?.(row) ?? false}
        disabledReason={action.disabled?.(row, viewer)}
        onClick={() => perform(action, row)}
      />
    );
  };

  const icons = (row: Row, roomy: boolean): ReactNode =>
    offered(row)
      .filter(
        (action) => action.row !== undefined && (action.inRow?.(row) ?? true) && (roomy || !action.roomy),
      )
      .toSorted((a, b) => (a.row ?? 0) - (b.row ?? 0))
      .map((action) => icon(action, row));

  const close = (row: Row) => {
    setOpen(undefined);
    window.setTimeout(() => focusRow(frame.current, keyOf(row)));
  };
  const dialog = open && <open.Dialog {...propsOf(open.row, () => close(open.row))} />;

  return { icons, menu, starter, dialog };
};
