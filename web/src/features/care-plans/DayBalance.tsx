import { showLength } from '@homecare/domain/calendar.ts';
import { IconCheck } from '@tabler/icons-react';
import { smallIcon } from '../../ui/icons.ts';
import { NONE_SHOWN } from './plan-form.ts';
import classes from './WeekGrid.module.css';

const differenceText = (tasks: number, planned: number) => {
  if (planned === 0) return 'no times';
  if (tasks === 0) return 'no tasks';
  return `${showLength(Math.abs(tasks - planned))} ${tasks > planned ? 'too much' : 'missing'}`;
};

/** Compares the tasks with the length of the visit: a check mark, or the difference in red. */
export const DayBalance = ({ tasks, planned }: { readonly tasks: number; readonly planned: number }) => {
  if (tasks === 0 && planned === 0) return NONE_SHOWN;
  const both = `${showLength(tasks)} / ${showLength(planned)}`;
  if (tasks === planned)
    return (
      <span className={classes.even}>
        <IconCheck {...smallIcon} />
        {showLength(tasks)}
        <span className={classes.planned}>{` / ${showLength(planned)}`}</span>
      </span>
    );
  return (
    <span className={classes.uneven}>
      {both}
      <span className={classes.difference}>{differenceText(tasks, planned)}</span>
    </span>
  );
};
