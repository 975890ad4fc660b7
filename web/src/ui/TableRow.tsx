import { IconDotsVertical } from '@tabler/icons-react';
import type { KeyboardEvent, MouseEvent, Ref } from 'react';
import classes from './DataTable.module.css';
import { IconButton } from './IconButton.tsx';
import { rowIcon } from './icons.ts';
import type { MenuPlace } from './RowMenu.tsx';
import { SelectRow } from './RowSelect.tsx';
import { keyName } from './row-keys.ts';
import { hasMenu } from './table-lines.ts';
import type { Frame } from './table-types.ts';

const placeOf = ({ left, top, width, height }: DOMRect): MenuPlace => ({ left, top, width, height });

export const MoreButton = <Row,>({ row, frame }: { readonly row: Row; readonly frame: Frame<Row> }) =>
  hasMenu(frame.props, row) && (
    <IconButton
      label={`More for ${frame.props.rowName(row)}`}
      icon={<IconDotsVertical {...rowIcon} />}
      on={frame.openKey === frame.props.rowKey(row)}
      onClick={(event) => frame.openMenu(row, placeOf(event.currentTarget.getBoundingClientRect()))}
    />
  );

/** Data attributes of a row, shared by table and list. */
export const rowFacts = <Row,>(row: Row, isBelow: boolean, { props, openKey }: Frame<Row>) => ({
  'data-tone': props.tone?.(row),
  'data-edge': props.edge?.(row),
  'data-below': isBelow || undefined,
  'data-key': props.rowKey(row),
  'data-open': openKey === props.rowKey(row) || undefined,
});

interface TableRowProps<Row> {
  readonly row: Row;
  readonly isBelow: boolean;
  readonly index: number;
  readonly frame: Frame<Row>;
  readonly tabbable: boolean;
  /** Row number in the whole list, if not all of it is rendered. */
  readonly rowIndex: number | undefined;
  readonly measure: Ref<HTMLTableRowElement> | undefined;
}

export const TableRow = <Row,>(line: TableRowProps<Row>) => {
  const { row, frame } = line;
  const { props } = frame;
  const openAtRow = (event: KeyboardEvent<HTMLTableRowElement>) => {
    event.preventDefault();
    const button = event.currentTarget.querySelector('td:last-child button:last-of-type');
    frame.openMenu(row, placeOf((button ?? event.currentTarget).getBoundingClientRect()));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTableRowElement>) => {
    if (props.menu && (event.key === 'ContextMenu' || (event.shiftKey && event.key === 'F10')))
      openAtRow(event);
    else if (event.target !== event.currentTarget) return;
    else {
      const pressed = keyName(event);
      const own = props.keys?.[pressed];
      if (own) own(row);
      // Ctrl Enter belongs to the page and presses its main button.
      else if (pressed === 'enter') props.onOpen?.(row);
    }
  };
  const onContextMenu = (event: MouseEvent) => {
    if (!props.menu) return;
    event.preventDefault();
    frame.openMenu(row, { left: event.clientX, top: event.clientY, width: 1, height: 1 });
  };
  return (
    <tr
      ref={line.measure}
      className={classes.row}
      {...rowFacts(row, line.isBelow, frame)}
      data-dimmed={props.dimmed?.(row) || undefined}
      data-index={line.index}
      data-selected={props.selection?.keys.has(props.rowKey(row)) || undefined}
      aria-rowindex={line.rowIndex}
      tabIndex={line.tabbable ? 0 : -1}
      onKeyDown={onKeyDown}
      onContextMenu={onContextMenu}
      onDoubleClick={() => props.onOpen?.(row)}
    >
      {props.selection && (
        <td className={classes.cell} data-select>
          <SelectRow row={row} frame={frame} />
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
            <MoreButton row={row} frame={frame} />
          </div>
        </td>
      )}
    </tr>
  );
};
