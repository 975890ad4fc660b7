import { WEEKDAYS } from '../calendar.ts';
import { isSpaced } from './placing-goals.ts';
import { NEXT_DAY, type PerDay } from './problem.ts';

/** The sum of the differences between all pairs. */
export const differenceOf = (sums: readonly number[]) => {
  let total = 0;
  for (const [at, one] of sums.entries())
    for (let other = at + 1; other < sums.length; other += 1) total += Math.abs(one - (sums[other] ?? 0));
  return total;
};

/** How crowded the turns of one task are: turns above and below an even share per day, and turns on neighboring days. */
export const crowdOf = (on: PerDay<number>, turns: number) => {
  const most = Math.ceil(turns / 7);
  const least = Math.floor(turns / 7);
  return WEEKDAYS.reduce((sum, day) => {
    const near = isSpaced(turns) ? Math.max(0, on[day] + on[NEXT_DAY[day]] - 1) : 0;
    return sum + Math.max(0, on[day] - most) + Math.max(0, least - on[day]) + near;
  }, 0);
};
