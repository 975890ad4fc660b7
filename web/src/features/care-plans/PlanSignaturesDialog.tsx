import { SignaturesDialog } from '../signing/SignaturesDialog.tsx';
import type { PlanDialogProps } from './plan-dialog.ts';
import { planName } from './plan-words.ts';

/** Lists who signed a care plan. */
export const PlanSignaturesDialog = ({ plan, onClose }: PlanDialogProps) => (
  <SignaturesDialog
    subject={{ planId: plan.id, visitId: null }}
    name={planName(plan)}
    people={{ client: plan.ClientID, caregiver: plan.ProviderID }}
    onClose={onClose}
  />
);
