import { Pagination } from '@mantine/core';
import { type RefObject, useCallback, useMemo, useRef, useState } from 'react';
import classes from './DataTable.module.css';
import { ITEM_HEIGHT, NarrowList } from './NarrowList.tsx';
import { useIsPrinting } from './printing.ts';
import { type MenuPlace, RowMenu } from './RowMenu.tsx';
import { ErrorState, useSlow } from './states.tsx';
import { changedKeys, hasMenu, keysBetween, linesOf, pageOf } from './table-lines.ts';
import type { DataTableProps, Frame, RowKey } from './table-types.ts';
import { rowElement } from './use-row-focus.ts';
import { COMPACT_HEIGHT, HEAD_HEIGHT, minWidthOf, ROW_HEIGHT, WideTable } from './WideTable.tsx';

export type { Column, DataTableProps, ListItem, RowSelection, Sort } from './table-types.ts';

const LIST_BELOW = 700;
const ROOMY_FROM = 1100;

/** What a list without pages takes at least while it loads, and the line below it. */
const LEAST_ROOM = 3 * ROW_HEIGHT;
const FOOT_HEIGHT = 46;
/** In a low window a list gives its height away down to this, and never has more than its rows need. */
const LEAST_HEIGHT = 160;

/** Width of the element the ref is on, whichever element that is at the moment, and what is left of the window below it. */
const useWidth = () => {
  const [measured, setMeasured] = useState<{ readonly width?: number; readonly room: number }>({
    room: LEAST_ROOM,
  });
  const ref = useCallback((box: HTMLDivElement) => {
    const left = window.innerHeight - box.getBoundingClientRect().top - FOOT_HEIGHT;
    // Each element is drawn once more after it is there, however wide it is: rows are drawn by the box that scrolls them.
    setMeasured({ width: box.clientWidth, room: Math.max(LEAST_ROOM, Math.floor(left)) });
    const observer = new ResizeObserver(() =>
      setMeasured((before) =>
        before.width === box.clientWidth ? before : { ...before, width: box.clientWidth },
      ),
    );
    observer.observe(box);
    return () => observer.disconnect();
  }, []);
  return [ref, measured.width, measured.room] as const;
};

const PAGE_NAMES: Record<string, string> = {
  previous: 'Previous page',
  next: 'Next page',
  first: 'First page',
  last: 'Last page',
};

const count = (n: number) => n.toLocaleString('en-US');

interface PagingProps {
  readonly page: number;
  readonly pages: number;
  readonly few: boolean;
  readonly onPage: (page: number) => void;
}

