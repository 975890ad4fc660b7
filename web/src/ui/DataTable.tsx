import { Checkbox, Pagination } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconDotsVertical } from '@tabler/icons-react';
import {
  Fragment,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useCallback,
  useRef,
  useState,
} from 'react';
import classes from './DataTable.module.css';
import { IconButton } from './IconButton.tsx';
import { rowIcon } from './icons.ts';
import { type MenuEntry, type MenuPlace, RowMenu } from './RowMenu.tsx';
import { ErrorState, type LoadFailure, useSlow } from './states.tsx';
import type { Tone } from './tones.ts';

export interface Column<Row> {
  readonly key: string;
  readonly title: string;
  /** Shown instead of the title, e.g. a scale. */
  readonly head?: ReactNode;
  /** Pixels; the one column without a width takes the rest. */
  readonly width?: number;
  /** The least that the column without a width may shrink to before the table scrolls sideways. */
  readonly min?: number;
  readonly align?: 'left' | 'right';
  /** Its head is a button that sorts by it, where the table has `sort`. */
  readonly sorts?: true;
  readonly cell: (row: Row) => ReactNode;
}

/** The column that the rows are sorted by; the caller sorts them. */
export interface Sort {
  readonly key: string;
  readonly descending: boolean;
}

/** A row on a phone: name and kind, reason or second line, one action (usually the call button) and ⋮. */
export interface ListItem {
  readonly title: ReactNode;
  readonly kind?: ReactNode;
  readonly line?: ReactNode;
  /** Under the line, in as many lines as it needs: what must not be cut. */
  readonly more?: ReactNode;
  readonly action?: ReactNode;
}

export interface RowSelection {
  readonly keys: ReadonlySet<string | number>;
  readonly onChange: (keys: ReadonlySet<string | number>) => void;
}

export interface DataTableProps<Row> {
  /** Name of the table for readers. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  /** All rows that pass the filter; undefined while the first load runs. */
  readonly rows: readonly Row[] | undefined;
  readonly rowKey: (row: Row) => string | number;
  /** Names the row in its menu and buttons. */
  readonly rowName: (row: Row) => string;
  readonly listItem: (row: Row) => ListItem;
  readonly pageSize?: number | 'all';
  /** null: the order of the list itself. */
  readonly sort?: Sort | null;
  readonly onSort?: (sort: Sort | null) => void;
  /** More rows in the same height. */
  readonly isCompact?: boolean;
  /** Counted from 1; the caller keeps it so that a list remembers its page. */
  readonly page?: number;
  readonly onPage?: (page: number) => void;
  /** Word after the count: '1–12 of 1,284 care plans'. */
  readonly noun?: string;
  readonly loadingText?: string;
  readonly failure?: LoadFailure | undefined;
  readonly empty?: ReactNode;
  readonly tone?: (row: Row) => Tone | undefined;
  readonly dimmed?: (row: Row) => boolean;
  /** Colour of the bar at the left where it is not the tone's: rows that belong together, or were deleted. */
  readonly edge?: (row: Row) => 'info' | 'danger' | undefined;
  /** Rows shown right below this one, on the same page and not counted by it. */
  readonly under?: (row: Row) => readonly Row[];
  /** Heads the rows that follow, where it differs from that of the row before; a page begins with that of its first row. */
  readonly heading?: (row: Row) => string | undefined;
  /** Enter or double click on a row; a tap on a phone. */
  readonly onOpen?: (row: Row) => void;
  readonly menu?: (row: Row) => readonly MenuEntry[];
  /** Icons before ⋮; below 1,100 px of table width `roomy` is false and less used ones stay in the menu. */
  readonly actions?: (row: Row, roomy: boolean) => ReactNode;
  readonly actionsWidth?: number;
  /** Width of the actions when not roomy. */
  readonly tightActionsWidth?: number;
  readonly actionsTitle?: string;
  /** Boxes before the rows, and one over them for all of the page. */
  readonly selection?: RowSelection;
  /** Middle of the line below the table, e.g. 'updated 10:42:15 AM'. */
  readonly footer?: ReactNode;
}

