import { VACCINATIONS, type Vaccination } from '@homecare/domain/reports/parameters.ts';
import { date, percentOf, text } from '@homecare/domain/reports/table.ts';
import type { PersonFact } from '../queries.ts';
import { declarePage } from './declare.ts';
import { activeOn } from './facts.ts';

const VALUES = ['1', '0', '2', '3', '4'] as const;
type Value = Exclude<Vaccination, 'all'>;

interface Row extends PersonFact {
  readonly value: Value;
}

/** Empty is as good as none. */
const vaccineOf = ({ covidVaccine }: PersonFact): Value =>
  VALUES.find((value) => value === covidVaccine) ?? '0';
const STATES: Record<Value, string> = {
  1: 'Vaccinated',
  0: 'Unvaccinated',
  2: 'Exempt',
  3: 'Exempt',
  4: 'Exempt',
};

/** Active providers by their covid vaccination. */
export const vaccination = declarePage<Row>({
  name: 'Vaccination',
  file: 'Vaccination',
  side: 'people',
  inputs: ['vac'],
  namesClient: false,
  idOf: ({ id }) => id,
  rows: async ({ scope, today }) =>
    (await activeOn(scope, 'Provider', today.toString())).map((provider) => ({
      ...provider,
      value: vaccineOf(provider),
    })),
  layout: ({ parameters: { vac } }) => ({
    noun: ['provider', 'providers'],
    order: ({ value, key }) => [VALUES.indexOf(value), ...key],
    prints: ({ value }) => vac === 'all' || value === vac,
    columns: [
      text('Name', 28, ({ name }) => name),
      text('Phone', 14, ({ phone }) => phone),
      date('Start Date', ({ startDate }) => startDate),
      text('State', 14, ({ value }) => STATES[value]),
      text('Reason', 14, ({ value }) => (STATES[value] === 'Exempt' ? VACCINATIONS[value] : null)),
    ],
    summaries: (rows) => [
      {
        title: 'Of all active providers',
        columns: [
          { title: 'Value', kind: 'text' },
          { title: 'Count', kind: 'count' },
          { title: 'Share', kind: 'percent' },
        ],
        rows: VALUES.map((value) => {
          const own = rows.filter((row) => row.value === value).length;
          return [VACCINATIONS[value], own, percentOf(own, rows.length)];
        }),
      },
    ],
  }),
});
