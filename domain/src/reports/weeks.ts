import { type DayRange, daysOfMonth } from '../billing/counting.ts';

/** Workweeks run from Sunday to Saturday; those at the borders of a month have only its days. */
export const weeksOf = (month: string): DayRange[] => {
  const { from, through } = daysOfMonth(month);
  const last = Temporal.PlainDate.from(through);
  const weeks: DayRange[] = [];
  for (let start = Temporal.PlainDate.from(from); Temporal.PlainDate.compare(start, last) <= 0; ) {
    const saturday = start.add({ days: 6 - (start.dayOfWeek % 7) });
    const end = Temporal.PlainDate.compare(saturday, last) < 0 ? saturday : last;
    weeks.push({ from: start.toString(), through: end.toString() });
    start = end.add({ days: 1 });
  }
  return weeks;
};
