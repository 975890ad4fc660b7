import type { PlanListRow } from '@homecare/domain/care-plans/schema.ts';

/** Properties of all dialogs of the care plan list. */
export interface PlanDialogProps {
  readonly plan: PlanListRow;
  readonly onClose: () => void;
}
