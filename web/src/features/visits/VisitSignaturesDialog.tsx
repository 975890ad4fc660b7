import { SignaturesDialog } from '../signing/SignaturesDialog.tsx';
import type { VisitDialogProps } from './visit-dialog.ts';
import { dayText } from './visit-words.ts';

/** Lists who signed a visit. */
export const VisitSignaturesDialog = ({ visit, onClose }: VisitDialogProps) => (
  <SignaturesDialog
    subject={{ planId: visit.CareID, visitId: visit.id }}
    name={`visit of ${visit.ClientName}, ${dayText(visit.Date)}`}
    people={{ client: visit.ClientID, caregiver: visit.ProviderID }}
    onClose={onClose}
  />
);
