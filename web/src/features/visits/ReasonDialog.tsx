import { useState } from 'react';
import { Dialog, SaveActions } from '../../ui/Dialog.tsx';
import { FIRST_REASON, faultOf, type Reason, ReasonFields } from './ReasonFields.tsx';
import classes from './VisitDialogs.module.css';

interface ReasonDialogProps {
  readonly first?: Reason;
  readonly sending: boolean;
  readonly onSave: (reason: Reason) => void;
  readonly onCancel: () => void;
}

/** A change asks for its reason before it is saved (docs/rules/visits.md, rule 19). */
export const ReasonDialog = ({ first = FIRST_REASON, sending, onSave, onCancel }: ReasonDialogProps) => {
  const [reason, setReason] = useState(first);
  const [tried, setTried] = useState(false);
  const save = () => {
    setTried(true);
    if (!faultOf(reason, 'changeReason')) onSave(reason);
  };
  return (
    <Dialog
      opened
      title="Change visit reason"
      onClose={onCancel}
      onMain={save}
      actions={<SaveActions busy={sending} onCancel={onCancel} onSave={save} />}
    >
      <div className={classes.fields}>
        <ReasonFields value={reason} tried={tried} autoFocus onChange={setReason} />
      </div>
    </Dialog>
  );
};
