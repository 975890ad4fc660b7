import type { CarePlan } from '@homecare/domain/care-plans/schema.ts';
import type { PageState } from '../../platform/page-state.ts';

/**
 * What /careplan is opened with (docs/rules/care-plans.md, rule 40). The mode and the plan's number are in history state:
 * they survive a reload and nothing personal is in the URL.
 */
export const STORED_PLAN_MODES = ['Modify', 'Clone', 'Clone temp', 'Show'] as const;
export type StoredPlanMode = (typeof STORED_PLAN_MODES)[number];
/**
 * `result`: the name of a calculator result that the new plan is filled with; `request`: the open request that it fills, and
 * the provider who was chosen for it.
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

/** Undefined for anything else; /careplan then goes back to the list. */
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

/** 'Clone temp' is enabled when the source is not Deleted (docs/rules/care-plans.md, rule 27). */
export const mayCloneTemp = (plan: Pick<CarePlan, 'Status'>) => plan.Status !== 'Deleted';
