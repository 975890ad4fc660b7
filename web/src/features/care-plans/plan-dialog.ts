import type { PlanListRow } from '@homecare/domain/care-plans/schema.ts';

/** What every dialog of the care plan list is opened with. */
export interface PlanDialogProps {
  readonly plan: PlanListRow;
  readonly onClose: () => void;
}
