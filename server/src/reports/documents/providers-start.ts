import { countBy, date, text } from '@homecare/domain/reports/table.ts';
import { firstPaidDays } from '../card-queries.ts';
import { listPeople, listPlans, type PersonFact } from '../queries.ts';
import { declarePage } from './declare.ts';
import { stateOf } from './facts.ts';

interface Row extends PersonFact {
  readonly firstPlan: string | null;
  readonly firstPaid: string | null;
}

/** Providers who began in a range of days, archived ones too. */
export const providersStart = declarePage<Row>({
  name: 'Providers Start',
  file: 'ProvidersStart',
  side: 'people',
  inputs: ['dates'],
  namesClient: false,
  idOf: ({ id }) => id,
  rows: async ({ scope, parameters: { dateFrom, dateTo } }) => {
    const providers = (await listPeople(scope, 'Provider')).filter(
      ({ startDate }) => startDate !== null && dateFrom <= startDate && startDate <= dateTo,
    );
    const [plans, paid] = await Promise.all([
      listPlans(scope, '0001-01-01', '9999-12-31'),
      firstPaidDays(
        scope,
        providers.map(({ id }) => id),
      ),
    ]);
    const plansOf = Map.groupBy(plans, ({ providerId }) => providerId);
    return providers.map((provider) => ({
      ...provider,
      firstPlan: (plansOf.get(provider.id) ?? []).map(({ StartDate }) => StartDate).toSorted()[0] ?? null,
      firstPaid: paid.get(provider.id) ?? null,
    }));
  },
  layout: () => ({
    noun: ['provider', 'providers'],
    order: ({ startDate, key }) => [startDate, ...key],
    columns: [
      text('Name', 26, ({ name }) => name),
      text('Phone', 14, ({ phone }) => phone),
      date('Start Date', ({ startDate }) => startDate),
      date('Start IHSS', ({ startIhss }) => startIhss),
      date('First plan', ({ firstPlan }) => firstPlan),
      date('First paid day', ({ firstPaid }) => firstPaid),
      text('State', 10, stateOf),
    ],
    summaries: (rows) => [
      countBy('Providers by month', 'Month', rows, ({ startDate }) => startDate?.slice(0, 7) ?? ''),
      countBy('Providers by state', 'State', rows, (row) => (row.cur === 'y' ? 'Still active' : 'Left')),
    ],
  }),
});
