import { counted } from '../counted.ts';
import { showMoney } from '../money.ts';
import { sum } from '../sum.ts';
import type { Ledger, LedgerPar, UsedDay } from './ledger.ts';

/** How the units of an authorization are used up over time, for the chart and the table beside it. */

export interface BurnPoint {
  readonly date: string;
  /** Units left at the end of the day, or now for today; negative if more was used than authorized. */
  readonly left: number;
  /** Units that would be left if they were used evenly over all days, rounded. */
  readonly even: number;
  readonly isAhead: boolean;
}

export const MEASURES = ['units', 'hours', 'dollars'] as const;
export type Measure = (typeof MEASURES)[number];

const UNIT_MINUTES = 15;

/** '38 units', '9.5 h' or '$262.96'; dollars at the rate of a unit. */
export const sayAmount = (units: number, measure: Measure, rateCents: number): string => {
  switch (measure) {
    case 'units':
      return counted(units, 'unit');
    case 'hours':
      return `${((units * UNIT_MINUTES) / 60).toLocaleString('en-US')} h`;
    case 'dollars':
      return showMoney(units * rateCents);
  }
};

const daysFrom = (from: string, to: string) =>
  Temporal.PlainDate.from(from).until(to, { largestUnit: 'days' }).days;

/**
 * A point for each day that uses units, plus the first day, today and the last day. What is still planned for today is used
 * after today's point, which therefore shows the authorized units less those worked.
 */
export const burnDown = (
  { from, through }: Pick<LedgerPar, 'from' | 'through'>,
  authorized: number,
  days: readonly Pick<UsedDay, 'date' | 'units' | 'from'>[],
  today: string,
): BurnPoint[] => {
  const used = new Map<string, number>();
  let stillToday = 0;
  for (const { date, units, from: source } of days) {
    if (date === today && source === 'plan' && today < through) stillToday += units;
    else used.set(date, (used.get(date) ?? 0) + units);
  }
  const ahead = new Set(
    days.flatMap(({ date, from: source }) =>
      source === 'plan' && (date !== today || today === through) ? [date] : [],
    ),
  );
  const inside = [from, ...used.keys(), through, ...(from <= today && today <= through ? [today] : [])];
  const length = daysFrom(from, through) + 1;
  let left = authorized;
  return [...new Set(inside)].sort().map((date) => {
    left -= used.get(date) ?? 0;
    if (date > today) {
      left -= stillToday;
      stillToday = 0;
    }
    const gone = Math.min(length, Math.max(0, daysFrom(from, date) + 1));
    return {
      date,
      left,
      even: Math.round((authorized * (length - gone)) / length),
      isAhead: date > today || ahead.has(date),
    };
  });
};

/** The sums of an authorization over its months. */
export const totalOfMonths = (months: Ledger['months']) => ({
  worked: sum(months.map(({ worked }) => worked)),
  claimed: sum(months.map(({ claimed }) => claimed)),
  paid: sum(months.map(({ paid }) => paid)),
  denied: sum(months.map(({ denied }) => denied)),
  planned: sum(months.map(({ planned }) => planned)),
  open: sum(months.map(({ open }) => open)),
});
