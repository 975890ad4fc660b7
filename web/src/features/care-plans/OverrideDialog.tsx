import { checkOverrideRemark } from '@homecare/domain/care-plans/override.ts';
import { REMARKS_MAX } from '@homecare/domain/care-plans/rules.ts';
import type { Reason, Refusal } from '@homecare/domain/errors.ts';
import { Button, PasswordInput, Textarea } from '@mantine/core';
import { useId, useState } from 'react';
import { Dialog, SaveActions } from '../../ui/Dialog.tsx';
import { Note } from '../../ui/Note.tsx';
import classes from './OverrideDialog.module.css';
import type { Override } from './plan-state.ts';

interface OverrideDialogProps {
  readonly faults: readonly string[];
  /** Remarks of the plan: the remark is added to them. */
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
      {...(hasPassword && { onMain: onConfirm })}
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

const fieldError = (refusal: Refusal<Reason> | undefined, field: string) =>
  refusal?.errors.find((error) => error.field === field)?.message;

const Code = ({ remarks, refusal, saving, onSave, onCancel }: OverrideDialogProps) => {
  const [password, setPassword] = useState('');
  const [remark, setRemark] = useState('');
  const [tried, setTried] = useState(false);
  const [seen, setSeen] = useState<Refusal<Reason>>();
  // A wrong code is typed anew.
  if (refusal && refusal !== seen) {
    setSeen(refusal);
    setPassword('');
  }
  const counterId = useId();
  const left = REMARKS_MAX - remarks.trim().length - (remarks.trim() === '' ? 0 : 1) - remark.trim().length;
  const remarkError = checkOverrideRemark(remarks, remark)[0]?.message;
  const passwordError = password === '' ? 'The plan override password is required.' : undefined;
  const save = () => {
    setTried(true);
    if (!saving && !remarkError && !passwordError)
      onSave({ overridePassword: password, overrideRemark: remark.trim() });
  };
  const wrongPassword = fieldError(refusal, 'overridePassword');
  return (
    <Dialog
      opened
      title={TITLE}
      onClose={onCancel}
      onMain={save}
      actions={<SaveActions danger busy={saving} onCancel={onCancel} onSave={save} />}
    >
      <div className={classes.fields}>
        {refusal && !wrongPassword && !fieldError(refusal, 'overrideRemark') && (
          <Note tone="danger" live>
            {refusal.info}
          </Note>
        )}
        <PasswordInput
          label="Plan override password"
          required
          data-autofocus
          autoComplete="one-time-code"
          value={password}
          error={(password === '' && wrongPassword) || (tried && passwordError)}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Textarea
          label="Remark"
          required
          rows={3}
          value={remark}
          error={(tried && remarkError) || fieldError(refusal, 'overrideRemark')}
          aria-describedby={counterId}
          onChange={(event) => setRemark(event.currentTarget.value)}
        />
        <p className={classes.counter} id={counterId} data-over={left < 0 || undefined}>
          {left >= 0
            ? `Added to the remarks: ${left} of ${REMARKS_MAX} characters left`
            : `${-left} characters too many for the remarks`}
        </p>
      </div>
    </Dialog>
  );
};

/** An admin's way past time errors: a confirmation, then the password and a remark (docs/rules/care-plans.md, rule 21). */
export const OverrideDialog = (props: OverrideDialogProps) => {
  const [confirmed, setConfirmed] = useState(false);
  return confirmed ? <Code {...props} /> : <Confirm {...props} onConfirm={() => setConfirmed(true)} />;
};
