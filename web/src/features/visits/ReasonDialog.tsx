import { FormDialog } from '../../platform/form/FormDialog.tsx';
import { useAnswer } from '../../platform/form/use-answer.ts';
import { checkReason, FIRST_REASON, type Reason, ReasonFields } from './ReasonFields.tsx';

interface ReasonDialogProps {
  readonly first?: Reason;
  readonly sending: boolean;
  readonly onSave: (reason: Reason) => void;
  readonly onCancel: () => void;
}

/** Asks for the reason of a change before saving (docs/rules/visits.md, rule 19). */
export const ReasonDialog = ({ first = FIRST_REASON, sending, onSave, onCancel }: ReasonDialogProps) => {
  const answer = useAnswer({ values: first, check: checkReason, pending: sending, onAnswer: onSave });
  return (
    <FormDialog save={answer} title="Change visit reason" onClose={onCancel}>
      <ReasonFields code={answer.box('code')} memo={answer.text('memo')} autoFocus />
    </FormDialog>
  );
};
