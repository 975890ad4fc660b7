import { WEEKDAY_NAMES, WEEKDAYS, type Weekday } from '@homecare/domain/calendar.ts';
import { dayTotals, rowTotal } from '@homecare/domain/care-plans/rules.ts';
import type { PlanWeek, TaskRow } from '@homecare/domain/care-plans/schema.ts';
import { IconAlertCircle, IconAlertTriangle, IconCheck, IconRefresh } from '@tabler/icons-react';
import { type KeyboardEvent, memo, type ReactNode, useRef, useState } from 'react';
import { smallIcon } from '../ui/icons.ts';
import { nextCell } from './grid-keys.ts';
import { type Cells, type RowKey, showLength, type TaskTable, type TypeItems, taskKey } from './plan-form.ts';
import classes from './WeekGrid.module.css';

export interface GridActions {
  readonly type: (row: RowKey, day: Weekday, text: string) => void;
  /** The cell was left: what was typed settles into its shape. */
  readonly settle: (row: RowKey, day: Weekday) => void;
  readonly copyRight: (row: RowKey, day: Weekday) => void;
  readonly refreshTime: () => void;
}

/** How a weekday stands out: its head and cells are tinted, its time cells framed for a while (part 2, sections 5.1 and 9). */
export interface DayMark {
  readonly tone: 'danger' | 'warn';
  readonly framed: boolean;
}
export type DayMarks = Readonly<Partial<Record<Weekday, DayMark | undefined>>>;

interface WeekGridProps {
  readonly cells: Cells;
  readonly week: PlanWeek;
  readonly items: TypeItems | undefined;
  /** Changes with the type: the tables fold anew. */
  readonly typeKey: string;
  readonly marks: DayMarks;
  readonly wrong: ReadonlySet<string>;
  readonly actions: GridActions;
}

const TABLE_NAMES: Record<TaskTable, string> = { pc: 'Personal care', hm: 'Homemaking' };
const COLUMNS = WEEKDAYS.length + 2;
const dash = '–';

interface CellRowProps {
  readonly row: RowKey;
  readonly name: string;
  readonly unit?: string;
  readonly values: Cells[RowKey];
  readonly total?: number | undefined;
  readonly marks?: DayMarks;
  /** Days of this row whose entry cannot be read, joined. */
  readonly wrong: string;
  readonly actions: GridActions;
}

const isClock = (row: RowKey) => row === 'in' || row === 'out';

/** One line of cells; it renders again only when something in it changed. */
const CellRow = memo(({ row, name, unit, values, total, marks, wrong, actions }: CellRowProps) => (
  <tr>
    <th scope="row" className={classes.name} data-cut>
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
          data-framed={(mark?.framed && isClock(row)) || undefined}
        >
          <input
            className={classes.input}
            data-row={row}
            data-day={day}
            aria-label={`${name}${isClock(row) ? '' : ' minutes'}, ${WEEKDAY_NAMES[day]}`}
            aria-invalid={isWrong || (mark?.tone === 'danger' && isClock(row)) || undefined}
            data-wrong={isWrong || undefined}
            data-tip={
              isWrong ? (isClock(row) ? 'A time, like 0830 or 8:30 pm' : 'Minutes, 0 to 1440') : undefined
            }
            inputMode="numeric"
            autoComplete="off"
            value={values?.[day] ?? ''}
            onChange={(event) => actions.type(row, day, event.currentTarget.value)}
            onBlur={() => actions.settle(row, day)}
            onFocus={(event) => event.currentTarget.select()}
          />
        </td>
      );
    })}
    <td className={classes.sum}>{total === undefined ? '' : total || dash}</td>
  </tr>
));

const wrongDays = (wrong: ReadonlySet<string>, row: RowKey) =>
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
 * A task table. Folded, it shows the items that had minutes when it was folded, so that no line vanishes under the hand;
 * with no minutes yet all items stand open.
 */