const Paging = ({ page, pages, few, onPage }: PagingProps) => (
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

/** The menu of a row, whichever way it was opened. */
const useMenu = <Row,>(props: DataTableProps<Row>, region: RefObject<HTMLElement | null>) => {
  const { rowKey, beforeMenu } = props;
  const [open, setOpen] = useState<{ row: Row; place: MenuPlace }>();
  // Focus goes back to the ⋮ button of the row.
  const close = () => {
    setOpen(undefined);
    const row = open && rowElement(region.current, rowKey(open.row));
    const button = row?.querySelector<HTMLElement>('button[aria-label^="More for"]');
    button?.focus();
    // Esc gives the focus back to where it was before; a dialog that opened in the meantime keeps it.
    window.setTimeout(() => {
      if (document.activeElement === row || document.activeElement === document.body) button?.focus();
    });
  };
  const show = (row: Row, place: MenuPlace) => {
    if (!hasMenu(props, row)) return;
    const waiting = beforeMenu?.();
    if (waiting) void waiting.then((isHere) => isHere && setOpen({ row, place }));
    else setOpen({ row, place });
  };
  return { open, show, close };
};

/** Boxes one by one; with shift all from the last one that was pressed. */
const useSelect = <Row,>({ selection, rows, rowKey }: DataTableProps<Row>) => {
  const anchor = useRef<RowKey>(undefined);
  return (key: RowKey, isIn: boolean, isRange: boolean) => {
    const some = isRange ? keysBetween((rows ?? []).map(rowKey), anchor.current, key) : [key];
    if (!isRange) anchor.current = key;
    selection?.onChange(changedKeys(selection.keys, some, isIn));
  };
};

/** Where the shown rows are in the whole, and the way to the others. */
const TableFoot = <Row,>(foot: PagingProps & { props: DataTableProps<Row>; standing: string }) => (
  <div className={classes.footer}>
    <span role="status">{foot.standing}</span>
    {foot.props.footer && <span className={classes.note}>{foot.props.footer}</span>}
    {foot.pages > 1 && <Paging {...foot} />}
  </div>
);

/** The table of every list screen; below 700 px of its own width it becomes a list. */
export const DataTable = <Row,>(props: DataTableProps<Row>) => {
  const { rows, failure, menu, rowKey, under, heading } = props;
  const isPrinting = useIsPrinting();
  const pageSize = isPrinting ? 'all' : (props.pageSize ?? 12);
  const [root, width, room] = useWidth();
  const region = useRef<HTMLDivElement>(null);
  const [ownPage, setOwnPage] = useState(1);
  const { open, show, close } = useMenu(props, region);
  const select = useSelect(props);
  const waiting = rows === undefined && !failure;
  const slow = useSlow(waiting);
  const wanted = props.page ?? ownPage;
  const paged = useMemo(() => pageOf(rows, wanted, pageSize), [rows, wanted, pageSize]);
  const { total, size, pages, page, from, shown } = paged;
  const lines = useMemo(() => linesOf(shown, { rowKey, under, heading }), [shown, rowKey, under, heading]);
  // Paper has room for columns, whatever the window is.
  const narrow = !isPrinting && width !== undefined && width < LIST_BELOW;
  const line = narrow ? ITEM_HEIGHT : props.isCompact ? COMPACT_HEIGHT : (props.rowHeight ?? ROW_HEIGHT);
  const head = narrow ? 0 : HEAD_HEIGHT;
  // The place of the rows is kept from the first moment; what is in it comes when the answer takes its time.
  const skeletonRows = props.expected ?? (pageSize === 'all' ? Math.floor((room - head) / line) : pageSize);
  const kept = pageSize === 'all' && props.expected === undefined ? room : head + skeletonRows * line;
  const roomy = width === undefined || width >= ROOMY_FROM;
  const sideways = width !== undefined && !narrow && width < minWidthOf(props, roomy);

  const goTo = (next: number) => {
    setOwnPage(next);
    props.onPage?.(next);
    region.current?.scrollTo({ top: 0 });
  };
  const turn = (by: 1 | -1) => {
    const isThere = page + by >= 1 && page + by <= pages;
    if (isThere) goTo(page + by);
    return isThere;
  };
  const frame: Frame<Row> = {
    ...{ props, lines, shown, from, roomy, select },
    openKey: open && rowKey(open.row),
    openMenu: show,
  };
  const instead = failure && rows === undefined ? <ErrorState {...failure} /> : props.empty;
  if (instead && (failure ? rows === undefined : rows?.length === 0))
    return (
      <div className={classes.root} ref={root}>
        {instead}
      </div>
    );
  const standing = total > 0 ? `${count(from + 1)}–${count(from + shown.length)} of ${count(total)}` : '';
  const words = [standing, total > 0 && props.noun].filter(Boolean).join(' ');
  const height = pages > 1 && !narrow ? head + size * line : undefined;
  const least = Math.min(LEAST_HEIGHT, waiting ? kept : head + lines.count * line);
  // The list takes the place of its placeholder as another one: it may be of another height, and below what came with its answer.
  return (
    <div key={waiting ? 'placeholder' : 'list'} className={classes.root} ref={root}>
      <div
        className={classes.region}
        ref={region}
        style={{ minHeight: isPrinting ? undefined : least }}
        data-narrow={narrow || undefined}
        data-sideways={sideways || undefined}
        data-compact={props.isCompact || undefined}
      >
        <div style={{ minHeight: waiting ? kept : height }}>
          {narrow ? (
            <NarrowList frame={frame} skeleton={slow ? skeletonRows : 0} total={total} />
          ) : (
            <WideTable
              {...{ frame, waiting, total }}
              skeleton={slow ? skeletonRows : 0}
              box={region}
              turn={pages > 1 ? turn : undefined}
            />
          )}
        </div>
      </div>
      <TableFoot
        {...{ props, page, pages }}
        few={narrow}
        onPage={goTo}
        standing={slow ? (props.loadingText ?? 'Loading…') : words}
      />
      {menu && (
        <RowMenu
          label={open ? `Actions for ${props.rowName(open.row)}` : 'Actions'}
          place={open?.place}
          entries={open ? menu(open.row) : []}
          onClose={close}
        />
      )}
    </div>
  );
};
