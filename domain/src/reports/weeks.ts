import {
  type CardRates,
  type DayRange,
  daysOfMonth,
  paidMinutes,
  partAmount,
  partHoursOf,
  partUnits,
  type ServiceDay,
  workedMinutes,
} from '../billing/counting.ts';
import { CARD_STATUSES, type Card } from '../billing/schema.ts';
import { sum } from '../sum.ts';
import { hoursOfUnits } from './compared-hours.ts';

/** Workweeks run from Sunday to Saturday. The first and last of a month contain only its own days. */
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

interface WeekCard extends CardRates {
  readonly status: Card['status'];
  readonly unitRule: Card['unitRule'];
  readonly days: readonly ServiceDay[];
}

/** What cards contribute to a week: hours in hundredths, and cents by status. The weeks add up to the cards. */
export const figuresOfWeek = (cards: readonly WeekCard[], week: DayRange) => {
  const hoursIn = (own: readonly WeekCard[], minutes: typeof workedMinutes) =>
    sum(own.map(({ days }) => partHoursOf(days, week, minutes).total));
  const billedIn = (own: readonly WeekCard[]) =>
    sum(own.map(({ days, unitRule }) => hoursOfUnits(partUnits(days, week, unitRule))));
  const of = (status: WeekCard['status']) => cards.filter((card) => card.status === status);
  return {
    worked: hoursIn(cards, workedMinutes),
    /** As everywhere, these are units, and a card's weeks add up to its units. */
    billed: billedIn(cards),
    paid: hoursIn(cards, paidMinutes),
    /** Billed hours of denied cards. */
    denied: billedIn(of('Denied')),
    amounts: new Map(
      CARD_STATUSES.map((status) => [
        status,
        sum(of(status).map((card) => partAmount(card.days, week, card))),
      ]),
    ),
  };
};