const LIST_BELOW = 700;
const ROOMY_FROM = 1100;
const ROW_HEIGHT = 41;
const COMPACT_HEIGHT = 29;
const HEAD_HEIGHT = 34;
const FREE_COLUMN = 200;

/** Width of the element the ref stands on, whichever element that is at the moment. */
const useWidth = () => {
  const [width, setWidth] = useState<number>();
  const ref = useCallback((box: HTMLDivElement) => {
    setWidth(box.clientWidth);
    const observer = new ResizeObserver(() => setWidth(box.clientWidth));
    observer.observe(box);
    return () => observer.disconnect();
  }, []);
  return [ref, width] as const;
};

const placeOf = (rect: DOMRect): MenuPlace => ({
  left: rect.left,
  top: rect.top,
  width: rect.width,
  height: rect.height,
});

interface Frame<Row> {
  readonly props: DataTableProps<Row>;
  /** Rows of this page, each followed by those under it. */
  readonly shown: readonly Row[];
  readonly below: ReadonlySet<Row>;
  readonly roomy: boolean;
  readonly openKey: string | number | undefined;
  readonly openMenu: (row: Row, place: MenuPlace) => void;
}

const MoreButton = <Row,>({ row, frame }: { readonly row: Row; readonly frame: Frame<Row> }) => (
  <IconButton
    label={`More for ${frame.props.rowName(row)}`}
    icon={<IconDotsVertical {...rowIcon} />}
    on={frame.openKey === frame.props.rowKey(row)}
    onClick={(event) => frame.openMenu(row, placeOf(event.currentTarget.getBoundingClientRect()))}
  />
);

const SKELETON = [84, 66, 100, 78];
const SkeletonRows = ({ count, columns, actions }: { count: number; columns: number; actions: boolean }) =>
  Array.from({ length: count }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: skeleton rows are all alike
    <tr key={row} className={classes.row}>
      {Array.from({ length: columns + (actions ? 1 : 0) }, (_, cell) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <td key={cell} className={classes.cell}>
          <span
            className={classes.bone}
            style={{ width: `${(SKELETON[row % 4] ?? 70) * (cell === 0 ? 0.9 : 0.65)}%` }}
          />
        </td>
      ))}
    </tr>
  ));

/** The box, and the side that the first column keeps free. */
const SELECT_WIDTH = 52;

/** The set with or without some keys. */
const changed = (keys: ReadonlySet<string | number>, some: readonly (string | number)[], isIn: boolean) => {
  const next = new Set(keys);
  for (const key of some) isIn ? next.add(key) : next.delete(key);
  return next;
};

const SelectRow = <Row,>({ row, props }: { readonly row: Row; readonly props: DataTableProps<Row> }) => {
  const { selection, rowKey, rowName } = props;
  if (!selection) return null;
  const key = rowKey(row);
  return (
    <Checkbox
      size="sm"
      aria-label={`Select ${rowName(row)}`}
      checked={selection.keys.has(key)}
      onChange={(event) => selection.onChange(changed(selection.keys, [key], event.currentTarget.checked))}
      onDoubleClick={(event) => event.stopPropagation()}
    />
  );
};

const SelectAll = <Row,>({
  rows,
  props,
  label,
}: {
  readonly rows: readonly Row[];
  readonly props: DataTableProps<Row>;
  readonly label?: string;
}) => {
  const { selection, rowKey } = props;
  if (!selection) return null;
  const keys = rows.map(rowKey);
  const count = keys.filter((key) => selection.keys.has(key)).length;
  const isAll = keys.length > 0 && count === keys.length;
  return (
    <Checkbox
      size="sm"
      label={label}
      aria-label="Select all rows"
      disabled={keys.length === 0}
      checked={isAll}
      indeterminate={count > 0 && !isAll}
      onChange={() => selection.onChange(changed(selection.keys, keys, !isAll))}
    />
  );
};

