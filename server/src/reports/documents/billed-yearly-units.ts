import { showDate } from '@homecare/domain/calendar.ts';
import { BY_SERVICE } from '@homecare/domain/reports/figure-words.ts';
import { monthsBetween } from '@homecare/domain/reports/parameters.ts';
import { sumBy } from '@homecare/domain/reports/table.ts';
import { codeOfUnits, unitsLeft, usedIn, yearOfUnits } from '@homecare/domain/reports/yearly-units.ts';
import { sum } from '@homecare/domain/sum.ts';
import { type CardTotals, listBorderGrids, listCardTotals } from '../card-queries.ts';
import { listPeople } from '../queries.ts';
import { declarePage, LINES } from './declare.ts';
import { inGroup } from './facts.ts';

const unitsIn = (cards: readonly CardTotals[]) => sum(cards.map(({ units }) => units));
const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Units of a year by client and type, and what remains of the authorized ones. */
export const billedYearlyUnits = declarePage({
  ...LINES,
  name: 'Billed Yearly Units',
  file: 'BilledYearlyUnits',
  side: 'people',
  inputs: ['year', 'type'],
  namesClient: true,
  rows: async ({ scope, today, parameters: { year, type } }) => {
    const clients = (await listPeople(scope, 'Client')).filter(inGroup(type));
    const ranges = new Map(clients.map(({ id, parExpiration }) => [id, yearOfUnits(parExpiration, year)]));
    const authorising = clients.filter(({ totalUnits }) => Object.keys(totalUnits ?? {}).length > 0);
    const borders = authorising.flatMap(({ id }) => ranges.get(id) ?? []);
    const from = [`${year}-01-01`, ...borders.map((range) => range.from)].toSorted()[0] ?? '';
    const to = [`${year}-12-31`, ...borders.map(({ through }) => through)].toSorted().at(-1) ?? '';
    const [cards, grids] = await Promise.all([
      listCardTotals(scope, { from: `${from.slice(0, 7)}-01`, through: to }),
      listBorderGrids(scope),
    ]);
    const gridOf = new Map(grids.map((grid) => [grid.id, grid]));
    const cardsOf = Map.groupBy(cards, ({ clientId }) => clientId);
    const months = monthsBetween(`${year}-01-01`, `${year}-12-31`);
    return clients.flatMap((client) => {
      const range = ranges.get(client.id) ?? yearOfUnits(null, year);
      const byCode = Map.groupBy(cardsOf.get(client.id) ?? [], (card) =>
        codeOfUnits(client.totalUnits, card),
      );
      const usedOf = (card: CardTotals) => usedIn(range, card, gridOf.get(card.id), scope.settings.timeZone);
      const codes = new Set([...byCode.keys(), ...Object.keys(client.totalUnits ?? {})]);
      return [...codes].flatMap((code) => {
        const own = byCode.get(code) ?? [];
        const ofYear = own.filter(({ month }) => month.startsWith(`${year}-`));
        const good = ofYear.filter(({ status }) => status !== 'Denied');
        const authorised = client.totalUnits?.[code];
        if (ofYear.length === 0 && authorised === undefined) return [];
        const used = sum(own.filter(({ status }) => status !== 'Denied').map(usedOf));
        return [
          {
            client,
            code,
            months: months.map((month) => unitsIn(good.filter((card) => card.month === month))),
            denied: unitsIn(ofYear) - unitsIn(good),
            par: authorised === undefined ? null : unitsLeft(authorised, used, range, today.toString()),
          },
        ];
      });
    });
  },
  idOf: ({ client }) => client.id,
  order: ({ client: { key }, code }) => [...key, code],
  captions: [BY_SERVICE],
  columns: ({ text, count, percent }) => [
    text('Name', 22, ({ client }) => client.name),
    text('Code', 11, ({ code }) => code),
    ...monthNames.map((name, n) => count(name, ({ months }) => months[n] ?? 0, { width: 6 })),
    count('Not denied', ({ months }) => sum(months)),
    count('Denied units', ({ denied }) => denied, { width: 7 }),
    count('Authorized', ({ par }) => par?.authorised ?? null, { width: 10 }),
    text('PAR year ends', 11, ({ par }) =>
      par ? (par.calendar ? 'calendar' : showDate(par.through)) : null,
    ),
    count('Used', ({ par }) => par?.used ?? null),
    count('Left', ({ par }) => par?.left ?? null),
    percent('Used %', ({ par }) => par?.usedPercent ?? null),
    percent('Gone %', ({ par }) => par?.gonePercent ?? null),
    text('Mark', 9, ({ par }) => (par?.isAhead ? 'runs out' : null)),
  ],
  summaries: (rows) => [
    sumBy('By type', 'Code', rows, ({ code }) => code, [
      ['Not denied', 'count', ({ months }) => sum(months)],
      ['Denied units', 'count', ({ denied }) => denied],
    ]),
  ],
});
