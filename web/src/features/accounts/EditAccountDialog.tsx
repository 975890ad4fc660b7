import type { ListedRole } from '@homecare/domain/accounts/role-contract.ts';
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
import { isCaregiver, needsChosenProvider } from '@homecare/domain/permissions.ts';
import { Select, TextInput } from '@mantine/core';
import { FormDialog } from '../../platform/form/FormDialog.tsx';
import { useSave } from '../../platform/form/use-save.ts';
import { toast } from '../../platform/toasts.ts';
import { Note } from '../../ui/Note.tsx';
import { SAVE_ACCOUNT } from './api.ts';
import { ProviderSelect } from './ProviderSelect.tsx';
import { roleOptions, roleValue } from './role-options.ts';

interface EditAccountDialogProps {
  readonly account: Account;
  readonly copies: readonly ListedRole[];
  /** Id of the user's own account. */
  readonly own: number | null;
  readonly onClose: () => void;
}

/** Edits login, full name and role of an existing account. */
export const EditAccountDialog = ({ account, copies, own, onClose }: EditAccountDialogProps) => {
  const copy = copies.find(({ holders }) => holders.some(({ id }) => id === account.id));
  const save = useSave({
    ...SAVE_ACCOUNT,
    values: {
      login: account.login,
      full_name: account.full_name,
      role: account.role,
      custom_role: copy === undefined ? '' : String(copy.id),
      provider_id: needsChosenProvider(account.role) ? String(account.provider_id ?? '') : '',
    },
    rev: account.rev,
    input: ({ provider_id, custom_role, ...names }, rev) => ({
      ...names,
      id: account.id,
      rev,
      provider_id: provider_id === '' ? null : Number(provider_id),
      custom_role: custom_role === '' ? null : Number(custom_role),
    }),
    check: (names) => [
      ...checkAccountNames(names),
      ...(needsChosenProvider(names.role) && names.provider_id === ''
        ? [{ field: 'provider_id', message: CHOOSE_PROVIDER }]
        : []),
    ],
    onSaved: () => {
      toast.success(ACCOUNT_SAVED);
      onClose();
    },
  });
  const draft = save.values;
  const before = { id: account.id, role: account.role, custom_role_id: copy?.id ?? null };
  const options = roleOptions(copies).filter(
    ({ role, copy: wanted }) => !refuseRole(before, { role, copy: wanted }, own),
  );
  const isOtherRole = draft.role !== account.role || draft.custom_role !== String(copy?.id ?? '');
  const reason = account.id === own ? OWN_ACCOUNT : isCaregiver(account.role) ? EVV_STAYS : undefined;

  const text = (name: 'login' | 'full_name', label: string) => ({
    label,
    required: true,
    autoComplete: 'off',
    spellCheck: false,
    size: 'sm',
    maxLength: ACCOUNT_LIMITS[name],
    ...save.text(name),
  });
  return (
    <FormDialog save={save} title={`Edit ${account.full_name}`} onClose={onClose}>
      <TextInput {...text('full_name', 'Full name')} data-autofocus />
      <TextInput
        {...text('login', 'Login')}
        autoCapitalize="none"
        description={
          draft.login === account.login ? undefined : 'They sign in with it from now on. Let them know.'
        }
      />
      <Select
        label="Role"
        size="sm"
        disabled={reason !== undefined}
        description={reason}
        data={options}
        error={save.box('custom_role').error}
        value={roleValue(draft.role, draft.custom_role)}
        onChange={(value) => {
          const chosen = options.find((option) => option.value === value);
          if (!chosen) return;
          const custom_role = String(chosen.copy ?? '');
          save.set({
            role: chosen.role,
            custom_role,
            ...(chosen.role !== draft.role && { provider_id: '' }),
          });
        }}
      />
      {needsChosenProvider(draft.role) && <ProviderSelect required {...save.box('provider_id')} />}
      {isOtherRole && (
        <Note tone="info">
          This signs the account out everywhere and revokes API keys that it made. The new role applies at the
          next sign-in.
        </Note>
      )}
    </FormDialog>
  );
};
