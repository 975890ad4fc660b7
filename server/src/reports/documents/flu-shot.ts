import { isActiveDuring } from '@homecare/domain/reports/active.ts';
import { fluSeason, shotOf } from '@homecare/domain/reports/due.ts';
import { FLU_SHOTS } from '@homecare/domain/reports/parameters.ts';
import { percentOf, text } from '@homecare/domain/reports/table.ts';
import { earlierShots, type PersonFact } from '../queries.ts';
import { declarePage } from './declare.ts';
import { peopleWithSpans } from './facts.ts';

interface Row extends PersonFact {
  readonly shot: string | null;
}

/** Who worked in a flu season, with or without a shot from the July before to the June in it. */
export const fluShot = declarePage<Row>({
  name: 'Flu Shot',
  file: 'FluShot',
  side: 'people',
  inputs: ['flu', 'year'],
  namesClient: false,
  idOf: ({ id }) => id,
  rows: async ({ scope, parameters: { year } }) => {
    const [providers, earlier] = await Promise.all([peopleWithSpans(scope, 'Provider'), earlierShots(scope)]);
    const { from, through } = fluSeason(year);
    return providers
      .filter(({ spans }) => isActiveDuring(spans, from, through))
      .map(({ spans: _, ...provider }) => ({
        ...provider,
        shot: shotOf([provider.flushotVaccine, ...(earlier.get(provider.id) ?? [])], year),
      }));
  },
  layout: ({ parameters: { vac } }) => ({
    noun: ['provider', 'providers'],
    order: ({ key }) => key,
    prints: ({ shot }) => (shot !== null) === (vac === '1'),
    columns: [
      text('Name', 30, ({ name }) => name),
      text('Phone', 14, ({ phone }) => phone),
      text('Month of shot', 12, ({ shot }) => shot),
      text('Mark', 8, ({ cur }) => (cur === 'n' ? 'left' : null)),
    ],
    summaries: (rows) => [
      {
        title: 'Of all in the season',
        columns: [
          { title: 'Flu shot', kind: 'text' },
          { title: 'Count', kind: 'count' },
          { title: 'Share', kind: 'percent' },
        ],
        rows: ([true, false] as const).map((had) => {
          const own = rows.filter(({ shot }) => (shot !== null) === had).length;
          return [FLU_SHOTS[had ? 1 : 0], own, percentOf(own, rows.length)];
        }),
      },
    ],
  }),
});
