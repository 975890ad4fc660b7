import { updateAccount } from '@homecare/domain/accounts/contract.ts';
import { checkNewPassword, PASSWORD_LENGTHS } from '@homecare/domain/accounts/rules.ts';
import type { FieldError } from '@homecare/domain/errors.ts';
import { Button, PasswordInput } from '@mantine/core';
import { type FormEvent, useId, useState } from 'react';
import { send } from '../../platform/send.ts';
import { signOut } from '../../platform/sign-out.ts';
import { useCapabilities } from '../../platform/site.ts';
import { toast } from '../../platform/toasts.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Note } from '../../ui/Note.tsx';
import classes from './accounts.module.css';
import { useAccountWords } from './words.ts';

interface PasswordDialogProps {
  /** With the new password. */
  readonly onChanged: (password: string) => void;
  /**
   * Set: whoever wants another password may also leave it, and says the present one. Without it the dialog is forced, while the
   * reset flag is 1: nothing else opens until the password is changed (docs/rules/accounts.md, rule 4).
   */
  readonly onClose?: () => void;
}

export const PasswordDialog = ({ onChanged, onClose }: PasswordDialogProps) => {
  const { words, said } = useAccountWords();
  const { passwordLength = PASSWORD_LENGTHS.off } = useCapabilities() ?? {};
  const rule = words.rule(passwordLength || PASSWORD_LENGTHS.specified);
  const formId = useId();
  const [present, setPresent] = useState('');
  const [password, setPassword] = useState('');
  const [confirmation, setConfirmation] = useState('');
  const [errors, setErrors] = useState<readonly FieldError[]>([]);
  const [banner, setBanner] = useState('');
  const [busy, setBusy] = useState(false);

  const errorOf = (field: string) => {
    const message = errors.find((error) => error.field === field)?.message;
    return message && said(message);
  };

  const save = async (event: FormEvent) => {
    event.preventDefault();
    const missing = onClose && present === '' ? [{ field: 'oldPassword', message: words.enterPresent }] : [];
    const problems = [...missing, ...checkNewPassword(password, confirmation, passwordLength)];
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
    toast.success(words.passwordChanged);
    onChanged(password);
  };

  return (
    <Dialog
      opened
      forced={!onClose}
      title={onClose ? words.changePassword : words.chooseNewPassword}
      onClose={() => onClose?.()}
      actions={
        <>
          <Button size="sm" onClick={() => (onClose ? onClose() : void signOut())}>
            {onClose ? words.cancel : words.logout}
          </Button>
          <Button size="sm" variant="filled" type="submit" form={formId} loading={busy}>
            {words.changePassword}
          </Button>
        </>
      }
    >
      <p>{onClose ? `${rule} ${words.signedOutElsewhere}` : `${words.isTemporary} ${rule}`}</p>
      <form id={formId} className={classes.form} onSubmit={(event) => void save(event)} noValidate>
        {banner && (
          <Note tone="danger" live>
            {said(banner)}
          </Note>
        )}
        {onClose && (
          <PasswordInput
            label={words.presentPassword}
            autoComplete="current-password"
            data-autofocus
            size="sm"
            value={present}
            error={errorOf('oldPassword')}
            visibilityToggleButtonProps={{ 'aria-label': words.showPresent }}
            onChange={(event) => setPresent(event.currentTarget.value)}
          />
        )}
        <PasswordInput
          label={words.newPassword}
          autoComplete="new-password"
          {...(!onClose && { 'data-autofocus': true })}
          size="sm"
          value={password}
          error={errorOf('password')}
          visibilityToggleButtonProps={{ 'aria-label': words.showNew }}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <PasswordInput
          label={words.confirmPassword}
          autoComplete="new-password"
          size="sm"
          value={confirmation}
          error={errorOf('confirmation')}
          visibilityToggleButtonProps={{ 'aria-label': words.showConfirmation }}
          onChange={(event) => setConfirmation(event.currentTarget.value)}
        />
      </form>
    </Dialog>
  );
};