/** Up, down, and back to the order of the list itself. */
const nextSort = (sort: Sort | null | undefined, key: string): Sort | null => {
  if (sort?.key !== key) return { key, descending: false };
  return sort.descending ? null : { key, descending: true };
};

const SortHead = <Row,>({
  column,
  props,
}: {
  readonly column: Column<Row>;
  readonly props: DataTableProps<Row>;
}) => {
  const { sort, onSort } = props;
  if (!column.sorts || !onSort) return column.head ?? column.title;
  const isBy = sort?.key === column.key;
  const Icon = isBy && sort.descending ? IconArrowDown : IconArrowUp;
  return (
    <button
      type="button"
      className={classes.sort}
      data-on={isBy || undefined}
      onClick={() => onSort(nextSort(sort, column.key))}
    >
      {column.head ?? column.title}
      <Icon size={13} stroke={2} aria-hidden />
    </button>
  );
};

const orderOf = <Row,>(column: Column<Row>, { sort }: DataTableProps<Row>) => {
  if (!column.sorts || sort === undefined) return undefined;
  if (sort?.key !== column.key) return 'none';
  return sort.descending ? 'descending' : 'ascending';
};

const TableHead = <Row,>({
  props,
  rows,
}: {
  readonly props: DataTableProps<Row>;
  readonly rows: readonly Row[];
}) => (
  <thead>
    <tr>
      {props.selection && (
        <th scope="col" className={classes.head} data-select>
          <SelectAll rows={rows} props={props} />
        </th>
      )}
      {props.columns.map((column) => (
        <th
          key={column.key}
          scope="col"
          className={classes.head}
          data-align={column.align}
          aria-sort={orderOf(column, props)}
        >
          <SortHead column={column} props={props} />
        </th>
      ))}
      {(props.actions || props.menu) && (
        <th scope="col" className={`${classes.head} ${classes.actionsCell}`} data-align="right">
          {props.actionsTitle ?? 'Actions'}
        </th>
      )}
    </tr>
  </thead>
);

const TableRow = <Row,>({
  row,
  frame,
  tabbable,
  onFocus,
}: {
  readonly row: Row;
  readonly frame: Frame<Row>;
  readonly tabbable: boolean;
  readonly onFocus: () => void;
}) => {
  const { props } = frame;
  const openAtRow = (event: KeyboardEvent<HTMLTableRowElement>) => {
    event.preventDefault();
    const button = event.currentTarget.querySelector('td:last-child button:last-of-type');
    frame.openMenu(row, placeOf((button ?? event.currentTarget).getBoundingClientRect()));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTableRowElement>) => {
    if (props.menu && (event.key === 'ContextMenu' || (event.shiftKey && event.key === 'F10')))
      openAtRow(event);
    else if (event.key === 'Enter' && event.target === event.currentTarget) props.onOpen?.(row);
  };
  const onContextMenu = (event: MouseEvent) => {
    if (!props.menu) return;
    event.preventDefault();
    frame.openMenu(row, { left: event.clientX, top: event.clientY, width: 1, height: 1 });
  };
  return (
    <tr
      className={classes.row}
      data-tone={props.tone?.(row)}
      data-dimmed={props.dimmed?.(row) || undefined}
      data-edge={props.edge?.(row)}
      data-below={frame.below.has(row) || undefined}
      data-open={frame.openKey === props.rowKey(row) || undefined}
      data-key={props.rowKey(row)}
      tabIndex={tabbable ? 0 : -1}
      onFocus={onFocus}
      onKeyDown={onKeyDown}
      onContextMenu={onContextMenu}
      onDoubleClick={() => props.onOpen?.(row)}
    >
      {props.selection && (
        <td className={classes.cell} data-select>
          <SelectRow row={row} props={props} />
        </td>
      )}
      {props.columns.map((column) => (
        <td key={column.key} className={classes.cell} data-align={column.align} data-cut>
          {column.cell(row)}
        </td>
      ))}
      {(props.actions || props.menu) && (
        <td className={`${classes.cell} ${classes.actionsCell}`} data-align="right">
          <div className={classes.actions}>
            {props.actions?.(row, frame.roomy)}
            {props.menu && <MoreButton row={row} frame={frame} />}
          </div>
        </td>
      )}
    </tr>
  );
};

