import { countBy } from '@homecare/domain/reports/table.ts';
import { listPeople, type PersonFact } from '../queries.ts';
import { CLIENTS, declarePage } from './declare.ts';
import { activeOn, inGroup, runningPlans, stateOf, weekHours } from './facts.ts';

const medicaidWords = ({ medicaid, isPrivate }: PersonFact) => medicaid ?? (isPrivate ? 'Private' : null);

/** Clients who are active on a day, with what is planned for them. */
export const clientsActive = declarePage({
  ...CLIENTS,
  name: 'Clients Active',
  file: 'ClientsActive',
  side: 'people',
  inputs: ['date', 'type'],
  rows: async ({ scope, parameters: { date: day, type } }) => {
    const [clients, plansOf] = await Promise.all([
      activeOn(scope, 'Client', day),
      runningPlans(scope, 'clientId', day),
    ]);
    return clients.filter(inGroup(type)).map((client) => {
      const plans = plansOf(client.id);
      return { ...client, plans: plans.length, hours: weekHours(plans, day) };
    });
  },
  order: ({ key }) => key,
  columns: ({ text, date, count, hours }) => [
    text('Name', 22, ({ name }) => name),
    text('Medicaid', 10, medicaidWords),
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
});

/** Clients whose care began in a range of days, including archived ones. */
export const clientStartOfCare = declarePage({
  ...CLIENTS,
  name: 'Client Start Of Care',
  file: 'ClientStartOfCare',
  side: 'people',
  inputs: ['dates', 'type'],
  rows: async ({ scope, today, parameters: { dateFrom, dateTo, type } }) => {
    const now = today.toString();
    const [clients, plansOf] = await Promise.all([
      listPeople(scope, 'Client'),
      runningPlans(scope, 'clientId', now),
    ]);
    return clients
      .filter(inGroup(type))
      .filter(({ startOfCare }) => startOfCare !== null && dateFrom <= startOfCare && startOfCare <= dateTo)
      .map((client) => ({ ...client, hours: weekHours(plansOf(client.id), now) }));
  },
  order: ({ startOfCare, key }) => [startOfCare, ...key],
  columns: ({ text, date, hours }) => [
    text('Name', 22, ({ name }) => name),
    text('Medicaid', 10, medicaidWords),
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
});
