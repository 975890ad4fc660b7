import type { Weekday } from '@homecare/domain/calendar.ts';
import { getCarePlans, getTypes, insertCarePlan } from '@homecare/domain/care-plans/contract.ts';
import type { PlanDraft } from '@homecare/domain/care-plans/rules.ts';
import type { PlanWeek } from '@homecare/domain/care-plans/schema.ts';
import { getEvvList, getEvvProvider } from '@homecare/domain/visits/contract.ts';
import { markStale, useRead } from '../shell/query.ts';
import { send } from '../shell/send.ts';

const MINUTE = 60_000;

export const useTypes = () => useRead(getTypes, {}, { staleTime: 5 * MINUTE });

/** The active plans; a plan asked for by its ID whatever its status, since a notice may lead to an archived one. */
export const useListedPlans = (id: string | undefined) =>
  useRead(getCarePlans, {
    filters:
      id === undefined
        ? [{ field: 'Status', op: '=', value: 'Active' }]
        : [
            { field: 'ID', op: '=', value: id },
            { field: 'Status', op: '!', value: 'Deleted' },
          ],
  });

/** Every plan of one person that a new one could meet. */
export const usePlansOf = (field: 'ProviderID' | 'ClientID', id: number | null) =>
  useRead(
    getCarePlans,
    {
      filters: [
        { field, op: '=', value: String(id) },
        { field: 'Status', op: '!', value: 'Deleted' },
      ],
    },
    { enabled: id !== null },
  );

/** Someone else may have saved a plan meanwhile. */
export const refreshPlans = () => markStale(getCarePlans);

export interface NewPlan {
  readonly draft: PlanDraft;
  readonly week: PlanWeek;
  readonly approvedDays: Weekday[];
}

/** `key` is the same for every try to save the same content. */
export const createCarePlan = async ({ draft, week, approvedDays }: NewPlan, key: string) => {
  const sent = await send(
    insertCarePlan,
    { data: { ...draft, covid: draft.covidBy !== null, json: week, approvedDays } },
    { key },
  );
  if (sent.ok) void markStale(getCarePlans, getEvvList, getEvvProvider);
  return sent;
};