const TaskSection = ({ table, rows, totals, cells, wrong, actions }: TaskSectionProps) => {
  const used = () => rows.filter((row) => rowTotal(row) > 0).map((row) => row.Name);
  const [folded, setFolded] = useState<readonly string[] | undefined>(() => {
    const names = used();
    return names.length > 0 ? names : undefined;
  });
  const shown = folded ? rows.filter((row) => folded.includes(row.Name) || rowTotal(row) > 0) : rows;
  const canFold = !folded && rows.some((row) => rowTotal(row) > 0);
  const title = TABLE_NAMES[table];
  const week = totals.reduce((sum, minutes) => sum + minutes, 0);
  return (
    <tbody>
      <tr className={classes.section}>
        <th scope="rowgroup" colSpan={COLUMNS}>
          <span className={classes.sectionHead}>
            <span>
              {title} <span className={classes.unit}>minutes</span>
            </span>
            {folded && rows.length > shown.length && (
              <button type="button" className={classes.link} onClick={() => setFolded(undefined)}>
                Show all {rows.length} items
              </button>
            )}
            {canFold && (
              <button type="button" className={classes.link} onClick={() => setFolded(used())}>
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
            {totals[index] || dash}
          </td>
        ))}
        <td className={classes.sum}>{week || dash}</td>
      </tr>
    </tbody>
  );
};

const differenceText = (tasks: number, planned: number) => {
  if (planned === 0) return 'no times';
  if (tasks === 0) return 'no tasks';
  return `${showLength(Math.abs(tasks - planned))} ${tasks > planned ? 'too much' : 'missing'}`;
};

/** Tasks beside the length of the visit: a check, or the difference in red. */
const Balance = ({ tasks, planned }: { readonly tasks: number; readonly planned: number }) => {
  if (tasks === 0 && planned === 0) return dash;
  const both = `${showLength(tasks)} / ${showLength(planned)}`;
  if (tasks === planned)
    return (
      <span className={classes.even}>
        <IconCheck {...smallIcon} />
        {both}
      </span>
    );
  return (
    <span className={classes.uneven}>
      {both}
      <span className={classes.difference}>{differenceText(tasks, planned)}</span>
    </span>
  );
};

const DayHead = ({ day, mark }: { readonly day: Weekday; readonly mark: DayMark | undefined }) => (
  <th scope="col" className={classes.day} data-tone={mark?.tone}>
    <span className={classes.dayName}>
      {mark?.tone === 'danger' && <IconAlertCircle {...smallIcon} />}
      {mark?.tone === 'warn' && <IconAlertTriangle {...smallIcon} />}
      {WEEKDAY_NAMES[day]}
      {mark && (
        <span className="visually-hidden">{mark.tone === 'danger' ? ', time conflict' : ', short gap'}</span>
      )}
    </span>
  </th>
);

/** Moves between cells by arrows and Enter; Ctrl D copies to the right. Enter never submits. */
const useGridKeys = (actions: GridActions) => (event: KeyboardEvent<HTMLTableElement>) => {
  const { target } = event;
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

/** One column grid for the time table and both task tables; the last line compares tasks and visit length per day. */
export const WeekGrid = ({ cells, week, items, typeKey, marks, wrong, actions }: WeekGridProps) => {
  const box = useRef<HTMLDivElement>(null);
  const onKeyDown = useGridKeys(actions);
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
    <div className={classes.region} ref={box}>
      <table className={classes.grid} aria-label="Week" onKeyDown={onKeyDown}>
        <colgroup>
          <col className={classes.nameColumn} />
          {WEEKDAYS.map((day) => (
            <col key={day} />
          ))}
          <col className={classes.sumColumn} />
        </colgroup>
        <thead>
          <tr>
            <td className={classes.corner}>
              <button
                type="button"
                className={classes.link}
                data-tip="Time Out = Time In + the tasks of the day"
                onClick={actions.refreshTime}
              >
                <IconRefresh {...smallIcon} />
                Refresh Time
              </button>
            </td>
            {WEEKDAYS.map((day) => (
              <DayHead key={day} day={day} mark={marks[day]} />
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
              <td colSpan={COLUMNS} className={classes.hint}>
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
                <Balance tasks={days[index]?.tasks ?? 0} planned={days[index]?.planned ?? 0} />
              </td>
            ))}
            <td className={classes.sum}>{planned > 0 ? showLength(planned) : dash}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
};
