import { addDays } from '@homecare/domain/payroll/workweeks.ts';
import { useToday } from '../../platform/use-today.ts';
import { useOpenVisits } from './api.ts';
import classes from './OpenCount.module.css';

/** Two weeks: as far as visits exist. */
const DAYS_AHEAD = 13;

/** '6 open' beside the menu entry; nothing while every visit has a caregiver. */
export const OpenCount = () => {
  const today = useToday().toString();
  const { data } = useOpenVisits({ from: today, through: addDays(today, DAYS_AHEAD) });
  if (!data?.length) return null;
  return <span className={classes.count}>{`${data.length} open`}</span>;
};
