import type { Weekday } from '@homecare/domain/calendar.ts';
import type { ReasonOf } from '@homecare/domain/call.ts';
import type { PlanChange } from '@homecare/domain/care-plans/change.ts';
import {
  getCarePlans,
  getTypes,
  insertCarePlan,
  listCarePlans,
  readCarePlan,
  updateCarePlan,
} from '@homecare/domain/care-plans/contract.ts';
import { EVV_CREATED, PLAN_CREATED } from '@homecare/domain/care-plans/moves.ts';
import type { PlanDraft } from '@homecare/domain/care-plans/rules.ts';
import type { CarePlan, PlanWeek } from '@homecare/domain/care-plans/schema.ts';
import { done } from '@homecare/domain/errors.ts';
import { getEvvList, getEvvProvider } from '@homecare/domain/visits/contract.ts';
import { useQuery } from '@tanstack/react-query';
import type { Sent } from '../../platform/answer.ts';
import { markStale, queryClient, readQuery, useRead } from '../../platform/query.ts';
import { send } from '../../platform/send.ts';

const MINUTE = 60_000;

/** What a save of the form may be refused for. */
export type PlanReason = ReasonOf<typeof updateCarePlan>;

/** What an admin gives to save despite time errors. */
export interface Override {
  readonly overridePassword: string;
  readonly overrideRemark: string;
}

export interface SaveOptions {
  readonly approvedDays: Weekday[];
  readonly override?: Override;
  /** The user knows that days are changed on which something was done. */
  readonly pastApproved?: true;
}

/** What is told after a save, in this order. */
export interface Saved {
  readonly messages: readonly string[];
  /** Of a plan that was modified. */
  readonly rev?: number;
}

export const useTypes = () => useRead(getTypes, {}, { staleTime: 5 * MINUTE });

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

/** One plan as it is now; it does not change under the hand of who types. */
const byId = (id: number) => ({
  ...readQuery(readCarePlan, { id }),
  queryKey: ['carePlans.opened', id] as const,
});
export const usePlan = (id: number) =>
  useQuery({
    ...byId(id),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

/** Undefined when it cannot be read now, or is there no more. */
export const readPlanAgain = (id: number) =>
  queryClient.fetchQuery({ ...byId(id), staleTime: 0, gcTime: 0 }).catch(() => undefined);

const plansChanged = () => void markStale(getCarePlans, listCarePlans, getEvvList, getEvvProvider);

interface NewPlan {
  readonly draft: PlanDraft;
  readonly week: PlanWeek;
}

export const createCarePlan = async (
  { draft, week }: NewPlan,
  { approvedDays, override }: SaveOptions,
  key: string,
): Promise<Sent<Saved, PlanReason>> => {
  const data = { ...draft, isTemporary: draft.coversPlanId !== null, week, approvedDays, ...override };
  const sent = await send(insertCarePlan, { data }, { key });
  if (!sent.ok) return sent;
  plansChanged();
  return done({ messages: [PLAN_CREATED, ...(sent.data.visits.created > 0 ? [EVV_CREATED] : [])] });
};

/** `rev` is that of the plan as it was opened: one that somebody else changed meanwhile is not written over. */
export const modifyCarePlan = async (
  { id, rev }: Pick<CarePlan, 'id' | 'rev'>,
  change: PlanChange,
  { approvedDays, override, pastApproved }: SaveOptions,
): Promise<Sent<Saved, PlanReason>> => {
  const options = { approvedDays, ...override, ...(pastApproved && { pastApproved }) };
  const sent = await send(updateCarePlan, { id, data: { ...change, rev, ...options } });
  if (!sent.ok) return sent;
  plansChanged();
  return done(
    'messages' in sent.data ? { messages: sent.data.messages, rev: sent.data.rev } : { messages: [] },
  );
};
