import {
  amountOf,
  hoursOfHalf,
  partHoursOf,
  partUnits,
  type ServiceDay,
  serviceDays,
  showAmount,
} from '@homecare/domain/billing/counting.ts';
import { showDate, WEEKDAY_NAMES, weekdayOf } from '@homecare/domain/calendar.ts';
import { daysOfHalf, HALVES } from '@homecare/domain/plan-documents/rules.ts';
import { monthsBetween } from '@homecare/domain/reports/parameters.ts';
import { count, date, hours, money, text } from '@homecare/domain/reports/table.ts';
import { halfKey } from '@homecare/domain/timesheets/missing.ts';
import { listGrids } from '../card-queries.ts';
import { listPeople, listReceived } from '../queries.ts';
import { periodWords } from './card-facts.ts';
import { declare } from './declare.ts';
import { type PairFact, withPeople } from './facts.ts';

type Card = Awaited<ReturnType<typeof listGrids>>[number] & Pick<PairFact, 'client' | 'provider'>;

interface Row {
  readonly card: Card;
  readonly days: readonly ServiceDay[];
  readonly day: ServiceDay;
  readonly scans: string;
}

const on = ({ date: day }: ServiceDay) => ({ from: day, through: day });
const dayUnits = ({ card, days, day }: Row) => (day.billing ? partUnits(days, on(day), card.unitRule) : null);
const yes = (is: boolean) => (is ? 'X' : null);

/** What a block of days stands under. */
const cardWords = ({ card, scans }: Row) =>
  [
    card.provider.name,
    `${card.type} (${card.code})`,
    `plan ${card.planId}`,
    `rate ${showAmount(card.payRate)}`,
    card.status,
    periodWords(card),
    card.month === card.calculation ? '' : `late ${card.month}`,
    scans,
    card.remarks ?? '',
  ]
    .filter(Boolean)
    .join(' · ');

/** Client Report: day by day what was worked, billed and paid; the days of a card add up to it. */
export const clientReport = declare<Row>({
  namesClient: true,
  idOf: ({ card }) => card.id,
  exists: async ({ scope, parameters: { id } }) =>
    (await listPeople(scope, 'Client')).some((client) => client.id === id),
  rows: async ({ scope, parameters: { id, from, to } }) => {
    // Any month of service may have been moved into the months of calculation.
    const grids = await listGrids(scope, '0001-01-01', '9999-12-31', id);
    const cards = await withPeople(
      scope,
      grids.filter(({ calculation }) => from.slice(0, 7) <= calculation && calculation <= to.slice(0, 7)),
    );
    const months = new Set([...monthsBetween(from, to), ...cards.map(({ month }) => month)]);
    const scans = (await Promise.all([...months].map((month) => listReceived(scope, month)))).flat();
    const received = new Set(scans.map((scan) => halfKey(scan.planId, scan)));
    return cards.flatMap((card) => {
      const days = serviceDays(card, scope.site.timeZone);
      const has = (period: 0 | 1) =>
        received.has(halfKey(card.planId, { month: card.month, period })) ? 'yes' : 'no';
      return days.map((day) => ({ card, days, day, scans: `timesheets ${has(0)} / ${has(1)}` }));
    });
  },
  layout: () => ({
    noun: ['day', 'days'],
    order: ({ card, day }) => [...card.provider.key, card.startPeriod, card.id, day.date],
    group: 'Card',
    columns: [
      text('Card', 60, cardWords),
      date('Date', ({ day }) => day.date),
      text('Day', 10, ({ day }) => WEEKDAY_NAMES[weekdayOf(Temporal.PlainDate.from(day.date))]),
      text('Start', 7, ({ day }) => day.start),
      text('End', 7, ({ day }) => day.end),
      hours('Work', ({ days, day }) => partHoursOf(days, on(day)).work),
      hours('Travel', ({ days, day }) => partHoursOf(days, on(day)).travel),
      text('B', 3, ({ day }) => yes(day.billing)),
      text('P', 3, ({ day }) => yes(day.payroll)),
      count('Units', dayUnits),
      money('Amount', (row) => {
        const units = dayUnits(row);
        return units === null ? null : amountOf(units, row.card.payRate);
      }),
    ],
    notes: ([first]) => {
      if (!first) return [];
      const { name, id, dob, medicaid, phone, address } = first.card.client;
      const born = dob ? `DOB ${showDate(dob)}` : '';
      return [
        [`${name}, ID ${id}`, born, medicaid ? `Medicaid ${medicaid}` : 'Private', phone, address]
          .filter(Boolean)
          .join(' · '),
      ];
    },
    summaries: (rows) => [
      {
        title: 'Halves',
        columns: [
          { title: 'Card', kind: 'text' },
          { title: 'Half', kind: 'text' },
          { title: 'Work', kind: 'hours' },
          { title: 'Travel', kind: 'hours' },
          { title: 'Total', kind: 'hours' },
          { title: 'Units', kind: 'count' },
          { title: 'Amount', kind: 'money' },
        ],
        rows: [...new Map(rows.map((row) => [row.card.id, row])).values()].flatMap(({ card, days }) =>
          HALVES.map((half) => {
            const { work, travel, total } = hoursOfHalf(days, half);
            const units = partUnits(days, daysOfHalf(card.month, half), card.unitRule);
            const name = `${card.provider.name}, ${card.code}, ${card.month}`;
            return [
              name,
              half === 0 ? '1st' : '2nd',
              work,
              travel,
              total,
              units,
              amountOf(units, card.payRate),
            ];
          }),
        ),
      },
    ],
  }),
});
