import { ROLE_NAMES } from '@homecare/domain/accounts/role-names.ts';
import {
  ACCOUNT_CREATED,
  ACCOUNT_LIMITS,
  CHOOSE_PROVIDER,
  checkNewAccount,
  foldLogin,
  isTiedRole,
} from '@homecare/domain/accounts/rules.ts';
import { ROLES, type Role } from '@homecare/domain/call.ts';
import type { FieldError } from '@homecare/domain/errors.ts';
import { Button, Select, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { toast } from '../../platform/toasts.ts';
import { useAttempt } from '../../platform/use-attempt.ts';
import { focusField } from '../../ui/form.tsx';
import { Note } from '../../ui/Note.tsx';
import classes from './accounts.module.css';
import { addAccount, newTemporaryPassword } from './api.ts';
import { ProviderSelect } from './ProviderSelect.tsx';
import { endOfTemporary } from './password-state.ts';

interface Draft {
  readonly full_name: string;
  readonly login: string;
  readonly role: Role;
  readonly password: string;
  readonly provider_id: string;
}
const NOTHING: Draft = { full_name: '', login: '', role: 'user', password: '', provider_id: '' };
type TextName = keyof typeof ACCOUNT_LIMITS;

const isRole = (value: string | null): value is Role => ROLES.some((role) => role === value);

/** 'Create User Account', admin only: full name, login, role, temporary password (docs/rules/accounts.md, rule 6). */
export const UserForm = ({ zone }: { readonly zone: string }) => {
  const [draft, setDraft] = useState(NOTHING);
  const [errors, setErrors] = useState<readonly FieldError[]>([]);
  const [banner, setBanner] = useState('');
  const [made, setMade] = useState<{ login: string; password: string; until: string }>();
  const [busy, setBusy] = useState(false);
  const attempt = useAttempt();

  const set = (change: Partial<Draft>) => {
    setErrors((before) => before.filter(({ field }) => !(field in change)));
    setDraft((before) => ({ ...before, ...change }));
  };
  const show = (found: readonly FieldError[]) => {
    setErrors(found);
    if (found[0]) focusField(found[0].field);
  };
  const create = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBanner('');
    const { full_name, login, role, password, provider_id } = draft;
    const found = [
      ...checkNewAccount(draft),
      ...(isTiedRole(role) && provider_id === '' ? [{ field: 'provider_id', message: CHOOSE_PROVIDER }] : []),
    ];
    show(found);
    if (found.length > 0) return;
    setBusy(true);
    const tie = isTiedRole(role) ? { provider_id: Number(provider_id) } : {};
    const account = { full_name, login, role, password, ...tie };
    const sent = await attempt(account, (key) => addAccount(account, key));
    setBusy(false);
    if (!sent.ok) {
      show(sent.errors);
      if (sent.reason === 'loginTaken') toast.error(sent.info);
      if (sent.errors.length === 0) setBanner(sent.info);
      return;
    }
    toast.success(ACCOUNT_CREATED);
    setMade({ login: foldLogin(login), password, until: endOfTemporary(zone) });
    setDraft(NOTHING);
    focusField('full_name');
  };
  const errorOf = (field: string) => errors.find((error) => error.field === field)?.message;
  const text = (name: TextName, label: string) => ({
    label,
    required: true,
    'data-field': name,
    autoComplete: 'off',
    spellCheck: false,
    maxLength: ACCOUNT_LIMITS[name],
    value: draft[name],
    error: errorOf(name),
    rightSection: <span className="ink2">{`${draft[name].length}/${ACCOUNT_LIMITS[name]}`}</span>,
    rightSectionWidth: 60,
    onChange: (event: { currentTarget: { value: string } }) => set({ [name]: event.currentTarget.value }),
  });
  return (
    <form onSubmit={(event) => void create(event)} noValidate>
      {banner && (
        <Note tone="danger" live>
          {banner}
        </Note>
      )}
      <div className={classes.fields}>
        <TextInput {...text('full_name', 'Full name')} />
        <TextInput {...text('login', 'Login')} autoCapitalize="none" />
        <Select
          label="Role"
          data-field="role"
          data={ROLES.map((role) => ({ value: role, label: ROLE_NAMES[role] }))}
          value={draft.role}
          onChange={(value) => isRole(value) && set({ role: value, provider_id: '' })}
        />
        {isTiedRole(draft.role) && (
          <ProviderSelect
            value={draft.provider_id}
            error={errorOf('provider_id')}
            onChange={(provider_id) => set({ provider_id })}
          />
        )}
        <div className={classes.withButton}>
          <TextInput
            {...text('password', 'Password')}
            autoCapitalize="none"
            description="Temporary, for 72 hours. They choose their own at first sign-in."
          />
          <Button onClick={() => set({ password: newTemporaryPassword() })}>Make one</Button>
        </div>
      </div>
      <div className={classes.row}>
        <Button type="submit" variant="filled" loading={busy}>
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
    </form>
  );
};
