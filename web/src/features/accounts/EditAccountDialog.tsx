import { ROLE_NAMES } from '@homecare/domain/accounts/role-names.ts';
import {
  ACCOUNT_LIMITS,
  ACCOUNT_SAVED,
  CHOOSE_PROVIDER,
  checkAccountNames,
  EVV_STAYS,
  OWN_ACCOUNT,
  refuseRole,
} from '@homecare/domain/accounts/rules.ts';
import type { Account } from '@homecare/domain/accounts/schema.ts';
import { ROLES } from '@homecare/domain/call.ts';
import type { FieldError } from '@homecare/domain/errors.ts';
import { Select, TextInput } from '@mantine/core';
import { type FormEvent, useId, useState } from 'react';
import { toast } from '../../platform/toasts.ts';
import { Dialog, SaveActions } from '../../ui/Dialog.tsx';
import { Note } from '../../ui/Note.tsx';
import classes from './accounts.module.css';
import { saveAccount } from './api.ts';
import { ProviderSelect } from './ProviderSelect.tsx';

interface EditAccountDialogProps {
  readonly account: Account;
  /** Id of the account that is signed in. */
  readonly own: number | null;
  readonly onClose: () => void;
}

/** Login, full name and role of an account that is there. */
export const EditAccountDialog = ({ account, own, onClose }: EditAccountDialogProps) => {
  const formId = useId();
  const [draft, setDraft] = useState({
    login: account.login,
    full_name: account.full_name,
    role: account.role,
    provider_id: account.role === 'provider' ? String(account.provider_id ?? '') : '',
  });
  const [errors, setErrors] = useState<readonly FieldError[]>([]);
  const [refusal, setRefusal] = useState('');
  const [busy, setBusy] = useState(false);
  const put = (change: Partial<typeof draft>) => {
    setErrors((before) => before.filter(({ field }) => !(field in change)));
    setDraft((before) => ({ ...before, ...change }));
  };
  const errorOf = (field: string) => errors.find((error) => error.field === field)?.message;
  const roles = ROLES.filter((role) => !refuseRole(account, role, own));
  const isOtherRole = draft.role !== account.role;
  const reason = account.id === own ? OWN_ACCOUNT : account.role === 'evv' ? EVV_STAYS : undefined;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setRefusal('');
    const isUntied = draft.role === 'provider' && draft.provider_id === '';
    const found = [
      ...checkAccountNames(draft),
      ...(isUntied ? [{ field: 'provider_id', message: CHOOSE_PROVIDER }] : []),
    ];
    setErrors(found);
    if (found.length > 0) return;
    setBusy(true);
    const { id, rev } = account;
    const provider_id = draft.provider_id === '' ? null : Number(draft.provider_id);
    const sent = await saveAccount({ id, rev, ...draft, provider_id });
    setBusy(false);
    if (sent.ok) {
      toast.success(ACCOUNT_SAVED);
      return onClose();
    }
    setErrors(sent.errors);
    if (sent.errors.length === 0) setRefusal(sent.info);
  };
  const text = (name: 'login' | 'full_name', label: string) => ({
    label,
    required: true,
    autoComplete: 'off',
    spellCheck: false,
    size: 'sm',
    maxLength: ACCOUNT_LIMITS[name],
    value: draft[name],
    error: errorOf(name),
    onChange: (event: { currentTarget: { value: string } }) => put({ [name]: event.currentTarget.value }),
  });
  return (
    <Dialog
      opened
      title={`Edit ${account.full_name}`}
      onClose={onClose}
      actions={<SaveActions busy={busy} onCancel={onClose} onSave={{ form: formId }} />}
    >
      <form id={formId} className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
        {refusal && (
          <Note tone="danger" live>
            {refusal}
          </Note>
        )}
        <TextInput {...text('full_name', 'Full name')} data-autofocus />
        <TextInput
          {...text('login', 'Login')}
          autoCapitalize="none"
          description={
            draft.login === account.login ? undefined : 'They sign in with it from now on. Tell them.'
          }
        />
        <Select
          label="Role"
          size="sm"
          disabled={reason !== undefined}
          description={reason}
          data={roles.map((role) => ({ value: role, label: ROLE_NAMES[role] }))}
          value={draft.role}
          error={errorOf('role')}
          onChange={(value) => {
            const role = ROLES.find((one) => one === value);
            if (role) put({ role, provider_id: '' });
          }}
        />
        {draft.role === 'provider' && (
          <ProviderSelect
            value={draft.provider_id}
            error={errorOf('provider_id')}
            onChange={(provider_id) => put({ provider_id })}
          />
        )}
        {isOtherRole && (
          <Note tone="info">
            This signs the account out everywhere. The new role applies at the next sign-in.
          </Note>
        )}
      </form>
    </Dialog>
  );
};
