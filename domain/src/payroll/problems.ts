import { showHours } from '../billing/counting.ts';
import { showDate } from '../calendar.ts';
import { showMoney } from '../money.ts';
import { sum } from '../sum.ts';
import { NO_RATE, type PayLine } from './lines.ts';
import type { TimeProblem } from './time-problems.ts';
import type { LowWeek } from './wages.ts';

/** What keeps people from being paid correctly. Shown at the top of the page and of every pay document. */

interface PaidProvider {
  readonly ID: number;
  readonly Provider: string;
  readonly lines: readonly Pick<PayLine, 'category' | 'rate' | 'hours'>[];
  readonly lowWeeks: readonly LowWeek[];
  readonly timeProblems: readonly TimeProblem[];
}

const NO_CATEGORY = 'no pay category';

/** The name of a line's category, or that the type has none. */
export const sayCategory = (category: PayLine['category']): string => category ?? NO_CATEGORY;

const unpaid = (lines: PaidProvider['lines']): string[] =>
  [
    ...Map.groupBy(
      lines.filter(({ rate }) => rate === null),
      ({ category }) => category,
    ),
  ].map(([category, own]) => {
    const hours = showHours(sum(own.map((line) => line.hours.total)));
    return category === null
      ? `${hours} h are not paid: their care plan type has no pay category`
      : `${NO_RATE} for ${category}, ${hours} h are not paid`;
  });

const low = (weeks: readonly LowWeek[]): string[] =>
  weeks.map(({ week, paid, base, missing }) => {
    const span = `${showDate(week.from)} to ${showDate(week.through)}`;
    return `below base wage in the week of ${span}: ${showMoney(paid)} an hour paid, ${showMoney(base)} required. Add ${showMoney(missing)}`;
  });

/** One sentence per problem. */
export const problemsOf = ({ ID, Provider, lines, lowWeeks, timeProblems }: PaidProvider): string[] =>
  [...unpaid(lines), ...low(lowWeeks), ...timeProblems.map(({ text }) => text)].map(
    (words) => `${Provider} (ID ${ID}): ${words}.`,
  );

export const GROUP_OVERTIME = 'Overtime is calculated across all clients, so it is shown for the group All.';
