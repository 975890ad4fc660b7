import { type RefObject, useRef } from 'react';
import classes from './DataTable.module.css';
import { LinesInSight } from './LinesInSight.tsx';
import { SelectAll, SelectRow } from './RowSelect.tsx';
import { MoreButton, rowFacts } from './TableRow.tsx';
import { indexOfKey } from './table-lines.ts';
import type { Frame, LinesHandle } from './table-types.ts';
import { SKELETON } from './WideTable.tsx';

/** Height of a row on a phone until it has been measured: a name, one line and borders. */
export const ITEM_HEIGHT = 61;

interface NarrowRowProps<Row> {
  readonly row: Row;
  readonly isBelow: boolean;
  readonly index: number;
  readonly frame: Frame<Row>;
  readonly total: number;
  readonly measure: ((element: HTMLElement | null) => void) | undefined;
}

const NarrowRow = <Row,>({ row, isBelow, index, frame, total, measure }: NarrowRowProps<Row>) => {
  const { props } = frame;
  const item = props.listItem(row);
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
  return (
    <li
      ref={measure}
      className={classes.listRow}
      {...rowFacts(row, isBelow, frame)}
      data-index={index}
      data-select={props.selection ? '' : undefined}
      aria-setsize={total}
      aria-posinset={frame.from + index + 1}
    >
      <SelectRow row={row} frame={frame} />
      {props.onOpen ? (
        <button type="button" className={classes.listText} onClick={() => props.onOpen?.(row)}>
          {text}
        </button>
      ) : (
        <div className={classes.listText}>{text}</div>
      )}
      {item.action}
      <MoreButton row={row} frame={frame} />
    </li>
  );
};

interface NarrowListProps<Row> {
  readonly frame: Frame<Row>;
  readonly skeleton: number;
  readonly total: number;
}

/** The rows of a table narrower than 700 px, as names with a line or two; the page scrolls. */
export const NarrowList = <Row,>({ frame, skeleton, total }: NarrowListProps<Row>) => {
  const { props, lines, shown } = frame;
  const sight = useRef<LinesHandle>(null);
  const list: RefObject<HTMLUListElement | null> = useRef(null);
  const start = props.startKey == null ? -1 : indexOfKey(lines, props.startKey);
  const all = total + lines.count - shown.length;
  const lineAt = (index: number, measure?: (element: HTMLElement | null) => void) => {
    const line = lines.at(index);
    if (!line) return null;
    const key = lines.keyAt(index);
    if (line.heading !== undefined)
      return (
        <li key={key} ref={measure} data-index={index} className={classes.heading}>
          {line.heading}
        </li>
      );
    return <NarrowRow key={key} {...line} index={index} frame={frame} total={all} measure={measure} />;
  };
  const gap = (height: number, before: number) =>
    height < 1 ? [] : [<li key={`gap ${before}`} aria-hidden="true" style={{ height }} />];
  return (
    <ul className={classes.list} aria-label={props.label} ref={list}>
      {props.selection && shown.length > 0 && (
        <li className={classes.listRow} data-select>
          <SelectAll rows={shown} props={props} label="Select all" />
        </li>
      )}
      <LinesInSight
        count={lines.count}
        keyAt={lines.keyAt}
        height={ITEM_HEIGHT}
        box={list}
        isPage
        head={0}
        pinned={start}
        startsAt={Math.max(start, 0)}
        handle={sight}
        draw={{ line: lineAt, gap }}
      />
      {Array.from({ length: skeleton }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: skeleton rows are all alike
        <li key={`skeleton-${index}`} className={classes.listRow} aria-hidden="true">
          <span className={classes.bone} style={{ width: `${SKELETON[index % 4]}%` }} />
        </li>
      ))}
    </ul>
  );
};
