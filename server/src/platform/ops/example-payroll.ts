import { OWN_LAYOUT } from '@homecare/domain/payroll/layouts.ts';
import { savePayRate } from '../../payroll/rates.ts';
import { makeRun } from '../../payroll/runs.ts';
import { payOfMonths } from '../../payroll/service.ts';
import type { Scope } from '../auth/scope.ts';

/**
 * What a newcomer should see of payroll: the first half of a month is exported, then whoever has most overtime gets a raise from a
 * day of that half on. So the next run pays the second half and has a correction.
 */
export const addExamplePayroll = async (scope: Scope, month: string): Promise<void> => {
  const run = await makeRun(scope, { month, halves: [0] }, OWN_LAYOUT);
  if (!run.ok) return;
  const pay = await payOfMonths(scope, { from: month, to: month, group: 'all' });
  const hoursOf = ({ overtime }: (typeof pay)[number]) =>
    (overtime ?? []).reduce((sum, { hours }) => sum + hours, 0);
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
