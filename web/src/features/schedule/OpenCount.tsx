import { addDays } from '@homecare/domain/calendar.ts';
import { useToday } from '../../platform/use-today.ts';
import { useOpenVisits } from './api.ts';
import classes from './OpenCount.module.css';

/** Visits exist for two weeks ahead. */
export const OPEN_DAYS = 14;

export const useOpenSoon = (): number => {
  const today = useToday().toString();
  return useOpenVisits({ from: today, through: addDays(today, OPEN_DAYS - 1) }).data?.length ?? 0;
};

/** '6 open' beside the menu entry; nothing if every visit has a caregiver. */
export const OpenCount = () => {
  const count = useOpenSoon();
  return count === 0 ? null : <span className={classes.count}>{`${count} open`}</span>;
};
