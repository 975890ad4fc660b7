import { daysOfMonth } from '@homecare/domain/billing/counting.ts';
import { monthsOld, type PlanExpiration, planExpiration } from '@homecare/domain/reports/due.ts';
import { count, countBy, date, text } from '@homecare/domain/reports/table.ts';
import { declarePage } from './declare.ts';
import { type PairFact, pairsIn } from './facts.ts';

interface Row extends PairFact, PlanExpiration {
  readonly months: number;
}

/** Active plans that are, or soon will be, a year old. */
export const carePlanExpiration = declarePage<Row>({
  name: 'Care Plan Expiration',
  file: 'CarePlanExpiration',
  side: 'work',
  inputs: ['month'],
  monthNow: true,
  namesClient: true,
  idOf: ({ id }) => id,
  rows: async ({ scope, parameters: { month } }) => {
    const plans = await pairsIn(scope, '0001-01-01', '9999-12-31', 'all');
    return plans
      .filter(({ Status, covidBy }) => Status === 'Active' && covidBy === null)
      .flatMap((plan) => {
        const expiration = planExpiration(plan.StartDate, month);
        return expiration
          ? [{ ...plan, ...expiration, months: monthsOld(plan.StartDate, daysOfMonth(month).through) }]
          : [];
      });
  },
  layout: () => ({
    noun: ['care plan', 'care plans'],
    order: ({ due, client: { key }, id }) => [due, ...key, id],
    columns: [
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
  }),
});
