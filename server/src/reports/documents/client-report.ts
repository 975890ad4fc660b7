import { showDate } from '@homecare/domain/calendar.ts';
import { BY_CALCULATION, WORKED_BESIDE_BILLED } from '@homecare/domain/reports/figure-words.ts';
import { listPeople } from '../queries.ts';
import { billedColumns, type CardDayRow, cardDaysOf, cardLine, dayColumns, halvesOf } from './card-days.ts';
import { declare } from './declare.ts';

/** Client Report: day by day what was worked, billed and paid; the days of a card add up to it. */
export const clientReport = declare<CardDayRow>({
  namesClient: true,
  idOf: ({ card }) => card.id,
  exists: async ({ scope, parameters: { id } }) =>
    (await listPeople(scope, 'Client')).some((client) => client.id === id),
  rows: ({ scope, parameters }) => cardDaysOf(scope, 'client', parameters),
  layout: () => ({
    noun: ['line', 'lines'],
    order: ({ card, day }) => [...card.provider.key, card.startPeriod, card.id, day?.date ?? null],
    group: 'Card',
    part: 'Half',
    captions: [WORKED_BESIDE_BILLED, BY_CALCULATION],
    columns: [...cardLine(({ provider }) => provider.name, true), ...dayColumns, ...billedColumns],
    summaries: halvesOf(true),
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
  }),
});
