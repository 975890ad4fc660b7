import { checkNewPassword } from '@homecare/domain/accounts/rules.ts';
import { SAVED } from '@homecare/domain/plan-types/rules.ts';
import { Button, Group, PasswordInput } from '@mantine/core';
import { useState } from 'react';
import { FormDialog } from '../../platform/form/FormDialog.tsx';
import { RemoveDialog } from '../../platform/form/RemoveDialog.tsx';
import { useSave } from '../../platform/form/use-save.ts';
import { toast } from '../../platform/toasts.ts';
import { SET_OVERRIDE } from './api.ts';
import classes from './config.module.css';

const SetPassword = ({ onClose }: { readonly onClose: () => void }) => {
  const save = useSave({
    ...SET_OVERRIDE,
    values: { password: '', confirmation: '' },
    input: ({ password }) => ({ password }),
    check: ({ password, confirmation }) => checkNewPassword(password, confirmation),
    onSaved: () => {
      toast.success(SAVED);
      onClose();
    },
  });
  return (
    <FormDialog
      save={save}
      title="Plan override password"
      onClose={onClose}
      intro={
        <p className={classes.hint}>
          At least 6 characters with a number, a lowercase and an uppercase letter. Nobody can read it
          afterward.
        </p>
      }
    >
      <PasswordInput
        label="New override password"
        autoComplete="new-password"
        data-autofocus
        size="sm"
        visibilityToggleButtonProps={{ 'aria-label': 'Show new password' }}
        {...save.text('password')}
      />
      <PasswordInput
        label="Confirm password"
        autoComplete="new-password"
        size="sm"
        visibilityToggleButtonProps={{ 'aria-label': 'Show confirmation' }}
        {...save.text('confirmation')}
      />
    </FormDialog>
  );
};

/** Says whether an override password is set, with buttons to set, change and remove it. */
export const OverridePassword = ({ isSet }: { readonly isSet: boolean }) => {
  const [step, setStep] = useState<'set' | 'remove'>();
  const close = () => setStep(undefined);
  return (
    <>
      <p className={classes.hint}>
        An admin may save a care plan over its time errors with this password and a remark.{' '}
        {isSet ? 'One is set.' : 'None is set, so no time error can be overridden.'}
      </p>
      <Group gap="10px 16px">
        <Button onClick={() => setStep('set')}>{isSet ? 'Change password' : 'Set password'}</Button>
        {isSet && (
          <Button color="red" onClick={() => setStep('remove')}>
            Remove password
          </Button>
        )}
      </Group>
      {step === 'set' && <SetPassword onClose={close} />}
      {step === 'remove' && (
        <RemoveDialog
          {...SET_OVERRIDE}
          title="Remove the plan override password"
          input={{ password: null }}
          onDone={() => toast.success(SAVED)}
          onClose={close}
        >
          No care plan with time errors can be saved until another one is set.
        </RemoveDialog>
      )}
    </>
  );
};
