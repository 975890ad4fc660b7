import { type ComponentType, type ReactNode, type RefObject, useState } from 'react';
import { CountButton } from '../ui/CountButton.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { rowIcon } from '../ui/icons.ts';
import type { MenuEntry, MenuItem } from '../ui/RowMenu.tsx';
import { createOnce } from './form/once.ts';
import { isOpenTo, offeredActions, type RowAction, type Viewer } from './row-actions.ts';
import { toast } from './toasts.ts';

interface RowList<Row, Page, Props, View extends Viewer> {
  readonly actions: readonly RowAction<Row, Page, Props, View>[];
  readonly viewer: View;
  readonly page: Page;
  readonly keyOf: (row: Row) => number;
  /** Name of the row in its buttons. */
  readonly nameOf: (row: Row) => string;
  readonly propsOf: (row: Row, onClose: () => void) => Props;
  /** The element around the list. */
  readonly frame: RefObject<HTMLElement | null>;
}

interface OpenDialog<Row, Props> {
  readonly Dialog: ComponentType<Props>;
  readonly row: Row;
}

/** After a dialog closes, focuses its row, or the first one if the row is gone. */
const focusRow = (frame: HTMLElement | null, key: number) => {
  if (document.activeElement && document.activeElement !== document.body) return;
  const row = frame?.querySelector(`[data-key="${key}"]`) ?? frame?.querySelector('[data-key]');
  row?.querySelector<HTMLElement>('button[aria-label^="More for"]')?.focus();
};

/** What menu entries and icons need from the list. */
interface Doing<Row, Page, Props, View extends Viewer>
  extends Pick<RowList<Row, Page, Props, View>, 'viewer' | 'nameOf'> {
  readonly perform: (action: RowAction<Row, Page, Props, View>, row: Row) => void;
}

const itemOf = <Row, Page, Props, View extends Viewer>(
  action: RowAction<Row, Page, Props, View>,
  row: Row,
  doing: Doing<Row, Page, Props, View>,
): MenuItem => ({
  label: action.label,
  icon: action.icon,
  ...(action.hint && { hint: action.hint }),
  ...(action.danger && { danger: true }),
  disabledReason: action.disabled?.(row, doing.viewer),
  ...(action.items
    ? { items: offeredActions(action.items, row, doing.viewer).map((item) => itemOf(item, row, doing)) }
    : { onSelect: () => doing.perform(action, row) }),
});

const iconOf = <Row, Page, Props, View extends Viewer>(
  action: RowAction<Row, Page, Props, View>,
  row: Row,
  { viewer, nameOf, perform }: Doing<Row, Page, Props, View>,
): ReactNode => {
  const label = action.rowLabel?.(nameOf(row), row) ?? `${action.label} ${nameOf(row)}`;
  const count = action.alarm?.(row) ?? 0;
  const button = { label, onClick: () => perform(action, row) };
  if (count > 0) return <CountButton {...button} key={action.key} count={count} />;
  return (
    <IconButton
      {...button}
      key={action.key}
      icon={<action.icon {...rowIcon} />}
      on={action.lit?.(row) ?? false}
      disabledReason={action.disabled?.(row, viewer)}
    />
  );
};

/** Icons, menu and dialog of the rows of a list, all from one table of actions. */
export const useRowActions = <Row, Page, Props extends object, View extends Viewer>({
  actions,
  viewer,
  page,
  keyOf,
  nameOf,
  propsOf,
  frame,
}: RowList<Row, Page, Props, View>) => {
  const [open, setOpen] = useState<OpenDialog<Row, Props>>();
  const [pressed] = useState(() => createOnce<string>());
  const perform = (action: RowAction<Row, Page, Props, View>, row: Row) => {
    void pressed.run(`${action.key} ${keyOf(row)}`, async () => action.run?.(row, page));
    action.dialog?.().then(
      (Dialog) => setOpen({ Dialog, row }),
      () => toast.error(`Couldn’t open ${action.label}. Try again, or reload the page.`),
    );
  };
  const doing = { viewer, nameOf, perform };
  const offered = (row: Row) => offeredActions(actions, row, viewer);

  /** Starts an action by its key, for controls elsewhere in the row; undefined if it is not offered. */
  const starter = (key: string) => {
    const action = actions.find((one) => one.key === key);
    return action && isOpenTo(action, viewer) ? (row: Row) => perform(action, row) : undefined;
  };
  const menu = (row: Row): MenuEntry[] =>
    offered(row)
      .filter((action) => !action.rowOnly)
      .flatMap((action, index, all) => {
        const before = all[index - 1];
        const item = itemOf(action, row, doing);
        return before && before.group !== action.group ? ['divider' as const, item] : [item];
      });
  const icons = (row: Row, roomy: boolean): ReactNode =>
    offered(row)
      .filter(
        (action) => action.row !== undefined && (action.inRow?.(row) ?? true) && (roomy || !action.roomy),
      )
      .toSorted((a, b) => (a.row ?? 0) - (b.row ?? 0))
      .map((action) => iconOf(action, row, doing));

  const close = (row: Row) => {
    setOpen(undefined);
    window.setTimeout(() => focusRow(frame.current, keyOf(row)));
  };
  const dialog = open && <open.Dialog {...propsOf(open.row, () => close(open.row))} />;
  return { icons, menu, starter, dialog };
};
