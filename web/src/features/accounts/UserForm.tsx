import {
  ACCOUNT_CREATED,
  ACCOUNT_LIMITS,
  CHOOSE_PROVIDER,
  checkNewAccount,
  foldLogin,
} from '@homecare/domain/accounts/rules.ts';
import type { Role } from '@homecare/domain/call.ts';
import { isTiedRole } from '@homecare/domain/permissions.ts';
import { Button, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { FormBody } from '../../platform/form/FormBody.tsx';
import { useSave } from '../../platform/form/use-save.ts';
import { toast } from '../../platform/toasts.ts';
import { focusField } from '../../ui/form.tsx';
import { Note } from '../../ui/Note.tsx';
import classes from './accounts.module.css';
import { ADD_ACCOUNT, newTemporaryPassword } from './api.ts';
import { ProviderSelect } from './ProviderSelect.tsx';
import { endOfTemporary } from './password-state.ts';
import { useRoles } from './role-api.ts';
import { roleOptions, roleValue } from './role-options.ts';

interface Draft {
  readonly full_name: string;
  readonly login: string;
  readonly role: Role;
  /** Id of a custom role; '' for the standard role. */
  readonly custom_role: string;
  readonly password: string;
  readonly provider_id: string;
}
const NOTHING: Draft = {
  full_name: '',
  login: '',
  role: 'user',
  custom_role: '',
  password: '',
  provider_id: '',
};
type TextName = keyof typeof ACCOUNT_LIMITS;

/** 'Create User Account', only for admins: full name, login, role, temporary password (docs/rules/accounts.md, rule 6). */
export const UserForm = ({ zone }: { readonly zone: string }) => {
  const [made, setMade] = useState<{ login: string; password: string; until: string }>();
  const save = useSave({
    ...ADD_ACCOUNT,
    values: NOTHING,
    input: ({ provider_id, custom_role, ...data }) => ({
      data: {
        ...data,
        ...(isTiedRole(data.role) && { provider_id: Number(provider_id) }),
        ...(custom_role !== '' && { custom_role: Number(custom_role) }),
      },
    }),
    check: (draft) => [
      ...checkNewAccount(draft),
      ...(isTiedRole(draft.role) && draft.provider_id === ''
        ? [{ field: 'provider_id', message: CHOOSE_PROVIDER }]
        : []),
    ],
    savedAs: () => ({ value: NOTHING, rev: 0 }),
    onSaved: (_, { login, password }) => {
      toast.success(ACCOUNT_CREATED);
      setMade({ login: foldLogin(login), password, until: endOfTemporary(zone) });
      focusField('full_name');
    },
    onRefused: ({ reason, info }) => {
      if (reason === 'loginTaken') toast.error(info);
    },
  });
  const draft = save.values;
  const options = roleOptions(useRoles().data ?? []);
  const text = (name: TextName, label: string) => ({
    label,
    required: true,
    autoComplete: 'off',
    spellCheck: false,
    maxLength: ACCOUNT_LIMITS[name],
    ...save.text(name),
    rightSection: <span className="ink2">{`${draft[name].length}/${ACCOUNT_LIMITS[name]}`}</span>,
    rightSectionWidth: 60,
  });
  return (
    <FormBody save={save} className="">
      <div className={classes.fields}>
        <TextInput {...text('full_name', 'Full name')} />
        <TextInput {...text('login', 'Login')} autoCapitalize="none" />
        <Select
          label="Role"
          data={options}
          error={save.box('custom_role').error}
          value={roleValue(draft.role, draft.custom_role)}
          onChange={(value) => {
            const chosen = options.find((option) => option.value === value);
            if (chosen)
              save.set({ role: chosen.role, custom_role: String(chosen.copy ?? ''), provider_id: '' });
          }}
        />
        {isTiedRole(draft.role) && <ProviderSelect required {...save.box('provider_id')} />}
        <div className={classes.withButton}>
          <TextInput
            {...text('password', 'Password')}
            autoCapitalize="none"
            description="Temporary, for 72 hours. They choose their own at first sign-in."
          />
          <Button onClick={() => save.set({ password: newTemporaryPassword() })}>Make one</Button>
        </div>
      </div>
      <div className={classes.row}>
        <Button type="submit" variant="filled" loading={save.pending}>
          Create
        </Button>
      </div>
      {made && (
        <div className={classes.made}>
          <Note tone="ok" actions={<Button onClick={() => setMade(undefined)}>Hide</Button>}>
            {made.login} signs in with <span className={classes.secret}>{made.password}</span> until{' '}
            {made.until}.
          </Note>
        </div>
      )}
    </FormBody>
  );
};
