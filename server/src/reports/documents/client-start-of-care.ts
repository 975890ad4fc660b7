import { runsOn } from '@homecare/domain/care-plans/rules.ts';
import { countBy, date, hours, text } from '@homecare/domain/reports/table.ts';
import { listPeople, listPlans, type PersonFact } from '../queries.ts';
import { declarePage } from './declare.ts';
import { inGroup, stateOf, weekHours } from './facts.ts';

interface Row extends PersonFact {
  readonly hours: number;
}

/** Clients whose care began in a range of days, archived ones too. */
export const clientStartOfCare = declarePage<Row>({
  name: 'Client Start Of Care',
  file: 'ClientStartOfCare',
  side: 'people',
  inputs: ['dates', 'type'],
  namesClient: true,
  idOf: ({ id }) => id,
  rows: async ({ scope, today, parameters: { dateFrom, dateTo, type } }) => {
    const now = today.toString();
    const [clients, plans] = await Promise.all([listPeople(scope, 'Client'), listPlans(scope, now, now)]);
    const running = Map.groupBy(
      plans.filter((plan) => runsOn(plan, now)),
      ({ clientId }) => clientId,
    );
    return clients
      .filter(inGroup(type))
      .filter(({ startOfCare }) => startOfCare !== null && dateFrom <= startOfCare && startOfCare <= dateTo)
      .map((client) => ({
        ...client,
        hours: (running.get(client.id) ?? []).reduce((sum, plan) => sum + weekHours(plan, now), 0),
      }));
  },
  layout: () => ({
    noun: ['client', 'clients'],
    order: ({ startOfCare, key }) => [startOfCare, ...key],
    columns: [
      text('Name', 22, ({ name }) => name),
      text('Medicaid', 10, ({ medicaid, isPrivate }) => medicaid ?? (isPrivate ? 'Private' : null)),
      date('DOB', ({ dob }) => dob),
      date('Start Of Care', ({ startOfCare }) => startOfCare),
      text('Phone', 14, ({ phone }) => phone),
      text('City', 14, ({ city }) => city),
      text('Services', 14, ({ services }) => (services ?? []).join(', ') || null),
      text('Case Manager', 18, ({ caseManager }) => caseManager),
      text('Managers Phone', 14, ({ managersPhone }) => managersPhone),
      hours('Hours a week now', (row) => row.hours),
      text('State', 9, stateOf),
    ],
    summaries: (rows) => [
      countBy('Clients by month', 'Month', rows, ({ startOfCare }) => startOfCare?.slice(0, 7) ?? ''),
    ],
  }),
});
