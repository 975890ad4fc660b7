import { countBy } from '@homecare/domain/reports/table.ts';
import { firstPaidDays } from '../card-queries.ts';
import { listPeople, listPlans } from '../queries.ts';
import { declarePage, PROVIDERS } from './declare.ts';
import { ALWAYS, activeOn, peopleWithSpans, runningPlans, stateOf, weekHours } from './facts.ts';

/** Providers who are active on a day, with their clients then. */
export const providersActive = declarePage({
  ...PROVIDERS,
  name: 'Providers Active',
  file: 'ProvidersActive',
  side: 'people',
  inputs: ['date'],
  rows: async ({ scope, parameters: { date: day } }) => {
    const [providers, plansOf] = await Promise.all([
      activeOn(scope, 'Provider', day),
      runningPlans(scope, 'providerId', day),
    ]);
    return providers.map((provider) => {
      const plans = plansOf(provider.id);
      const clients = new Set(plans.map(({ clientId }) => clientId)).size;
      return { ...provider, clients, hours: weekHours(plans, day) };
    });
  },
  order: ({ key }) => key,
  columns: ({ text, date, count, hours }) => [
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
});

/** Providers who returned in a range of days. */
export const providersReturn = declarePage({
  ...PROVIDERS,
  name: 'Providers Return',
  file: 'ProvidersReturn',
  side: 'people',
  inputs: ['dates'],
  rows: async ({ scope, today, parameters: { dateFrom, dateTo } }) => {
    const [providers, plansOf] = await Promise.all([
      peopleWithSpans(scope, 'Provider'),
      runningPlans(scope, 'providerId', today.toString()),
    ]);
    return providers.flatMap(({ spans, ...provider }) => {
      const back = provider.returnDate;
      if (back === null || back < dateFrom || back > dateTo) return [];
      const left =
        spans.map(({ until }) => until).findLast((until) => until !== null && until <= back) ?? null;
      const away =
        left === null ? null : Temporal.PlainDate.from(left).until(back, { largestUnit: 'days' }).days;
      return [{ ...provider, left, away, plans: plansOf(provider.id).length }];
    });
  },
  order: ({ returnDate, key }) => [returnDate, ...key],
  columns: ({ text, date, count }) => [
    text('Name', 26, ({ name }) => name),
    text('Phone', 14, ({ phone }) => phone),
    date('Start Date', ({ startDate }) => startDate),
    date('Left on', ({ left }) => left),
    date('Return Date', ({ returnDate }) => returnDate),
    count('Days away', ({ away }) => away, { total: false, width: 10 }),
    count('Plans now', ({ plans }) => plans, { width: 10 }),
  ],
});

/** Providers who started in a range of days, including archived ones. */
export const providersStart = declarePage({
  ...PROVIDERS,
  name: 'Providers Start',
  file: 'ProvidersStart',
  side: 'people',
  inputs: ['dates'],
  rows: async ({ scope, parameters: { dateFrom, dateTo } }) => {
    const providers = (await listPeople(scope, 'Provider')).filter(
      ({ startDate }) => startDate !== null && dateFrom <= startDate && startDate <= dateTo,
    );
    const ids = providers.map(({ id }) => id);
    const [plans, paid] = await Promise.all([listPlans(scope, ALWAYS), firstPaidDays(scope, ids)]);
    const plansOf = Map.groupBy(plans, ({ providerId }) => providerId);
    return providers.map((provider) => ({
      ...provider,
      firstPlan: (plansOf.get(provider.id) ?? []).map(({ StartDate }) => StartDate).toSorted()[0] ?? null,
      firstPaid: paid.get(provider.id) ?? null,
    }));
  },
  order: ({ startDate, key }) => [startDate, ...key],
  columns: ({ text, date }) => [
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
    countBy('Providers by state', 'State', rows, ({ isActive }) => (isActive ? 'Still active' : 'Left')),
  ],
});
