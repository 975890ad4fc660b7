import { WEEKDAYS } from '@homecare/domain/calendar.ts';
import classes from './WeekGrid.module.css';

/** Column widths of a week: name, seven days, sum. */
export const WeekColumns = () => (
  <colgroup>
    <col className={classes.nameColumn} />
    {WEEKDAYS.map((day) => (
      <col key={day} />
    ))}
    <col className={classes.sumColumn} />
  </colgroup>
);
