import { sum } from '@homecare/domain/sum.ts';
import { type KeyboardEvent, type RefObject, useRef } from 'react';
import classes from './DataTable.module.css';
import { LinesInSight, MANY } from './LinesInSight.tsx';
import { useIsPrinting } from './printing.ts';
import { ROW_STEPS } from './row-keys.ts';
import { TableHead } from './TableHead.tsx';
import { TableRow } from './TableRow.tsx';
import { changedKeys } from './table-lines.ts';
import type { DataTableProps, Frame, LinesHandle } from './table-types.ts';
import { useRowFocus } from './use-row-focus.ts';

export const ROW_HEIGHT = 41;
export const COMPACT_HEIGHT = 29;
export const HEAD_HEIGHT = 34;
const FREE_COLUMN = 200;
/** The checkbox and the padding of the first column. */
const SELECT_WIDTH = 46;

const actionsWidthOf = <Row,>(props: DataTableProps<Row>, roomy: boolean) => {
  const full = props.actionsWidth ?? 140;
  return roomy ? full : (props.tightActionsWidth ?? full);
};

/** If there is less room than this, the table scrolls sideways. */
export const minWidthOf = <Row,>(props: DataTableProps<Row>, roomy: boolean) =>
  sum(props.columns.map((column) => column.width ?? column.min ?? FREE_COLUMN)) +
  (props.selection ? SELECT_WIDTH : 0) +
  (props.actions || props.menu ? actionsWidthOf(props, roomy) : 0);

const columnCount = <Row,>(props: DataTableProps<Row>) =>
  props.columns.length + (props.selection ? 1 : 0) + (props.actions || props.menu ? 1 : 0);

export const SKELETON = [84, 66, 100, 78];
interface SkeletonProps {
  readonly count: number;
  readonly columns: number;
  readonly height: number | undefined;
}

