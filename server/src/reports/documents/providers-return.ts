import { runsOn } from '@homecare/domain/care-plans/rules.ts';
import { count, date, text } from '@homecare/domain/reports/table.ts';
import { listPlans, type PersonFact } from '../queries.ts';
import { declarePage } from './declare.ts';
import { peopleWithSpans } from './facts.ts';

interface Row extends PersonFact {
  readonly left: string | null;
  readonly away: number | null;
  readonly plans: number;
}

/** Providers who came back in a range of days. */
export const providersReturn = declarePage<Row>({
  name: 'Providers Return',
  file: 'ProvidersReturn',
  side: 'people',
  inputs: ['dates'],
  namesClient: false,
  idOf: ({ id }) => id,
  rows: async ({ scope, today, parameters: { dateFrom, dateTo } }) => {
    const now = today.toString();
    const [providers, plans] = await Promise.all([
      peopleWithSpans(scope, 'Provider'),
      listPlans(scope, now, now),
    ]);
    const running = Map.groupBy(
      plans.filter((plan) => runsOn(plan, now)),
      ({ providerId }) => providerId,
    );
    return providers.flatMap(({ spans, ...provider }) => {
      const back = provider.returnDate;
      if (back === null || back < dateFrom || back > dateTo) return [];
      const left =
        spans.map(({ until }) => until).findLast((until) => until !== null && until <= back) ?? null;
      const away =
        left === null ? null : Temporal.PlainDate.from(left).until(back, { largestUnit: 'days' }).days;
      return [{ ...provider, left, away, plans: (running.get(provider.id) ?? []).length }];
    });
  },
  layout: () => ({
    noun: ['provider', 'providers'],
    order: ({ returnDate, key }) => [returnDate, ...key],
    columns: [
      text('Name', 26, ({ name }) => name),
      text('Phone', 14, ({ phone }) => phone),
      date('Start Date', ({ startDate }) => startDate),
      date('Left on', ({ left }) => left),
      date('Return Date', ({ returnDate }) => returnDate),
      count('Days away', ({ away }) => away, { total: false, width: 10 }),
      count('Plans now', ({ plans }) => plans, { width: 10 }),
    ],
  }),
});
