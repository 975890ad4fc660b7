import { updateAccount } from '@homecare/domain/accounts/contract.ts';
import { checkNewPassword } from '@homecare/domain/accounts/rules.ts';
import type { FieldError } from '@homecare/domain/errors.ts';
import { Button, PasswordInput } from '@mantine/core';
import { type FormEvent, useId, useState } from 'react';
import { send } from '../shell/send.ts';
import { signOut } from '../shell/sign-out.ts';
import { toast } from '../shell/toasts.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { Note } from '../ui/Note.tsx';
import classes from './accounts.module.css';

const messageOf = (errors: readonly FieldError[], field: string) =>
  errors.find((error) => error.field === field)?.message;

const RULE = 'It needs at least 6 characters with a number, a small and a capital letter.';

interface PasswordDialogProps {
  /** With the new password. */
  readonly onChanged: (password: string) => void;
  /**
   * Set: whoever wants another password may also leave it, and says the present one. Without it the dialog is forced, while
   * the reset flag is 1: nothing else opens until the password is changed (part 1, section 4).
   */
  readonly onClose?: () => void;
}

export const PasswordDialog = ({ onChanged, onClose }: PasswordDialogProps) => {
  const formId = useId();
  const [present, setPresent] = useState('');
  const [password, setPassword] = useState('');
  const [confirmation, setConfirmation] = useState('');
  const [errors, setErrors] = useState<readonly FieldError[]>([]);
  const [banner, setBanner] = useState('');
  const [busy, setBusy] = useState(false);

  const save = async (event: FormEvent) => {
    event.preventDefault();
    const missing =
      onClose && present === '' ? [{ field: 'oldPassword', message: 'Enter your present password' }] : [];
    const problems = [...missing, ...checkNewPassword(password, confirmation)];
    setErrors(problems);
    setBanner('');
    if (problems.length > 0 || busy) return;
    setBusy(true);
    const sent = await send(updateAccount, {
      data: { password, resetPassword: false, ...(onClose && { oldPassword: present }) },
    });
    setBusy(false);
    if (!sent.ok) {
      setErrors(sent.errors);
      if (sent.errors.length === 0) setBanner(sent.info);
      return;
    }
    toast.success('Password changed');
    onChanged(password);
  };

  return (
    <Dialog
      opened
      forced={!onClose}
      title={onClose ? 'Change password' : 'Choose a new password'}
      onClose={() => onClose?.()}
      actions={
        <>
          <Button size="sm" onClick={() => (onClose ? onClose() : void signOut())}>
            {onClose ? 'Cancel' : 'Logout'}
          </Button>
          <Button size="sm" variant="filled" type="submit" form={formId} loading={busy}>
            Change password
          </Button>
        </>
      }
    >
      <p>
        {onClose
          ? `${RULE} You are signed out everywhere else.`
          : `Your present password is a temporary one. ${RULE}`}
      </p>
      <form id={formId} className={classes.form} onSubmit={(event) => void save(event)} noValidate>
        {banner && (
          <Note tone="danger" live>
            {banner}
          </Note>
        )}
        {onClose && (
          <PasswordInput
            label="Present password"
            autoComplete="current-password"
            data-autofocus
            size="sm"
            value={present}
            error={messageOf(errors, 'oldPassword')}
            visibilityToggleButtonProps={{ 'aria-label': 'Show present password' }}
            onChange={(event) => setPresent(event.currentTarget.value)}
          />
        )}
        <PasswordInput
          label="New password"
          autoComplete="new-password"
          {...(!onClose && { 'data-autofocus': true })}
          size="sm"
          value={password}
          error={messageOf(errors, 'password')}
          visibilityToggleButtonProps={{ 'aria-label': 'Show new password' }}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <PasswordInput
          label="Confirm password"
          autoComplete="new-password"
          size="sm"
          value={confirmation}
          error={messageOf(errors, 'confirmation')}
          visibilityToggleButtonProps={{ 'aria-label': 'Show confirmation' }}
          onChange={(event) => setConfirmation(event.currentTarget.value)}
        />
      </form>
    </Dialog>
  );
};
