import {
  BY_SERVICE,
  ESTIMATED_BILLING,
  PLANNED_BESIDE_BILLED,
} from '@homecare/domain/reports/figure-words.ts';
import { monthsBetween } from '@homecare/domain/reports/parameters.ts';
import { loadNotAssigned } from '../../billing/not-assigned.ts';
import { declare } from './declare.ts';
import { hoursOfMinutes } from './facts.ts';

/** Non existing billing: plans with planned days and without a billing record in the month. */
export const notAssignClients = declare({
  noun: ['care plan', 'care plans'],
  namesClient: true,
  rows: async ({ scope, parameters: { from, to, type } }) => {
    const months = await Promise.all(
      monthsBetween(from, to).map((month) => loadNotAssigned(scope, { date: month, private: type })),
    );
    return months.flatMap((found) => (found.ok ? found.data : []));
  },
  idOf: ({ planId }) => planId,
  order: ({ Client, ClientID, date: month, planId }) => [Client, ClientID, month, planId],
  captions: [PLANNED_BESIDE_BILLED, ESTIMATED_BILLING, BY_SERVICE],
  columns: ({ text, date, hours, count, money }) => [
    text('Client', 24, ({ Client }) => Client),
    text('Provider', 24, ({ Provider }) => Provider),
    text('Provider phone', 14, ({ ProviderPhone }) => ProviderPhone),
    text('Plan', 7, ({ planId }) => String(planId)),
    text('Type', 20, ({ TypeName }) => TypeName),
    text('Month', 8, (row) => row.date),
    hours('Planned hours', ({ plannedMinutes }) => hoursOfMinutes(plannedMinutes)),
    hours('Worked hours', ({ workedMinutes }) => hoursOfMinutes(workedMinutes)),
    hours('Hours to come', ({ toComeMinutes }) => hoursOfMinutes(toComeMinutes)),
    date('First planned day', ({ firstDay }) => firstDay),
    date('Last planned day', ({ lastDay }) => lastDay),
    text('Scans 1st', 7, ({ scans }) => scans?.[0] ?? null),
    text('Scans 2nd', 7, ({ scans }) => scans?.[1] ?? null),
    count('Visits Complete', ({ completeVisits }) => completeVisits),
    money('Est. amount', ({ estimated }) => estimated),
  ],
});
