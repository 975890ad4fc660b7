import { runsOn } from '@homecare/domain/care-plans/rules.ts';
import { count, countBy, date, hours, text } from '@homecare/domain/reports/table.ts';
import { listPlans, type PersonFact } from '../queries.ts';
import { declarePage } from './declare.ts';
import { activeOn, inGroup, weekHours } from './facts.ts';

interface Row extends PersonFact {
  readonly plans: number;
  readonly hours: number;
}

/** Clients who are active on a day, with what is planned for them then. */
export const clientsActive = declarePage<Row>({
  name: 'Clients Active',
  file: 'ClientsActive',
  side: 'people',
  inputs: ['date', 'type'],
  namesClient: true,
  idOf: ({ id }) => id,
  rows: async ({ scope, parameters: { date: day, type } }) => {
    const [clients, plans] = await Promise.all([activeOn(scope, 'Client', day), listPlans(scope, day, day)]);
    const running = Map.groupBy(
      plans.filter((plan) => runsOn(plan, day)),
      ({ clientId }) => clientId,
    );
    return clients.filter(inGroup(type)).map((client) => {
      const own = running.get(client.id) ?? [];
      return {
        ...client,
        plans: own.length,
        hours: own.reduce((sum, plan) => sum + weekHours(plan, day), 0),
      };
    });
  },
  layout: () => ({
    noun: ['client', 'clients'],
    order: ({ key }) => key,
    columns: [
      text('Name', 22, ({ name }) => name),
      text('Medicaid', 10, ({ medicaid, isPrivate }) => medicaid ?? (isPrivate ? 'Private' : null)),
      date('DOB', ({ dob }) => dob),
      text('Address', 28, ({ address }) => address),
      text('Phone', 14, ({ phone }) => phone),
      text('Language', 11, ({ language }) => language),
      text('Case Manager', 16, ({ caseManager }) => caseManager),
      text('Doctor', 16, ({ doctor }) => doctor),
      date('Home Visit', ({ homeVisit }) => homeVisit),
      date('PAR Expiration', ({ parExpiration }) => parExpiration),
      date('Benefit Renewal', ({ benefitRenewal }) => benefitRenewal),
      count('Plans', ({ plans }) => plans),
      hours('Hours a week', (row) => row.hours),
    ],
    summaries: (rows) => [
      countBy('Clients', 'Group', rows, ({ isPrivate }) => (isPrivate ? 'Private' : 'Non-private')),
    ],
  }),
});