/** The heading that stands above a row of a page, if one does. */
const headingAt = <Row,>({ heading }: DataTableProps<Row>, shown: readonly Row[], index: number) => {
  const [row, before] = [shown[index], shown[index - 1]];
  const words = row && heading?.(row);
  return words && (before === undefined || heading?.(before) !== words) ? words : undefined;
};

const HeadingRow = <Row,>({ frame, index }: { readonly frame: Frame<Row>; readonly index: number }) => {
  const { props, shown } = frame;
  const words = headingAt(props, shown, index);
  if (!words) return null;
  const span = props.columns.length + (props.selection ? 1 : 0) + (props.actions || props.menu ? 1 : 0);
  return (
    <tr>
      <th className={classes.heading} colSpan={span} scope="rowgroup">
        {words}
      </th>
    </tr>
  );
};

const NEXT_ROW: Record<string, (at: number, last: number) => number> = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
};

const actionsWidthOf = <Row,>(props: DataTableProps<Row>, roomy: boolean) => {
  const full = props.actionsWidth ?? 140;
  return roomy ? full : (props.tightActionsWidth ?? full);
};

/** Narrower than this the table scrolls sideways. */
const minWidthOf = <Row,>(props: DataTableProps<Row>, roomy: boolean) =>
  props.columns.reduce((sum, column) => sum + (column.width ?? column.min ?? FREE_COLUMN), 0) +
  (props.selection ? SELECT_WIDTH : 0) +
  (props.actions || props.menu ? actionsWidthOf(props, roomy) : 0);

