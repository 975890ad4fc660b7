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
import { isCaregiver, needsChosenProvider } from '@homecare/domain/permissions.ts';
import { Select, TextInput } from '@mantine/core';
import { FormDialog } from '../../platform/form/FormDialog.tsx';
import { useSave } from '../../platform/form/use-save.ts';
import { toast } from '../../platform/toasts.ts';
import { Note } from '../../ui/Note.tsx';
import { SAVE_ACCOUNT } from './api.ts';
import { ProviderSelect } from './ProviderSelect.tsx';

interface EditAccountDialogProps {
  readonly account: Account;
  /** Id of the account that is signed in. */
  readonly own: number | null;
  readonly onClose: () => void;
}

/** Login, full name and role of an account that is there. */
export const EditAccountDialog = ({ account, own, onClose }: EditAccountDialogProps) => {
  const save = useSave({
    ...SAVE_ACCOUNT,
    values: {
      login: account.login,
      full_name: account.full_name,
      role: account.role,
      provider_id: needsChosenProvider(account.role) ? String(account.provider_id ?? '') : '',
    },
    rev: account.rev,
    input: ({ provider_id, ...names }, rev) => ({
      ...names,
      id: account.id,
      rev,
      provider_id: provider_id === '' ? null : Number(provider_id),
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
  const roles = ROLES.filter((role) => !refuseRole(account, role, own));
  const isOtherRole = draft.role !== account.role;
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
        data={roles.map((role) => ({ value: role, label: ROLE_NAMES[role] }))}
        {...save.box('role')}
        onChange={(value) => {
          const role = ROLES.find((one) => one === value);
          if (role) save.set({ role, provider_id: '' });
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
