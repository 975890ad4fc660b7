import { daysOfMonth } from '@homecare/domain/billing/counting.ts';
import { monthsOld, planExpiration } from '@homecare/domain/reports/due.ts';
import { countBy } from '@homecare/domain/reports/table.ts';
import { declarePage, PLANS } from './declare.ts';
import { ALWAYS, pairsIn } from './facts.ts';

/** Active plans that are, or will soon be, a year old. */
export const carePlanExpiration = declarePage({
  ...PLANS,
  name: 'Care Plan Expiration',
  file: 'CarePlanExpiration',
  side: 'work',
  inputs: ['month'],
  monthNow: true,
  rows: async ({ scope, parameters: { month } }) =>
    (await pairsIn(scope, ALWAYS))
      .filter(({ Status, coversPlanId }) => Status === 'Active' && coversPlanId === null)
      .flatMap((plan) => {
        const expiration = planExpiration(plan.StartDate, month);
        const months = monthsOld(plan.StartDate, daysOfMonth(month).through);
        return expiration ? [{ ...plan, ...expiration, months }] : [];
      }),
  order: ({ due, client: { key }, id }) => [due, ...key, id],
  columns: ({ text, date, count }) => [
    text('Client', 22, ({ client }) => client.name),
    text('Provider', 22, ({ provider }) => provider.name),
    text('Plan', 7, ({ id }) => String(id)),
    text('Type', 20, ({ type }) => type),
    date('Start Date', ({ StartDate }) => StartDate),
    count('Months old', ({ months }) => months, { total: false }),
    date('Due', ({ due }) => due),
    text('State', 8, ({ state }) => state),
    text('Case Manager', 18, ({ client }) => client.caseManager),
    text('Managers Phone', 14, ({ client }) => client.managersPhone),
  ],
  summaries: (rows) => [countBy('Care plans by state', 'State', rows, ({ state }) => state)],
});