const WideTable = <Row,>({
  frame,
  skeleton,
  waiting,
}: {
  frame: Frame<Row>;
  skeleton: number;
  waiting: boolean;
}) => {
  const { props, shown } = frame;
  const [active, setActive] = useState(0);
  const hasActions = Boolean(props.actions || props.menu);
  const actionsWidth = actionsWidthOf(props, frame.roomy);
  const onKeyDown = (event: KeyboardEvent<HTMLTableSectionElement>) => {
    const step = NEXT_ROW[event.key];
    if (
      !step ||
      !(event.target instanceof HTMLElement) ||
      event.target.closest('input:not([type=checkbox]),textarea')
    )
      return;
    const rows = [...event.currentTarget.querySelectorAll<HTMLElement>(':scope > tr[data-key]')];
    const at = rows.findIndex((row) => row.contains(event.target as Node));
    const next = rows[step(at, rows.length - 1)];
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
  const current = Math.min(active, Math.max(shown.length - 1, 0));
  return (
    <table
      className={classes.table}
      style={{ minWidth: minWidthOf(props, frame.roomy) }}
      aria-label={props.label}
      aria-busy={waiting}
    >
      <colgroup>
        {props.selection && <col style={{ width: SELECT_WIDTH }} />}
        {props.columns.map((column) => (
          <col key={column.key} style={column.width ? { width: column.width } : undefined} />
        ))}
        {hasActions && <col style={{ width: actionsWidth }} />}
      </colgroup>
      <TableHead props={props} rows={shown} />
      <tbody onKeyDown={onKeyDown}>
        {shown.map((row, index) => (
          <Fragment key={props.rowKey(row)}>
            <HeadingRow frame={frame} index={index} />
            <TableRow row={row} frame={frame} tabbable={index === current} onFocus={() => setActive(index)} />
          </Fragment>
        ))}
        {skeleton > 0 && (
          <SkeletonRows
            count={skeleton}
            columns={props.columns.length + (props.selection ? 1 : 0)}
            actions={hasActions}
          />
        )}
      </tbody>
    </table>
  );
};

const NarrowList = <Row,>({ frame, skeleton }: { frame: Frame<Row>; skeleton: number }) => {
  const { props, shown } = frame;
  return (
    <ul className={classes.list} aria-label={props.label}>
      {props.selection && shown.length > 0 && (
        <li className={classes.listRow} data-select>
          <SelectAll rows={shown} props={props} label="Select all" />
        </li>
      )}
      {shown.map((row, index) => {
        const item = props.listItem(row);
        const words = headingAt(props, shown, index);
        const text = (
          <>
            <span className={classes.listTitle}>
              {item.title}
              {item.kind && <span className={classes.kind}>{item.kind}</span>}
            </span>
            {item.line && <span className={classes.line}>{item.line}</span>}
            {item.more && <span className={classes.more}>{item.more}</span>}
          </>
        );
        const line = (
          <li
            key={props.rowKey(row)}
            className={classes.listRow}
            data-tone={props.tone?.(row)}
            data-edge={props.edge?.(row)}
            data-below={frame.below.has(row) || undefined}
            data-key={props.rowKey(row)}
            data-select={props.selection ? '' : undefined}
            data-open={frame.openKey === props.rowKey(row) || undefined}
          >
            <SelectRow row={row} props={props} />
            {props.onOpen ? (
              <button type="button" className={classes.listText} onClick={() => props.onOpen?.(row)}>
                {text}
              </button>
            ) : (
              <div className={classes.listText}>{text}</div>
            )}
            {item.action}
            {props.menu && <MoreButton row={row} frame={frame} />}
          </li>
        );
        return words ? (
          <Fragment key={props.rowKey(row)}>
            <li className={classes.heading}>{words}</li>
            {line}
          </Fragment>
        ) : (
          line
        );
      })}
      {Array.from({ length: skeleton }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: skeleton rows are all alike
        <li key={`skeleton-${index}`} className={classes.listRow} aria-hidden="true">
          <span className={classes.bone} style={{ width: `${SKELETON[index % 4]}%` }} />
        </li>
      ))}
    </ul>
  );
};

const PAGE_NAMES: Record<string, string> = {
  previous: 'Previous page',
  next: 'Next page',
  first: 'First page',
  last: 'Last page',
};

const count = (n: number) => n.toLocaleString('en-US');

const Paging = ({
  page,
  pages,
  few,
  onPage,
}: {
  page: number;
  pages: number;
  few: boolean;
  onPage: (p: number) => void;
}) => (
  <Pagination
    className={classes.pages}
    total={pages}
    value={page}
    onChange={onPage}
    siblings={few ? 0 : 1}
    aria-label="Pages"
    getItemProps={(item) => ({ 'aria-label': `Page ${item}` })}
    getControlProps={(control) => ({ 'aria-label': PAGE_NAMES[control] })}
  />
);

/** The rows of one page and where they stand in the whole. */
const pageOf = <Row,>(rows: readonly Row[] | undefined, wanted: number, pageSize: number | 'all') => {
  const total = rows?.length ?? 0;
  const size = pageSize === 'all' ? Math.max(total, 1) : pageSize;
  const pages = Math.max(1, Math.ceil(total / size));
  const page = Math.min(Math.max(wanted, 1), pages);
  const from = (page - 1) * size;
  return { total, size, pages, page, from, ofPage: rows?.slice(from, from + size) ?? [] };
};

const withUnder = <Row,>(rows: readonly Row[], under: DataTableProps<Row>['under']) => {
  if (!under) return { shown: rows, below: new Set<Row>() };
  const groups = rows.map((row) => ({ row, members: under(row) }));
  return {
    shown: groups.flatMap(({ row, members }) => [row, ...members]),
    below: new Set(groups.flatMap(({ members }) => members)),
  };
};

