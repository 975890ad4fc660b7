import { showLength, WEEKDAY_NAMES, WEEKDAYS, type Weekday } from '@homecare/domain/calendar.ts';
import { dayTotals } from '@homecare/domain/care-plans/rules.ts';
import type { PlanWeek, TaskRow } from '@homecare/domain/care-plans/schema.ts';
import { IconRefresh } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { smallIcon } from '../../ui/icons.ts';
import { DayBalance } from './DayBalance.tsx';
import { DayHead } from './DayHead.tsx';
import type { DayMarks, GridActions } from './grid-actions.ts';
import { nextCell, tabStops } from './grid-keys.ts';
import { type Cells, NONE_SHOWN, type RowKey, type TaskTable, type TypeItems } from './plan-form.ts';
import { WeekColumns } from './WeekColumns.tsx';
import classes from './WeekGrid.module.css';
import { CellRow, GRID_COLUMNS, TaskSection, wrongDays } from './WeekRows.tsx';

interface WeekGridProps {
  readonly cells: Cells;
  readonly week: PlanWeek;
  readonly items: TypeItems | undefined;
  /** Changes with the care plan type, so that the task tables fold again. */
  readonly typeKey: string;
  readonly marks: DayMarks;
  readonly wrong: ReadonlySet<string>;
  readonly actions: GridActions;
  /** Refresh Time overwrote values in Time Out. */
  readonly canUndoRefresh: boolean;
}

/** Tab moves down a day, then to the next day. At either end it leaves the grid as usual. */
const moveByTab = (event: KeyboardEvent<HTMLTableElement>) => {
  if (event.ctrlKey || event.altKey || event.metaKey || !(event.target instanceof HTMLElement)) return;
  const table = event.currentTarget;
  const stops = tabStops(table);
  const at = stops.indexOf(event.target);
  if (at < 0) return;
  const stop = stops[at + (event.shiftKey ? -1 : 1)];
  if (stop) event.preventDefault();
  // Tab continues from the focused element, so focus the end of the grid.
  (stop ?? (event.shiftKey ? undefined : [...table.querySelectorAll('input')].at(-1)))?.focus();
};

/** Arrow keys and Enter move between cells, and Ctrl D copies to the right. Enter never submits. */
const useGridKeys = (actions: GridActions) => (event: KeyboardEvent<HTMLTableElement>) => {
  const { target } = event;
  if (event.key === 'Tab') moveByTab(event);
  if (!(target instanceof HTMLInputElement)) return;
  const row = target.dataset.row as RowKey | undefined;
  const day = WEEKDAYS.find((name) => name === target.dataset.day);
  if (!row || !day) return;
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'd') {
    event.preventDefault();
    actions.copyRight(row, day);
    return;
  }
  const next = nextCell(event, target, event.currentTarget);
  if (!next) return;
  event.preventDefault();
  next.focus();
};

const Corner = ({ actions, canUndoRefresh }: Pick<WeekGridProps, 'actions' | 'canUndoRefresh'>) => (
  <td className={classes.corner}>
    <button
      type="button"
      className={classes.link}
      data-before
      data-tip="Time Out = Time In + the tasks of the day"
      onClick={actions.refreshTime}
    >
      <IconRefresh {...smallIcon} />
      Refresh Time
    </button>
    {canUndoRefresh && (
      <button
        type="button"
        className={classes.link}
        data-tip="Restores the Time Out that Refresh Time replaced"
        onClick={actions.undoRefresh}
      >
        Undo
      </button>
    )}
  </td>
);

/** The time table and both task tables share one column grid. The last line compares tasks with the length of the visit on each day. */
export const WeekGrid = ({
  cells,
  week,
  items,
  typeKey,
  marks,
  wrong,
  canUndoRefresh,
  actions,
}: WeekGridProps) => {
  const onKeyDown = useGridKeys(actions);
  const [copied, setCopied] = useState('');
  const copyDay = (from: Weekday, to: readonly Weekday[]) => {
    actions.copyDay(from, to);
    setCopied(`${WEEKDAY_NAMES[from]} copied to ${to.map((day) => WEEKDAY_NAMES[day]).join(', ')}`);
  };
  const days = WEEKDAYS.map((day) => dayTotals(week, day));
  const sum = (pick: (index: number) => number) => days.reduce((total, _, index) => total + pick(index), 0);
  const planned = sum((index) => days[index]?.planned ?? 0);
  const timeRow = (row: 'in' | 'out' | 'travel', name: string, more: { unit?: string; total?: number }) => (
    <CellRow
      row={row}
      name={name}
      values={cells[row]}
      marks={marks}
      wrong={wrongDays(wrong, row)}
      actions={actions}
      {...more}
    />
  );
  const section = (table: TaskTable, rows: readonly TaskRow[], totals: number[]): ReactNode =>
    rows.length > 0 && (
      <TaskSection
        key={`${table} ${typeKey}`}
        table={table}
        rows={rows}
        totals={totals}
        cells={cells}
        wrong={wrong}
        actions={actions}
      />
    );
  return (
    <div className={classes.region}>
      <table className={classes.grid} aria-label="Week" onKeyDown={onKeyDown}>
        <WeekColumns />
        <thead>
          <tr>
            <Corner actions={actions} canUndoRefresh={canUndoRefresh} />
            {WEEKDAYS.map((day) => (
              <DayHead key={day} day={day} week={week} mark={marks[day]} onCopy={copyDay} />
            ))}
            <th scope="col" className={classes.day} data-align="right">
              Week
            </th>
          </tr>
        </thead>
        <tbody>
          {timeRow('in', 'Time In', {})}
          {timeRow('out', 'Time Out', {})}
          {timeRow('travel', 'Travel Time', {
            unit: 'minutes',
            total: sum((index) => days[index]?.travel ?? 0),
          })}
        </tbody>
        {section(
          'pc',
          week.personalCareItems,
          days.map((day) => day.personalCare),
        )}
        {section(
          'hm',
          week.homeMakingItems,
          days.map((day) => day.homeMaking),
        )}
        {!items && (
          <tbody>
            <tr className={classes.section}>
              <td colSpan={GRID_COLUMNS} className={classes.hint}>
                Choose a type to see its personal care and homemaking items.
              </td>
            </tr>
          </tbody>
        )}
        <tfoot>
          <tr className={classes.balance}>
            <th scope="row" className={classes.name}>
              Tasks / visit length
            </th>
            {WEEKDAYS.map((day, index) => (
              <td key={day} className={classes.sum}>
                <DayBalance tasks={days[index]?.tasks ?? 0} planned={days[index]?.planned ?? 0} />
              </td>
            ))}
            <td className={classes.sum}>{planned > 0 ? showLength(planned) : NONE_SHOWN}</td>
          </tr>
        </tfoot>
      </table>
      <p className="visually-hidden" role="status">
        {copied}
      </p>
    </div>
  );
};
