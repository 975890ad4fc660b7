import { showLength, WEEKDAY_NAMES, WEEKDAYS } from '@homecare/domain/calendar.ts';
import { dayTotals, rowTotal } from '@homecare/domain/care-plans/rules.ts';
import type { PlanWeek, TaskRow } from '@homecare/domain/care-plans/schema.ts';
import { sum } from '@homecare/domain/sum.ts';
import type { ReactNode } from 'react';
import { DayBalance } from './DayBalance.tsx';
import { NONE_SHOWN, TABLE_NAMES, type TaskTable, withoutEmptyTasks } from './plan-form.ts';
import { WeekColumns } from './WeekColumns.tsx';
import classes from './WeekGrid.module.css';

const Line = ({
  name,
  cells,
  sum,
}: {
  readonly name: ReactNode;
  readonly cells: readonly ReactNode[];
  readonly sum: ReactNode;
}) => (
  <tr>
    <th scope="row" className={classes.name}>
      {name}
    </th>
    {WEEKDAYS.map((day, index) => (
      <td key={day} className={classes.read}>
        {cells[index]}
      </td>
    ))}
    <td className={classes.sum}>{sum}</td>
  </tr>
);

const Tasks = ({
  table,
  rows,
  sums,
}: {
  readonly table: TaskTable;
  readonly rows: readonly TaskRow[];
  readonly sums: readonly number[];
}) => (
  <tbody>
    <tr className={classes.section}>
      <th scope="rowgroup" colSpan={WEEKDAYS.length + 2}>
        <span className={classes.sectionHead}>
          <span>
            {TABLE_NAMES[table]} <span className={classes.unit}>minutes</span>
          </span>
        </span>
      </th>
    </tr>
    {rows.map((row) => (
      <Line
        key={row.Name}
        name={row.Name}
        cells={WEEKDAYS.map((day) => row[day] || '')}
        sum={rowTotal(row) || NONE_SHOWN}
      />
    ))}
    <tr className={classes.totals}>
      <th scope="row" className={classes.name}>
        {TABLE_NAMES[table]} total
      </th>
      {WEEKDAYS.map((day, index) => (
        <td key={day} className={classes.sum}>
          {sums[index] || NONE_SHOWN}
        </td>
      ))}
      <td className={classes.sum}>{sum(sums) || NONE_SHOWN}</td>
    </tr>
  </tbody>
);

const lengthText = (minutes: number) => (minutes === 0 ? NONE_SHOWN : showLength(minutes));

interface WeekTableProps {
  readonly week: PlanWeek;
  /** Accessible name, if there are several tables. */
  readonly label?: string;
  /** For dialogs: short names and only the length of visits. */
  readonly small?: boolean;
}

/** The week of a plan for viewing: the same table as the grid, with text instead of cells. */
export const WeekTable = ({ week: stored, label = 'Week', small = false }: WeekTableProps) => {
  const week = withoutEmptyTasks(stored);
  const [timeIn, timeOut, travel] = week.time;
  const days = WEEKDAYS.map((day) => dayTotals(week, day));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways is reached by keys
    <section className={classes.region} aria-label={label} tabIndex={0} data-small={small || undefined}>
      <table className={classes.grid}>
        <WeekColumns />
        <thead>
          <tr>
            <td className={classes.corner} />
            {WEEKDAYS.map((day) => (
              <th key={day} scope="col" className={classes.day}>
                {small ? day : WEEKDAY_NAMES[day]}
              </th>
            ))}
            <th scope="col" className={classes.day} data-align="right">
              Week
            </th>
          </tr>
        </thead>
        <tbody>
          <Line name="Time In" cells={WEEKDAYS.map((day) => timeIn[day])} sum="" />
          <Line name="Time Out" cells={WEEKDAYS.map((day) => timeOut[day])} sum="" />
          <Line
            name={
              <>
                Travel Time <span className={classes.unit}>minutes</span>
              </>
            }
            cells={WEEKDAYS.map((day) => travel[day] || '')}
            sum={sum(days.map((day) => day.travel)) || NONE_SHOWN}
          />
        </tbody>
        {week.personalCareItems.length > 0 && (
          <Tasks table="pc" rows={week.personalCareItems} sums={days.map((day) => day.personalCare)} />
        )}
        {week.homeMakingItems.length > 0 && (
          <Tasks table="hm" rows={week.homeMakingItems} sums={days.map((day) => day.homeMaking)} />
        )}
        <tfoot>
          <tr className={classes.balance}>
            <th scope="row" className={classes.name}>
              {small ? 'Visit length' : 'Tasks / visit length'}
            </th>
            {WEEKDAYS.map((day, index) => (
              <td key={day} className={classes.sum}>
                {small ? (
                  lengthText(days[index]?.planned ?? 0)
                ) : (
                  <DayBalance tasks={days[index]?.tasks ?? 0} planned={days[index]?.planned ?? 0} />
                )}
              </td>
            ))}
            <td className={classes.sum}>{lengthText(sum(days.map((day) => day.planned)))}</td>
          </tr>
        </tfoot>
      </table>
    </section>
  );
};