/** The table of every list screen; below 700 px of its own width it becomes a list. */
export const DataTable = <Row,>(props: DataTableProps<Row>) => {
  const { rows, failure, pageSize = 12, menu } = props;
  const [root, width] = useWidth();
  const region = useRef<HTMLDivElement>(null);
  const [ownPage, setOwnPage] = useState(1);
  const [open, setOpen] = useState<{ row: Row; place: MenuPlace }>();
  const waiting = rows === undefined && !failure;
  const slow = useSlow(waiting);
  const { total, size, pages, page, from, ofPage } = pageOf(rows, props.page ?? ownPage, pageSize);
  const { shown, below } = withUnder(ofPage, props.under);
  const skeleton = slow ? (pageSize === 'all' ? 12 : pageSize) : 0;
  const narrow = width !== undefined && width < LIST_BELOW;
  const roomy = width === undefined || width >= ROOMY_FROM;
  const sideways = width !== undefined && !narrow && width < minWidthOf(props, roomy);

  // Focus goes back to the ⋮ button of the row, however the menu was opened.
  const closeMenu = () => {
    const key = open && String(props.rowKey(open.row));
    setOpen(undefined);
    const elements = region.current?.querySelectorAll<HTMLElement>('[data-key]') ?? [];
    const row = [...elements].find((element) => element.dataset.key === key);
    const button = row?.querySelector<HTMLElement>('button[aria-label^="More for"]');
    button?.focus();
    // Esc gives the focus back to where it was before; a dialog that opened meanwhile keeps it.
    window.setTimeout(() => {
      if (document.activeElement === row || document.activeElement === document.body) button?.focus();
    });
  };
  const goTo = (next: number) => {
    setOwnPage(next);
    props.onPage?.(next);
    region.current?.scrollTo({ top: 0 });
  };
  const frame: Frame<Row> = {
    props,
    shown,
    below,
    roomy,
    openKey: open && props.rowKey(open.row),
    openMenu: (row, place) => setOpen({ row, place }),
  };

  if (failure && rows === undefined)
    return (
      <div className={classes.root} ref={root}>
        <ErrorState {...failure} />
      </div>
    );
  if (rows?.length === 0 && props.empty)
    return (
      <div className={classes.root} ref={root}>
        {props.empty}
      </div>
    );
  const standing = total > 0 ? `${count(from + 1)}–${count(from + ofPage.length)} of ${count(total)}` : '';
  return (
    <div className={classes.root} ref={root}>
      <div
        className={classes.region}
        ref={region}
        data-narrow={narrow || undefined}
        data-sideways={sideways || undefined}
        data-compact={props.isCompact || undefined}
      >
        <div
          style={{
            minHeight:
              pages > 1 && !narrow
                ? HEAD_HEIGHT + size * (props.isCompact ? COMPACT_HEIGHT : ROW_HEIGHT)
                : undefined,
          }}
        >
          {narrow ? (
            <NarrowList frame={frame} skeleton={skeleton} />
          ) : (
            <WideTable frame={frame} skeleton={skeleton} waiting={waiting} />
          )}
        </div>
      </div>
      <div className={classes.footer}>
        <span role="status">
          {slow
            ? (props.loadingText ?? 'Loading…')
            : [standing, total > 0 && props.noun].filter(Boolean).join(' ')}
        </span>
        {props.footer && <span className={classes.note}>{props.footer}</span>}
        {pages > 1 && <Paging page={page} pages={pages} few={narrow} onPage={goTo} />}
      </div>
      {menu && (
        <RowMenu
          label={open ? `Actions for ${props.rowName(open.row)}` : 'Actions'}
          place={open?.place}
          entries={open ? menu(open.row) : []}
          onClose={closeMenu}
        />
      )}
    </div>
  );
};