const SkeletonRows = ({ count, columns, height }: SkeletonProps) =>
  Array.from({ length: count }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: skeleton rows are all alike
    <tr key={row} className={classes.row} style={height ? { height } : undefined}>
      {Array.from({ length: columns }, (_, cell) => (
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

const isBack = (key: string) => key === 'ArrowUp' || key === 'PageUp' || key === 'End';

interface WideTableProps<Row> {
  readonly frame: Frame<Row>;
  readonly skeleton: number;
  readonly waiting: boolean;
  /** The element in which the table scrolls. */
  readonly box: RefObject<HTMLDivElement | null>;
  /** Number of rows on all pages. */
  readonly total: number;
  /** Goes to the previous or next page and tells whether there is one; undefined if the list has no pages. */
  readonly turn: ((by: 1 | -1) => boolean) | undefined;
}

/** Handles the keys of rows: moving, selecting, and selecting all matches. */
const useTableKeys = <Row,>(
  { frame, box, turn }: WideTableProps<Row>,
  { current, move, moveToStart }: ReturnType<typeof useRowFocus<Row>>,
) => {
  const { props, lines } = frame;
  const { selection } = props;
  const go = (event: KeyboardEvent<HTMLElement>) => {
    const step = ROW_STEPS[event.key];
    if (!step) return false;
    const by = isBack(event.key) ? -1 : 1;
    if (turn && event.key.startsWith('Page')) {
      if (turn(by)) moveToStart();
      return true;
    }
    const height = props.isCompact ? COMPACT_HEIGHT : ROW_HEIGHT;
    const page = Math.max(1, Math.floor(((box.current?.clientHeight ?? 0) - HEAD_HEIGHT) / height) - 1);
    const key = move(step(current, lines.count - 1, page), by);
    if (selection && event.shiftKey) frame.select(key, true, true);
    return true;
  };
  const choose = (event: KeyboardEvent<HTMLElement>) => {
    if (!selection) return false;
    const key = lines.keyAt(current);
    if (event.key === ' ' && event.target instanceof HTMLTableRowElement)
      frame.select(key, !selection.keys.has(key), event.shiftKey);
    else if (event.key === 'a' && (event.ctrlKey || event.metaKey))
      selection.onChange(changedKeys(selection.keys, (props.rows ?? []).map(props.rowKey), true));
    else if (event.key === 'Escape' && selection.keys.size > 0) selection.onChange(new Set());
    else return false;
    return true;
  };
  return (event: KeyboardEvent<HTMLElement>) => {
    const isTyping =
      !(event.target instanceof HTMLElement) ||
      event.target.closest('input:not([type=checkbox]),textarea,select') !== null;
    if (isTyping || event.altKey) return;
    const isPlain = !event.ctrlKey && !event.metaKey;
    if (choose(event) || (isPlain && go(event))) event.preventDefault();
  };
};

const HeadingRow = ({ words, span }: { readonly words: string; readonly span: number }) => (
  <th className={classes.heading} colSpan={span} scope="rowgroup">
    {words}
  </th>
);

const Columns = <Row,>({ frame: { props, roomy } }: { readonly frame: Frame<Row> }) => (
  <colgroup>
    {props.selection && <col data-select style={{ width: SELECT_WIDTH }} />}
    {props.columns.map((column) => (
      <col key={column.key} style={column.width ? { width: column.width } : undefined} />
    ))}
    {(props.actions || props.menu) && (
      <col className={classes.actionsCell} style={{ width: actionsWidthOf(props, roomy) }} />
    )}
  </colgroup>
);

export const WideTable = <Row,>(table: WideTableProps<Row>) => {
  const { frame, skeleton, waiting, box, total } = table;
  const { props, lines, from } = frame;
  const isPrinting = useIsPrinting();
  const sight = useRef<LinesHandle>(null);
  const focus = useRowFocus(lines, box, sight, props.startKey);
  const onKeyDown = useTableKeys(table, focus);
  const span = columnCount(props);
  // Tells screen readers about rows that are not rendered.
  const isPart = total > frame.shown.length || lines.count > MANY;
  const numberOf = (index: number) => (isPart ? from + index + 2 : undefined);
  const rowAt = (index: number, measure?: (element: HTMLElement | null) => void) => {
    const line = lines.at(index);
    if (!line) return null;
    if (line.heading !== undefined)
      return (
        <tr key={lines.keyAt(index)} ref={measure} data-index={index} aria-rowindex={numberOf(index)}>
          <HeadingRow words={line.heading} span={span} />
        </tr>
      );
    return (
      <TableRow
        key={lines.keyAt(index)}
        row={line.row}
        isBelow={line.isBelow}
        index={index}
        frame={frame}
        tabbable={index === focus.current}
        rowIndex={numberOf(index)}
        measure={measure}
      />
    );
  };
  const gap = (height: number, before: number) =>
    height < 1
      ? []
      : [
          // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it takes the focus
          <tr key={`gap ${before}`} aria-hidden="true" className={classes.gap}>
            <td colSpan={span} style={{ height }} />
          </tr>,
        ];
  return (
    <table
      className={classes.table}
      style={{ minWidth: isPrinting ? undefined : minWidthOf(props, frame.roomy) }}
      aria-label={props.label}
      aria-busy={waiting}
      aria-rowcount={isPart ? total + lines.count - frame.shown.length + 1 : undefined}
    >
      <Columns frame={frame} />
      <TableHead props={props} rows={frame.shown} rowIndex={isPart ? 1 : undefined} />
      <tbody onKeyDown={onKeyDown} {...focus.handlers}>
        <LinesInSight
          count={lines.count}
          keyAt={lines.keyAt}
          height={props.isCompact ? COMPACT_HEIGHT : ROW_HEIGHT}
          box={box}
          isPage={false}
          head={HEAD_HEIGHT}
          pinned={focus.current}
          startsAt={props.startKey == null ? 0 : focus.current}
          handle={sight}
          draw={{ line: rowAt, gap }}
        />
        {skeleton > 0 && <SkeletonRows count={skeleton} columns={span} height={props.rowHeight} />}
      </tbody>
    </table>
  );
};
