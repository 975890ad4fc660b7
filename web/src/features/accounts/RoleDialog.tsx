import { COPIED_ROLES, type CopiedRole } from '@homecare/domain/accounts/custom-role.ts';
import type { ListedRole } from '@homecare/domain/accounts/role-contract.ts';
import { ROLE_NAMES } from '@homecare/domain/accounts/role-names.ts';
import { changesOf, type RolePart } from '@homecare/domain/accounts/role-parts.ts';
import {
  hasChanges,
  MAX_ROLE_NAME,
  partsOfRole,
  ROLE_ADDED,
  ROLE_SAVED,
  validateRole,
} from '@homecare/domain/accounts/role-rules.ts';
import { NativeSelect, Stack, TextInput } from '@mantine/core';
import { FormDialog } from '../../platform/form/FormDialog.tsx';
import { useSave } from '../../platform/form/use-save.ts';
import { toast } from '../../platform/toasts.ts';
import { ADD_ROLE, SAVE_ROLE } from './role-api.ts';
import classes from './roles.module.css';

type Share = 'all' | 'see' | 'none';
const ALL = { value: 'all', label: 'Sees and changes' } as const;
const SEE = { value: 'see', label: 'Sees only' } as const;
const NONE = { value: 'none', label: 'Not at all' } as const;
/** Label for parts in which nothing can be changed. */
const LOOKS = { value: 'all', label: 'Sees' } as const;

const sharesOf = (part: RolePart, base: CopiedRole) =>
  hasChanges(part, base) ? [ALL, SEE, NONE] : [LOOKS, NONE];

const shareOf = ({ key }: RolePart, without: readonly string[]): Share => {
  if (without.includes(key)) return 'none';
  return without.includes(changesOf(key)) ? 'see' : 'all';
};

const withShare = ({ key }: RolePart, share: string, without: readonly string[]): string[] => {
  const others = without.filter((one) => one !== key && one !== changesOf(key));
  if (share === 'all') return others;
  return [...others, share === 'none' ? key : changesOf(key)];
};

interface PartsProps {
  readonly base: CopiedRole;
  readonly without: readonly string[];
  readonly onChange: (without: string[]) => void;
}

/** What a custom role keeps of each part of its base role. */
const Parts = ({ base, without, onChange }: PartsProps) => (
  <div className={classes.parts}>
    {partsOfRole(base).map((part) => (
      <div key={part.key} className={classes.part}>
        <div>
          <p>{part.title}</p>
          <p className="ink2">{part.says}</p>
        </div>
        <NativeSelect
          aria-label={part.title}
          data={sharesOf(part, base)}
          value={shareOf(part, without)}
          onChange={({ currentTarget }) => onChange(withShare(part, currentTarget.value, without))}
        />
      </div>
    ))}
  </div>
);

interface RoleForm {
  readonly name: string;
  readonly base: CopiedRole;
  readonly without: string[];
}
const FIRST: RoleForm = { name: '', base: 'user', without: [] };

const isCopied = (text: string): text is CopiedRole => COPIED_ROLES.some((one) => one === text);

const NEVER_MORE = 'It never has more than this role.';
const NEVER_MORE_THAN_ADMIN =
  'It never has more than this role. Accounts, API keys, webhooks, connections and the archive stay with the role itself.';

interface RoleDialogProps {
  /** Undefined for a new role. */
  readonly copy: ListedRole | undefined;
  readonly onClose: () => void;
}

const useRoleForm = ({ copy, onClose }: RoleDialogProps) => {
  const onSaved = () => {
    toast.success(copy ? ROLE_SAVED : ROLE_ADDED);
    onClose();
  };
  const add = useSave({
    ...ADD_ROLE,
    values: FIRST,
    input: (form) => form,
    check: validateRole,
    onSaved,
  });
  const save = useSave({
    ...SAVE_ROLE,
    values: copy ? { name: copy.name, base: copy.base, without: copy.without } : FIRST,
    rev: copy?.rev ?? 0,
    input: ({ name, without }, rev) => ({ id: copy?.id ?? 0, rev, name, without }),
    check: validateRole,
    onSaved,
  });
  return copy ? save : add;
};

/** Creates a custom role by taking rights away from an existing one, or changes which were taken away. */
export const RoleDialog = ({ copy, onClose }: RoleDialogProps) => {
  const save = useRoleForm({ copy, onClose });
  const { base, without } = save.values;
  return (
    <FormDialog
      save={save}
      title={copy ? `Edit ${copy.name}` : 'New role'}
      label={copy ? 'Save' : 'Add role'}
      wide
      onClose={onClose}
    >
      <Stack gap={14}>
        <TextInput
          label="Name"
          required
          data-autofocus
          autoComplete="off"
          maxLength={MAX_ROLE_NAME}
          description="As accounts are given it, such as Scheduler"
          {...save.text('name')}
        />
        <NativeSelect
          label="Copy of"
          disabled={copy !== undefined}
          description={base === 'admin' ? NEVER_MORE_THAN_ADMIN : NEVER_MORE}
          data={COPIED_ROLES.map((value) => ({ value, label: ROLE_NAMES[value] }))}
          value={base}
          onChange={({ currentTarget: { value } }) =>
            isCopied(value) && save.set({ base: value, without: [] })
          }
        />
        <Parts base={base} without={without} onChange={(next) => save.set({ without: next })} />
      </Stack>
    </FormDialog>
  );
};
