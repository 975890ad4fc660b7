import { daysOfMonth, plannedDays, plannedHoursIn, serviceDays } from '@homecare/domain/billing/counting.ts';
import { CARD_STATUSES } from '@homecare/domain/billing/schema.ts';
import { showDate } from '@homecare/domain/calendar.ts';
import { BY_SERVICE, CARDS_BESIDE_BILLED } from '@homecare/domain/reports/figure-words.ts';
import { figuresOfWeek, weeksOf } from '@homecare/domain/reports/weeks.ts';
import { sum } from '@homecare/domain/sum.ts';
import { listGrids } from '../card-queries.ts';
import { listPlans } from '../queries.ts';
import { declarePage } from './declare.ts';

/** The weeks of a month next to each other: planned, worked, billed, paid and denied. The parts of a card add up to it. */
export const monthOverview = declarePage({
  name: 'Month Overview',
  file: 'MonthOverview',
  side: 'work',
  inputs: ['month'],
  namesClient: false,
  rows: async ({ scope, parameters: { month } }) => {
    const inMonth = daysOfMonth(month);
    const [plans, grids] = await Promise.all([listPlans(scope, inMonth), listGrids(scope, inMonth)]);
    const planned = plans.map((plan) => plannedDays(plan, inMonth, plan.limits));
    const cards = grids.map((card) => ({ ...card, days: serviceDays(card, scope.settings.timeZone) }));
    return weeksOf(month).map((week) => ({
      ...week,
      planned: sum(planned.map((days) => plannedHoursIn(days, week))),
      ...figuresOfWeek(cards, week),
    }));
  },
  noun: ['week', 'weeks'],
  idOf: ({ from }) => Number(from.replaceAll('-', '')),
  order: ({ from }) => [from],
  captions: [CARDS_BESIDE_BILLED, BY_SERVICE],
  columns: ({ text, hours, money }) => [
    text('Week', 24, ({ from, through }) => `${showDate(from)} - ${showDate(through)}`),
    hours('Planned', ({ planned }) => planned),
    hours('Worked by cards', ({ worked }) => worked),
    hours('Billed', ({ billed }) => billed),
    hours('Paid', ({ paid }) => paid),
    hours('Denied hours', ({ denied }) => denied),
    ...CARD_STATUSES.map((status) => money(`Status ${status}`, ({ amounts }) => amounts.get(status) ?? 0)),
  ],
  charts: (rows) => [
    {
      title: 'Hours by week',
      kind: 'hours',
      categories: rows.map(({ from }) => showDate(from).slice(0, 5)),
      series: [
        { name: 'Planned', values: rows.map(({ planned }) => planned) },
        { name: 'Worked by cards', values: rows.map(({ worked }) => worked) },
        { name: 'Billed', values: rows.map(({ billed }) => billed) },
        { name: 'Paid', values: rows.map(({ paid }) => paid) },
        { name: 'Denied hours', values: rows.map(({ denied }) => denied) },
      ],
    },
  ],
});
