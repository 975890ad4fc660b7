import { checkNewPassword } from '@homecare/domain/accounts/rules.ts';
import type { FieldError } from '@homecare/domain/errors.ts';
import { SAVED } from '@homecare/domain/plan-types/rules.ts';
import { Button, PasswordInput } from '@mantine/core';
import { useState } from 'react';
import { toast } from '../../platform/toasts.ts';
import { ConfirmDialog, Dialog, SaveActions } from '../../ui/Dialog.tsx';
import { RefusalNote } from '../../ui/form.tsx';
import { setOverridePassword } from './api.ts';
import classes from './config.module.css';

const SetPassword = ({ onClose }: { readonly onClose: () => void }) => {
  const [password, setPassword] = useState('');
  const [confirmation, setConfirmation] = useState('');
  const [errors, setErrors] = useState<readonly FieldError[]>([]);
  const [refusal, setRefusal] = useState<string>();
  const [busy, setBusy] = useState(false);
  const save = async () => {
    if (busy) return;
    const found = checkNewPassword(password, confirmation);
    setErrors(found);
    setRefusal(undefined);
    if (found.length > 0) return;
    setBusy(true);
    const sent = await setOverridePassword(password);
    setBusy(false);
    if (sent.ok) {
      toast.success(SAVED);
      return onClose();
    }
    setErrors(sent.errors);
    if (sent.errors.length === 0) setRefusal(sent.info);
  };
  const errorOf = (field: string) => errors.find((error) => error.field === field)?.message;
  return (
    <Dialog
      opened
      title="Plan override password"
      onClose={onClose}
      onMain={() => void save()}
      actions={<SaveActions busy={busy} onCancel={onClose} onSave={() => void save()} />}
    >
      <div className={classes.form}>
        <p className={classes.hint}>
          At least 6 characters with a number, a small and a capital letter. Nobody can read it afterwards.
        </p>
        <RefusalNote info={refusal} />
        <PasswordInput
          label="New override password"
          autoComplete="new-password"
          data-autofocus
          size="sm"
          value={password}
          error={errorOf('password')}
          visibilityToggleButtonProps={{ 'aria-label': 'Show new password' }}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <PasswordInput
          label="Confirm password"
          autoComplete="new-password"
          size="sm"
          value={confirmation}
          error={errorOf('confirmation')}
          visibilityToggleButtonProps={{ 'aria-label': 'Show confirmation' }}
          onChange={(event) => setConfirmation(event.currentTarget.value)}
        />
      </div>
    </Dialog>
  );
};

/** Whether an override password is set, and the buttons to set, change and remove it. */
export const OverridePassword = ({ isSet }: { readonly isSet: boolean }) => {
  const [step, setStep] = useState<'set' | 'remove'>();
  const [busy, setBusy] = useState(false);
  const close = () => setStep(undefined);
  const remove = async () => {
    if (busy) return;
    setBusy(true);
    const sent = await setOverridePassword(null);
    setBusy(false);
    if (sent.ok) toast.success(SAVED);
    else toast.error(sent.info);
    close();
  };
  return (
    <>
      <p className={classes.hint}>
        An admin may save a care plan over its time errors with this password and a remark.{' '}
        {isSet ? 'One is set.' : 'None is set, so no time error can be overridden.'}
      </p>
      <div className={classes.row}>
        <Button onClick={() => setStep('set')}>{isSet ? 'Change password' : 'Set password'}</Button>
        {isSet && (
          <Button color="red" onClick={() => setStep('remove')}>
            Remove password
          </Button>
        )}
      </div>
      {step === 'set' && <SetPassword onClose={close} />}
      {step === 'remove' && (
        <ConfirmDialog
          opened
          title="Remove the plan override password"
          confirmLabel="Remove"
          danger
          focusCancel
          busy={busy}
          onConfirm={() => void remove()}
          onCancel={close}
        >
          <p>No care plan with time errors can be saved until another one is set.</p>
        </ConfirmDialog>
      )}
    </>
  );
};
