import { ACCOUNT_LIMITS, checkTemporaryPassword, PASSWORD_RESET } from '@homecare/domain/accounts/rules.ts';
import type { Account } from '@homecare/domain/accounts/schema.ts';
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { FormDialog } from '../../platform/form/FormDialog.tsx';
import { useSave } from '../../platform/form/use-save.ts';
import { toast } from '../../platform/toasts.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Note } from '../../ui/Note.tsx';
import classes from './accounts.module.css';
import { newTemporaryPassword, RESET_PASSWORD } from './api.ts';
import { endOfTemporary } from './password-state.ts';

interface ResetPasswordDialogProps {
  readonly account: Account;
  readonly zone: string;
  readonly onClose: () => void;
}

/** Gives an account a new temporary password (docs/rules/accounts.md, rule 4). */
export const ResetPasswordDialog = ({ account, zone, onClose }: ResetPasswordDialogProps) => {
  const [until, setUntil] = useState<string>();
  const save = useSave({
    ...RESET_PASSWORD,
    values: { password: '' },
    rev: account.rev,
    input: ({ password }, rev) => ({ id: account.id, data: { password, resetPassword: true, rev } }),
    check: ({ password }) => checkTemporaryPassword(password),
    onSaved: () => {
      toast.success(PASSWORD_RESET);
      setUntil(endOfTemporary(zone));
    },
  });
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
          {account.login} signs in with <span className={classes.secret}>{save.values.password}</span> until{' '}
          {until}, and then chooses another password.
        </Note>
      </Dialog>
    );
  return (
    <FormDialog
      save={save}
      title={title}
      label="Submit"
      onClose={onClose}
      intro={
        <p>
          This signs the account out everywhere. The password works for 72 hours, and must be changed at the
          next sign-in.
        </p>
      }
    >
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
          {...save.text('password')}
        />
        <Button size="sm" onClick={() => save.set({ password: newTemporaryPassword() })}>
          Make one
        </Button>
      </div>
    </FormDialog>
  );
};
