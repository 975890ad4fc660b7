import { gapQuestion } from '@homecare/domain/care-plans/rules.ts';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { JustifyDialog } from '../authorizations/JustifyDialog.tsx';
import { OverrideDialog } from './OverrideDialog.tsx';
import type { SavingPlan } from './use-save-plan.ts';

interface SaveDialogsProps {
  readonly saving: SavingPlan;
  readonly remarks: string;
  /** Whether the agency has a plan override password. */
  readonly hasPassword: boolean;
}

/** Questions before saving: about short gaps, past days and limits, and for admins about time errors. */
export const SaveDialogs = ({ saving, remarks, hasPassword }: SaveDialogsProps) => {
  const { question, pending, answer, override, justify } = saving;
  return (
    <>
      <ConfirmDialog
        opened={question?.about === 'gaps'}
        title="Short gaps between visits"
        confirmLabel="Continue"
        onConfirm={() => answer(true)}
        onCancel={() => answer(false)}
      >
        <p>{gapQuestion(question?.about === 'gaps' ? question.plan.gapDays : [])}</p>
      </ConfirmDialog>
      <ConfirmDialog
        opened={question?.about === 'past'}
        title="Change days that are over"
        confirmLabel="Save anyway"
        focusCancel
        onConfirm={() => answer(true)}
        onCancel={() => answer(false)}
      >
        <p>{question?.about === 'past' && question.words}</p>
      </ConfirmDialog>
      {question?.about === 'limits' && (
        <JustifyDialog
          exceeded={question.exceeded}
          label="Save"
          busy={pending}
          onJustify={justify}
          onCancel={() => answer(false)}
        />
      )}
      {question?.about === 'override' && (
        <OverrideDialog
          faults={question.faults}
          remarks={remarks}
          hasPassword={hasPassword}
          refusal={question.refusal}
          saving={pending}
          onSave={override}
          onCancel={() => answer(false)}
        />
      )}
    </>
  );
};
