import type { CarePlan } from '@homecare/domain/care-plans/schema.ts';
import {
  downloadSaved,
  LINK_REVOKED,
  listSaved,
  readProgress,
  revokeLink as revokeLinkCall,
  saveCarePlan,
  saveTimesheet,
} from '@homecare/domain/plan-documents/contract.ts';
import { openForm } from '../../platform/open-form.ts';
import { markStale, useRead } from '../../platform/query.ts';
import { send } from '../../platform/send.ts';
import { toast } from '../../platform/toasts.ts';
import { type PrintChoice, timesheetInput } from './open-plan-document.ts';

/** A care plan, or the timesheet of a month, of one plan. */
export type PlanDocument = { readonly kind: 'CP' } | { readonly kind: 'TS'; readonly choice: PrintChoice };

/** Keeps a copy and makes the link to it. */
export const savePlanDocument = async ({ id }: Pick<CarePlan, 'id'>, document: PlanDocument) => {
  const sent =
    document.kind === 'CP'
      ? await send(saveCarePlan, { id, save: '1' })
      : await send(saveTimesheet, {
          id,
          ...timesheetInput(document.choice),
          group: '',
          excluded: 'all',
          showTemp: false,
          save: '1',
        });
  if (sent.ok) void markStale(listSaved);
  return sent;
};

const SECOND = 1000;

export const useProgress = (run: string, isRunning: boolean) =>
  useRead(readProgress, { run }, { staleTime: 0, ...(isRunning && { every: SECOND }) });

/** Whose saved copies: of one plan, or of all plans of a person. */
export type SavedOf = { readonly planId: number } | { readonly personId: number };

export const useSaved = (of: SavedOf) => useRead(listSaved, of, { staleTime: 0 });

export const openSaved = (id: number) => openForm(downloadSaved, { id });

export const revokeLink = async (id: number) => {
  const sent = await send(revokeLinkCall, { id });
  if (sent.ok) toast.success(LINK_REVOKED);
  else toast.error(sent.info);
  void markStale(listSaved);
  return sent;
};
