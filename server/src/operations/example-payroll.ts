import { OWN_LAYOUT } from '@homecare/domain/payroll/layouts.ts';
import { sum } from '@homecare/domain/sum.ts';
import { savePayRate } from '../payroll/rates.ts';
import { makeRun } from '../payroll/runs.ts';
import { payOfMonths } from '../payroll/service.ts';
import type { Scope } from '../platform/auth/scope.ts';
import type { ExamplePlan } from './example-plans.ts';

/** The pay category for private clients' hours, which an agency adds itself. */
export const PRIVATE_PAY = 'Private duty';
const PRIVATE_RATES = [23.5, 24, 25] as const;

/** Rates for the caregivers of private clients. */
export const privateRates = (plans: readonly ExamplePlan[]) =>
  [
    ...new Set(plans.flatMap(({ client, provider }) => (client.draft.PrivateClient ? [provider.id] : []))),
  ].map((id) => ({
    id,
    person: { providerPayRate: { [PRIVATE_PAY]: PRIVATE_RATES[id % PRIVATE_RATES.length] ?? 0 } },
  }));

/**
 * Shows a new user what payroll looks like: the first half of a month is exported, then the caregiver with the most overtime gets a
 * raise from a day in that half. So the next run pays the second half and has a correction.
 */
export const addExamplePayroll = async (scope: Scope, month: string): Promise<void> => {
  const run = await makeRun(scope, { month, half: '1' }, OWN_LAYOUT);
  if (!run.ok) return;
  const pay = await payOfMonths(scope, { from: month, to: month, group: 'all' });
  const hoursOf = ({ overtime }: (typeof pay)[number]) => sum((overtime ?? []).map(({ hours }) => hours));
  const [busiest] = pay.toSorted((a, b) => hoursOf(b) - hoursOf(a));
  const line = busiest?.lines.find(({ rate }) => rate !== null);
  if (!busiest || !line?.category || line.rate === null) return;
  await savePayRate(scope, {
    id: busiest.provider.id,
    category: line.category,
    validFrom: `${month}-08`,
    rate: line.rate + 100,
    was: null,
  });
};
