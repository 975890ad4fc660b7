import { ACCOUNT_LIMITS, checkTemporaryPassword, PASSWORD_RESET } from '@homecare/domain/accounts/rules.ts';
import type { Account } from '@homecare/domain/accounts/schema.ts';
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useId, useState } from 'react';
import { toast } from '../../platform/toasts.ts';
import { Dialog, SaveActions } from '../../ui/Dialog.tsx';
import { Note } from '../../ui/Note.tsx';
import classes from './accounts.module.css';
import { newTemporaryPassword, resetPassword } from './api.ts';
import { endOfTemporary } from './password-state.ts';

interface ResetPasswordDialogProps {
  readonly account: Account;
  readonly zone: string;
  readonly onClose: () => void;
}

/** A new temporary password of an account (docs/rules/accounts.md, rule 4). */
export const ResetPasswordDialog = ({ account, zone, onClose }: ResetPasswordDialogProps) => {
  const formId = useId();
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  const [refusal, setRefusal] = useState('');
  const [until, setUntil] = useState<string>();
  const [busy, setBusy] = useState(false);
  const put = (next: string) => {
    setPassword(next);
    setError(undefined);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setRefusal('');
    const fault = checkTemporaryPassword(password)[0]?.message;
    setError(fault);
    if (fault) return;
    setBusy(true);
    const sent = await resetPassword(account.id, password, account.rev);
    setBusy(false);
    if (sent.ok) {
      toast.success(PASSWORD_RESET);
      return setUntil(endOfTemporary(zone));
    }
    const ofField = sent.errors.find(({ field }) => field === 'password')?.message;
    if (ofField) setError(ofField);
    else setRefusal(sent.info);
  };
  const title = `Reset the password of ${account.full_name}`;
  if (until)
    return (
      <Dialog
        opened
        title={title}
        onClose={onClose}
        actions={
          <Button size="sm" variant="filled" data-autofocus onClick={onClose}>
            Close
          </Button>
        }
      >
        <Note tone="ok">
          {account.login} signs in with <span className={classes.secret}>{password}</span> until {until}, and
          then chooses another password.
        </Note>
      </Dialog>
    );
  return (
    <Dialog
      opened
      title={title}
      onClose={onClose}
      actions={<SaveActions label="Submit" busy={busy} onCancel={onClose} onSave={{ form: formId }} />}
    >
      <p>
        This signs the account out everywhere. The password works for 72 hours, and must be changed at the
        next sign-in.
      </p>
      <form id={formId} className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
        {refusal && (
          <Note tone="danger" live>
            {refusal}
          </Note>
        )}
        <div className={classes.withButton}>
          <TextInput
            label="New temporary password"
            required
            data-autofocus
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            size="sm"
            maxLength={ACCOUNT_LIMITS.password}
            value={password}
            error={error}
            onChange={(event) => put(event.currentTarget.value)}
          />
          <Button size="sm" onClick={() => put(newTemporaryPassword())}>
            Make one
          </Button>
        </div>
      </form>
    </Dialog>
  );
};
