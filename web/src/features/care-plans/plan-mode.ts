import type { CarePlan } from '@homecare/domain/care-plans/schema.ts';
import type { PageState } from '../../platform/page-state.ts';

/**
 * What /careplan opens with (docs/rules/care-plans.md, rule 40). Mode and plan number are in the history state, so they
 * survive a reload and no personal data is in the URL.
 */
export const STORED_PLAN_MODES = ['Modify', 'Clone', 'Clone temp', 'Show'] as const;
export type StoredPlanMode = (typeof STORED_PLAN_MODES)[number];
/**
 * `result` is the name of a calculator result to prefill the new plan with. `request` is the open request that it fulfills,
 * with the provider chosen for it.
 */
export type PlanMode =
  | {
      readonly mode: 'Create';
      readonly result?: string;
      readonly request?: number;
      readonly provider?: number;
    }
  | { readonly mode: StoredPlanMode; readonly id: number };

export const CARE_PLAN = '/careplan';
export const OPEN_REQUESTS = '/openrequests';
export const NEW_PLAN = { mode: 'Create' } as const;
export const calculatedPlan = (result: string) => ({ ...NEW_PLAN, result }) as const;
export const requestedPlan = (request: number, provider?: number) =>
  ({ ...NEW_PLAN, request, ...(provider !== undefined && { provider }) }) as const;
export const storedPlan = (mode: StoredPlanMode, { id }: Pick<CarePlan, 'id'>) => ({ mode, id }) as const;

/** Undefined for anything else, which makes /careplan return to the list. */
export const readPlanMode = ({ mode, id, result, request, provider }: PageState): PlanMode | undefined => {
  if (mode === NEW_PLAN.mode) {
    if (typeof result === 'string') return calculatedPlan(result);
    return isId(request) ? requestedPlan(request, isId(provider) ? provider : undefined) : NEW_PLAN;
  }
  const stored = STORED_PLAN_MODES.find((one) => one === mode);
  return stored && isId(id) ? { mode: stored, id } : undefined;
};

const isId = (value: PageState[string] | undefined): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value > 0;

/** 'Clone temp' is enabled unless the source is deleted (docs/rules/care-plans.md, rule 27). */
export const mayCloneTemp = (plan: Pick<CarePlan, 'Status'>) => plan.Status !== 'Deleted';
