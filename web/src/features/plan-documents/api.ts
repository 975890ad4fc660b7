import {
  downloadSaved,
  LINK_REVOKED,
  listSaved,
  readProgress,
  revokeLink,
  saveCarePlan,
  saveTimesheet,
} from '@homecare/domain/plan-documents/contract.ts';
import { openForm } from '../../platform/open-form.ts';
import { useRead } from '../../platform/query.ts';
import { toast } from '../../platform/toasts.ts';
import type { PrintChoice } from './open-plan-document.ts';

/** A care plan, or the timesheet of a month, of one plan. */
export type PlanDocument = { readonly kind: 'CP' } | { readonly kind: 'TS'; readonly choice: PrintChoice };

/** Each keeps a copy and makes the link to it. */
export const SAVE_CARE_PLAN = { call: saveCarePlan, changes: [listSaved] } as const;
export const SAVE_TIMESHEET = { call: saveTimesheet, changes: [listSaved] } as const;

const SECOND = 1000;

export const useProgress = (run: string) => useRead(readProgress, { run }, { staleTime: 0, every: SECOND });

/** Whose saved copies: of one plan, or of all plans of a person. */
export type SavedOf = { readonly planId: number } | { readonly personId: number };

export const useSaved = (of: SavedOf) => useRead(listSaved, of, { staleTime: 0 });

export const openSaved = (id: number) => openForm(downloadSaved, { id });

export const REVOKE_LINK = {
  call: revokeLink,
  changes: [listSaved],
  onDone: () => toast.success(LINK_REVOKED),
} as const;
