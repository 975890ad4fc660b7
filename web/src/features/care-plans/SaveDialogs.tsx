import { gapQuestion } from '@homecare/domain/care-plans/rules.ts';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { OverrideDialog } from './OverrideDialog.tsx';
import type { useSavePlan } from './use-save-plan.ts';

interface SaveDialogsProps {
  readonly saving: ReturnType<typeof useSavePlan>;
  readonly remarks: string;
  /** Whether the agency has a plan override password. */
  readonly hasPassword: boolean;
}

/** What a save may ask: about short gaps, about days that are over, and an admin about time errors. */
export const SaveDialogs = ({ saving, remarks, hasPassword }: SaveDialogsProps) => (
  <>
    <ConfirmDialog
      opened={saving.askedDays !== undefined}
      title="Short gaps between visits"
      confirmLabel="Continue"
      onConfirm={() => saving.answer(true)}
      onCancel={() => saving.answer(false)}
    >
      <p>{gapQuestion(saving.askedDays ?? [])}</p>
    </ConfirmDialog>
    <ConfirmDialog
      opened={saving.pastQuestion !== undefined}
      title="Change days that are over"
      confirmLabel="Save anyway"
      focusCancel
      onConfirm={() => saving.answerPast(true)}
      onCancel={() => saving.answerPast(false)}
    >
      <p>{saving.pastQuestion}</p>
    </ConfirmDialog>
    {saving.overriding && (
      <OverrideDialog
        faults={saving.overriding.faults}
        remarks={remarks}
        hasPassword={hasPassword}
        refusal={saving.overriding.refusal}
        saving={saving.saving}
        onSave={saving.override}
        onCancel={saving.cancelOverride}
      />
    )}
  </>
);
