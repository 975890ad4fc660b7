import { isActiveDuring } from '@homecare/domain/reports/active.ts';
import { fluSeason, shotOf } from '@homecare/domain/reports/due.ts';
import { FLU_SHOTS, VACCINATIONS } from '@homecare/domain/reports/parameters.ts';
import { shareBy } from '@homecare/domain/reports/table.ts';
import { earlierShots } from '../queries.ts';
import { declarePage, PROVIDERS } from './declare.ts';
import { activeOn, peopleWithSpans } from './facts.ts';

const VALUES = ['1', '0', '2', '3', '4'] as const;
const STATES = { 1: 'Vaccinated', 0: 'Unvaccinated', 2: 'Exempt', 3: 'Exempt', 4: 'Exempt' } as const;

/** Active providers by covid vaccination; an empty one counts as none. */
export const vaccination = declarePage({
  ...PROVIDERS,
  name: 'Vaccination',
  file: 'Vaccination',
  side: 'people',
  inputs: ['vac'],
  rows: async ({ scope, today }) =>
    (await activeOn(scope, 'Provider', today.toString())).map((provider) => ({
      ...provider,
      value: VALUES.find((value) => value === provider.covidVaccine) ?? '0',
    })),
  order: ({ value, key }) => [VALUES.indexOf(value), ...key],
  prints: ({ value }, { parameters: { vac } }) => vac === 'all' || value === vac,
  columns: ({ text, date }) => [
    text('Name', 28, ({ name }) => name),
    text('Phone', 14, ({ phone }) => phone),
    date('Start Date', ({ startDate }) => startDate),
    text('State', 14, ({ value }) => STATES[value]),
    text('Reason', 14, ({ value }) => (STATES[value] === 'Exempt' ? VACCINATIONS[value] : null)),
  ],
  summaries: (rows) => [
    shareBy(
      'Of all active providers',
      'Value',
      rows,
      VALUES.map((value) => [VACCINATIONS[value], (row) => row.value === value]),
    ),
  ],
});

/** Who worked in a flu season, with or without a shot between the July before and the June in it. */
export const fluShot = declarePage({
  ...PROVIDERS,
  name: 'Flu Shot',
  file: 'FluShot',
  side: 'people',
  inputs: ['flu', 'year'],
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
  order: ({ key }) => key,
  prints: ({ shot }, { parameters: { vac } }) => (shot !== null) === (vac === '1'),
  columns: ({ text }) => [
    text('Name', 30, ({ name }) => name),
    text('Phone', 14, ({ phone }) => phone),
    text('Month of shot', 12, ({ shot }) => shot),
    text('Mark', 8, ({ isActive }) => (isActive ? null : 'left')),
  ],
  summaries: (rows) => [
    shareBy('Of all in the season', 'Flu shot', rows, [
      [FLU_SHOTS[1], ({ shot }) => shot !== null],
      [FLU_SHOTS[0], ({ shot }) => shot === null],
    ]),
  ],
});
