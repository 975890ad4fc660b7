import { checkOverrideRemark } from '@homecare/domain/care-plans/override.ts';
import { REMARKS_MAX } from '@homecare/domain/care-plans/rules.ts';
import type { Reason, Refusal } from '@homecare/domain/errors.ts';
import { Button, PasswordInput, Textarea } from '@mantine/core';
import { useId, useState } from 'react';
import { FormDialog } from '../../platform/form/FormDialog.tsx';
import { useAnswer } from '../../platform/form/use-answer.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Note } from '../../ui/Note.tsx';
import classes from './OverrideDialog.module.css';
import type { Override } from './plan-state.ts';

interface OverrideDialogProps {
  readonly faults: readonly string[];
  /** Remarks of the plan, to which the new remark is appended. */
  readonly remarks: string;
  /** Whether the agency has a plan override password. */
  readonly hasPassword: boolean;
  readonly refusal: Refusal<Reason> | undefined;
  readonly saving: boolean;
  readonly onSave: (override: Override) => void;
  readonly onCancel: () => void;
}

const TITLE = 'Save despite time errors?';

const Faults = ({ faults }: { readonly faults: readonly string[] }) => (
  <ul className={classes.faults}>
    {faults.map((fault) => (
      <li key={fault}>{fault}</li>
    ))}
  </ul>
);

const Confirm = (props: OverrideDialogProps & { readonly onConfirm: () => void }) => {
  const { faults, hasPassword, onCancel, onConfirm } = props;
  return (
    <Dialog
      opened
      title={TITLE}
      onClose={onCancel}
      actions={
        <>
          <Button size="sm" onClick={onCancel} data-autofocus>
            {hasPassword ? 'Cancel' : 'Close'}
          </Button>
          {hasPassword && (
            <Button size="sm" variant="filled" color="red" onClick={onConfirm}>
              Continue
            </Button>
          )}
        </>
      }
    >
      <p>
        {faults.length === 1 ? 'This plan has a time error:' : `This plan has ${faults.length} time errors:`}
      </p>
      <Faults faults={faults} />
      <Note tone={hasPassword ? 'info' : 'warn'}>
        {hasPassword
          ? 'Saving asks for the plan override password and a remark, and is recorded with your name.'
          : 'Saving needs the plan override password, which your agency has not set yet. An admin sets it in Configuration.'}
      </Note>
    </Dialog>
  );
};

const NO_PASSWORD = { field: 'overridePassword', message: 'The plan override password is required.' };

const Code = ({ remarks, refusal, saving, onSave, onCancel }: OverrideDialogProps) => {
  const counterId = useId();
  const answer = useAnswer<Override>({
    values: { overridePassword: '', overrideRemark: '' },
    check: ({ overridePassword, overrideRemark }) => [
      ...(overridePassword === '' ? [NO_PASSWORD] : []),
      ...checkOverrideRemark(remarks, overrideRemark),
    ],
    pending: saving,
    refused: refusal,
    // A wrong password must be typed again.
    cleared: () => ({ overridePassword: '' }),
    onAnswer: ({ overridePassword, overrideRemark }) =>
      onSave({ overridePassword, overrideRemark: overrideRemark.trim() }),
  });
  const remark = answer.values.overrideRemark.trim();
  const left = REMARKS_MAX - remarks.trim().length - (remarks.trim() === '' ? 0 : 1) - remark.length;
  return (
    <FormDialog save={answer} title={TITLE} danger plain onClose={onCancel}>
      <PasswordInput
        label="Plan override password"
        required
        data-autofocus
        autoComplete="one-time-code"
        {...answer.text('overridePassword')}
      />
      <Textarea
        label="Remark"
        required
        rows={3}
        aria-describedby={counterId}
        {...answer.text('overrideRemark')}
      />
      <p className={classes.counter} id={counterId} data-over={left < 0 || undefined}>
        {left >= 0
          ? `Added to the remarks: ${left} of ${REMARKS_MAX} characters left`
          : `${-left} characters too many for the remarks`}
      </p>
    </FormDialog>
  );
};

/** Lets an admin save despite time errors, with a confirmation, the password and a remark (docs/rules/care-plans.md, rule 21). */
export const OverrideDialog = (props: OverrideDialogProps) => {
  const [confirmed, setConfirmed] = useState(false);
  return confirmed ? <Code {...props} /> : <Confirm {...props} onConfirm={() => setConfirmed(true)} />;
};
