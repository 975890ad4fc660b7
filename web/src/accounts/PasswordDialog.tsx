import { changeOwnPassword } from '@homecare/domain/accounts/contract.ts';
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

/** Forced while the reset flag is 1: nothing else opens until the password is changed (part 1, section 4). */
export const PasswordDialog = ({ onChanged }: { readonly onChanged: () => void }) => {
  const formId = useId();
  const [password, setPassword] = useState('');
  const [confirmation, setConfirmation] = useState('');
  const [errors, setErrors] = useState<readonly FieldError[]>([]);
  const [banner, setBanner] = useState('');
  const [busy, setBusy] = useState(false);

  const save = async (event: FormEvent) => {
    event.preventDefault();
    const problems = checkNewPassword(password, confirmation);
    setErrors(problems);
    setBanner('');
    if (problems.length > 0 || busy) return;
    setBusy(true);
    const sent = await send(changeOwnPassword, { data: { password, resetPassword: false } });
    setBusy(false);
    if (!sent.ok) {
      setErrors(sent.errors);
      if (sent.errors.length === 0) setBanner(sent.info);
      return;
    }
    toast.success('Password changed');
    onChanged();
  };

  return (
    <Dialog
      opened
      forced
      title="Choose a new password"
      onClose={() => undefined}
      actions={
        <>
          <Button size="sm" onClick={() => void signOut()}>
            Logout
          </Button>
          <Button size="sm" variant="filled" type="submit" form={formId} loading={busy}>
            Change password
          </Button>
        </>
      }
    >
      <p>
        Your present password is a temporary one. It needs at least 6 characters with a number, a small and a
        capital letter.
      </p>
      <form id={formId} className={classes.form} onSubmit={(event) => void save(event)} noValidate>
        {banner && (
          <Note tone="danger" live>
            {banner}
          </Note>
        )}
        <PasswordInput
          label="New password"
          autoComplete="new-password"
          data-autofocus
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
