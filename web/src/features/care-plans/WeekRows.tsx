import { WEEKDAY_NAMES, WEEKDAYS } from '@homecare/domain/calendar.ts';
import { rowTotal } from '@homecare/domain/care-plans/rules.ts';
import type { TaskRow } from '@homecare/domain/care-plans/schema.ts';
import { sum } from '@homecare/domain/sum.ts';
import { type FocusEvent, memo, useState } from 'react';
import type { DayMarks, GridActions } from './grid-actions.ts';
import {
  type Cells,
  isClockRow,
  NONE_SHOWN,
  type RowKey,
  TABLE_NAMES,
  type TaskTable,
  taskKey,
} from './plan-form.ts';
import classes from './WeekGrid.module.css';

export const GRID_COLUMNS = WEEKDAYS.length + 2;

interface CellRowProps {
  readonly row: RowKey;
  readonly name: string;
  readonly unit?: string;
  readonly values: Cells[RowKey];
  readonly total?: number | undefined;
  readonly marks?: DayMarks;
  /** Days of this row with unreadable entries, joined to one string. */
  readonly wrong: string;
  readonly actions: GridActions;
}

/** Scrolls the cell out from under the sticky names and heads. Typing replaces its content. */
const onFocus = ({ currentTarget }: FocusEvent<HTMLInputElement>) => {
  currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  currentTarget.select();
};

/** One line of cells. Memoized, so that it renders only if something in it changed. */
export const CellRow = memo(({ row, name, unit, values, total, marks, wrong, actions }: CellRowProps) => (
  <tr>
    <th scope="row" className={classes.name}>
      {name}
      {unit && <span className={classes.unit}> {unit}</span>}
    </th>
    {WEEKDAYS.map((day) => {
      const mark = marks?.[day];
      const isWrong = wrong.includes(day);
      return (
        <td
          key={day}
          className={classes.cell}
          data-tone={mark?.tone}
          data-framed={(mark?.framed && isClockRow(row)) || undefined}
        >
          <input
            className={classes.input}
            data-row={row}
            data-day={day}
            aria-label={`${name}${isClockRow(row) ? '' : ' minutes'}, ${WEEKDAY_NAMES[day]}`}
            aria-invalid={isWrong || (mark?.tone === 'danger' && isClockRow(row)) || undefined}
            data-wrong={isWrong || undefined}
            data-tip={
              isWrong ? (isClockRow(row) ? 'A time, like 0830 or 8:30 pm' : 'Minutes, 0 to 1440') : undefined
            }
            inputMode="numeric"
            autoComplete="off"
            value={values?.[day] ?? ''}
            onChange={(event) => actions.type(row, day, event.currentTarget.value)}
            onBlur={() => actions.settle(row, day)}
            onFocus={onFocus}
          />
        </td>
      );
    })}
    <td className={classes.sum}>{total === undefined ? '' : total || NONE_SHOWN}</td>
  </tr>
));

export const wrongDays = (wrong: ReadonlySet<string>, row: RowKey) =>
  WEEKDAYS.filter((day) => wrong.has(`${row} ${day}`)).join(' ');

interface TaskSectionProps {
  readonly table: TaskTable;
  readonly rows: readonly TaskRow[];
  readonly totals: readonly number[];
  readonly cells: Cells;
  readonly wrong: ReadonlySet<string>;
  readonly actions: GridActions;
}

/**
 * A task table. Folding keeps the items that had minutes at that moment, so that no line vanishes while the user edits it.
 * If none has minutes, all items stay visible.
 */
export const TaskSection = ({ table, rows, totals, cells, wrong, actions }: TaskSectionProps) => {
  const used = () => rows.filter((row) => rowTotal(row) > 0).map((row) => row.Name);
  const [folded, setFolded] = useState<readonly string[] | undefined>(() => {
    const names = used();
    return names.length > 0 ? names : undefined;
  });
  const shown = folded ? rows.filter((row) => folded.includes(row.Name) || rowTotal(row) > 0) : rows;
  const canFold = !folded && rows.some((row) => rowTotal(row) > 0);
  const title = TABLE_NAMES[table];
  const week = sum(totals);
  return (
    <tbody>
      <tr className={classes.section}>
        <th scope="rowgroup" colSpan={GRID_COLUMNS}>
          <span className={classes.sectionHead}>
            <span>
              {title} <span className={classes.unit}>minutes</span>
            </span>
            {folded && rows.length > shown.length && (
              <button
                type="button"
                className={classes.link}
                data-first-day
                onClick={() => setFolded(undefined)}
              >
                Show all {rows.length} items
              </button>
            )}
            {canFold && (
              <button type="button" className={classes.link} data-first-day onClick={() => setFolded(used())}>
                Show items with minutes
              </button>
            )}
          </span>
        </th>
      </tr>
      {shown.map((row) => {
        const key = taskKey(table, row.Name);
        return (
          <CellRow
            key={key}
            row={key}
            name={row.Name}
            values={cells[key]}
            total={rowTotal(row)}
            wrong={wrongDays(wrong, key)}
            actions={actions}
          />
        );
      })}
      <tr className={classes.totals}>
        <th scope="row" className={classes.name}>
          {title} total
        </th>
        {WEEKDAYS.map((day, index) => (
          <td key={day} className={classes.sum}>
            {totals[index] || NONE_SHOWN}
          </td>
        ))}
        <td className={classes.sum}>{week || NONE_SHOWN}</td>
      </tr>
    </tbody>
  );
};
