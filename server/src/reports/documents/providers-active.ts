import { runsOn } from '@homecare/domain/care-plans/rules.ts';
import { count, date, hours, text } from '@homecare/domain/reports/table.ts';
import { listPlans, type PersonFact } from '../queries.ts';
import { declarePage } from './declare.ts';
import { activeOn, weekHours } from './facts.ts';

interface Row extends PersonFact {
  readonly clients: number;
  readonly hours: number;
}

/** Providers who are active on a day, with whom they care for then. */
export const providersActive = declarePage<Row>({
  name: 'Providers Active',
  file: 'ProvidersActive',
  side: 'people',
  inputs: ['date'],
  namesClient: false,
  idOf: ({ id }) => id,
  rows: async ({ scope, parameters: { date: day } }) => {
    const [providers, plans] = await Promise.all([
      activeOn(scope, 'Provider', day),
      listPlans(scope, day, day),
    ]);
    const running = Map.groupBy(
      plans.filter((plan) => runsOn(plan, day)),
      ({ providerId }) => providerId,
    );
    return providers.map((provider) => {
      const own = running.get(provider.id) ?? [];
      return {
        ...provider,
        clients: new Set(own.map(({ clientId }) => clientId)).size,
        hours: own.reduce((sum, plan) => sum + weekHours(plan, day), 0),
      };
    });
  },
  layout: () => ({
    noun: ['provider', 'providers'],
    order: ({ key }) => key,
    columns: [
      text('Name', 22, ({ name }) => name),
      text('Phone', 14, ({ phone }) => phone),
      text('Address', 30, ({ address }) => address),
      text('Language', 11, ({ language }) => language),
      date('Start Date', ({ startDate }) => startDate),
      date('Background Check', ({ backgroundCheck }) => backgroundCheck),
      date('ID Expiration', ({ idExpiration }) => idExpiration),
      date('Staff Evaluation', ({ staffEvaluation }) => staffEvaluation),
      date('Skill Validation', ({ skillValidation }) => skillValidation),
      count('Clients', ({ clients }) => clients),
      hours('Hours a week', (row) => row.hours),
    ],
  }),
});
