import type { ListedRole } from '@homecare/domain/accounts/role-contract.ts';
import { ROLE_NAMES } from '@homecare/domain/accounts/role-names.ts';
import { ACCOUNT_DELETED, ACCOUNT_RESUMED, ACCOUNT_SUSPENDED } from '@homecare/domain/accounts/rules.ts';
import type { Account } from '@homecare/domain/accounts/schema.ts';
import { counted } from '@homecare/domain/counted.ts';
import { isCaregiver } from '@homecare/domain/permissions.ts';
import { Button, Group } from '@mantine/core';
import {
  IconDeviceMobile,
  IconDoorExit,
  IconEye,
  IconFingerprint,
  IconHistory,
  IconKey,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconShieldOff,
  IconTrash,
} from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { perform, useTask } from '../../platform/form/use-action.ts';
import { type ListColumn, WINDOW_LOOK } from '../../platform/lists/list-columns.ts';
import { useLook } from '../../platform/lists/use-look.ts';
import { ViewMenu } from '../../platform/lists/ViewMenu.tsx';
import { PageButton } from '../../platform/PageButton.tsx';
import { failureOf } from '../../platform/query.ts';
import { useSession } from '../../platform/session.ts';
import { toast } from '../../platform/toasts.ts';
import { CellLines } from '../../ui/CellLines.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { rowIcon } from '../../ui/icons.ts';
import type { MenuEntry, MenuItem } from '../../ui/RowMenu.tsx';
import { WarningsDialog } from '../access-log/WarningsDialog.tsx';
import { AccountLogDialog } from '../record-log/RecordLogDialog.tsx';
import classes from './accounts.module.css';
import {
  DELETE_ACCOUNT,
  END_SESSIONS,
  REMOVE_FACTOR_OF,
  RESUME_ACCOUNT,
  SUSPEND_ACCOUNT,
  useAccounts,
} from './api.ts';
import { EditAccountDialog } from './EditAccountDialog.tsx';
import { PasskeysOfDialog } from './PasskeysOfDialog.tsx';
import { PhonesDialog } from './PhonesDialog.tsx';
import { stateOfPassword } from './password-state.ts';
import { ResetPasswordDialog } from './ResetPasswordDialog.tsx';
import { useRoles } from './role-api.ts';

type Step = keyof typeof QUESTIONS | 'edit' | 'passkeys' | 'phones' | 'reset' | 'history';

const CLOSED = 'closed: the provider is archived';
const SUSPENDED = 'suspended';
const OWN = 'This is your own account: use the user menu';

/** Why the account cannot be used now. */
const stateOf = ({ suspended, closed }: Account) =>
  [suspended ? SUSPENDED : '', closed ? CLOSED : ''].filter(Boolean).join('; ');

/** Ways to sign in besides the password. */
const factorWords = ({ secondFactor, passkeys }: Account) =>
  [secondFactor ? 'On' : '', passkeys > 0 ? counted(passkeys, 'passkey') : ''].filter(Boolean).join(', ');

/** Name of the account's custom role, or else its role. */
const roleWords = ({ id, role }: Account, copies: readonly ListedRole[]) =>
  copies.find(({ holders }) => holders.some((holder) => holder.id === id))?.name ?? ROLE_NAMES[role];

const columns = (zone: string, copies: readonly ListedRole[]): readonly ListColumn<Account>[] => [
  {
    key: 'login',
    title: 'Login',
    min: 180,
    value: ({ login }) => login,
    cell: (account) => {
      const state = stateOfPassword(account, zone);
      const out = stateOf(account);
      return out ? (
        <CellLines main={account.login} sub={out} subTone="mute" />
      ) : (
        <CellLines
          main={account.login}
          sub={account.resetPassword ? state.words : undefined}
          subTone={state.tone}
        />
      );
    },
  },
  {
    key: 'name',
    title: 'Full name',
    width: 210,
    value: ({ full_name }) => full_name,
    cell: ({ full_name }) => full_name,
  },
  {
    key: 'initials',
    title: 'Initials',
    width: 80,
    value: ({ Initials }) => Initials,
    cell: ({ Initials }) => Initials,
  },
  {
    key: 'role',
    title: 'Role',
    width: 130,
    value: (account) => roleWords(account, copies),
    cell: (account) => roleWords(account, copies),
  },
  {
    key: 'factor',
    title: 'Two-step sign-in',
    width: 130,
    value: (account) => factorWords(account) || null,
    cell: (account) => factorWords(account) || '–',
  },
  {
    key: 'sessions',
    title: 'Sessions',
    width: 80,
    align: 'right',
    value: ({ sessions }) => sessions,
    cell: ({ sessions }) => (sessions === 0 ? '–' : sessions),
  },
];

/** For each action: the question, what a yes does, and the confirmation. */
const QUESTIONS = {
  delete: {
    title: 'Delete',
    label: 'Delete',
    text: 'The account is deactivated, and its sessions end at once. API keys that it made are revoked. Its history stays in the log. The login can be reused.',
    answer: ({ id, rev }: Account) => perform(DELETE_ACCOUNT, { id, data: { rev } }),
    done: ACCOUNT_DELETED,
  },
  suspend: {
    title: 'Suspend',
    label: 'Suspend',
    text: 'Signs this account out everywhere now, and nobody can sign in with it until you resume it. API keys that it made are revoked. Login, password and role stay.',
    answer: ({ id, rev }: Account) => perform(SUSPEND_ACCOUNT, { id, rev }),
    done: ACCOUNT_SUSPENDED,
  },
  resume: {
    title: 'Resume',
    label: 'Resume',
    text: 'This account can sign in again with its password.',
    answer: ({ id, rev }: Account) => perform(RESUME_ACCOUNT, { id, rev }),
    done: ACCOUNT_RESUMED,
  },
  sessions: {
    title: 'End the sessions of',
    label: 'End sessions',
    text: 'Signs this account out everywhere now. The password does not change, so they can sign in again.',
    answer: ({ id }: Account) => perform(END_SESSIONS, { id }),
    done: 'Success: Sessions ended',
  },
  factor: {
    title: 'Remove two-step sign-in of',
    label: 'Remove',
    text: 'Signs the account out everywhere. Until they set it up again, the password alone is enough to sign in.',
    answer: ({ id }: Account) => perform(REMOVE_FACTOR_OF, { id }),
    done: 'Success: Two-step sign-in removed',
  },
} as const;

const isQuestion = (step: Step): step is keyof typeof QUESTIONS => step in QUESTIONS;

interface QuestionProps {
  readonly step: keyof typeof QUESTIONS;
  readonly account: Account;
  readonly onClose: () => void;
}

const Question = ({ step, account, onClose }: QuestionProps) => {
  const { title, label, text, answer, done } = QUESTIONS[step];
  const answering = useTask(async () => {
    const sent = await answer(account);
    if (sent.ok) toast.success(done);
    else toast.error(`Error: ${sent.info}`);
    onClose();
  });
  return (
    <ConfirmDialog
      opened
      title={`${title} ${account.full_name}`}
      confirmLabel={label}
      danger={step !== 'resume'}
      focusCancel={step !== 'resume'}
      busy={answering.pending}
      onConfirm={() => void answering.run()}
      onCancel={onClose}
    >
      <p>{text}</p>
    </ConfirmDialog>
  );
};

/** Actions on an account. Nobody can lock themselves out. */
const menuOf = (account: Account, isOwn: boolean, open: (step: Step) => void): MenuEntry[] => {
  const own = isOwn ? OWN : undefined;
  const entry = (step: Step, label: string, icon: MenuItem['icon'], disabledReason?: string): MenuItem => ({
    label,
    ...(icon && { icon }),
    disabledReason,
    onSelect: () => open(step),
  });
  const noPhones = isCaregiver(account.role) ? undefined : 'only caregivers stay signed in on a phone';
  return [
    entry('edit', 'Edit…', IconPencil),
    entry('reset', 'Reset password…', IconKey, own),
    entry('sessions', 'End sessions…', IconDoorExit, own),
    entry('passkeys', 'Passkeys…', IconFingerprint, account.passkeys > 0 ? undefined : 'there are none'),
    entry('phones', 'Phones…', IconDeviceMobile, noPhones),
    entry(
      'factor',
      'Remove two-step sign-in…',
      IconShieldOff,
      own ?? (account.secondFactor ? undefined : 'there is none'),
    ),
    entry('history', 'History', IconHistory),
    'divider',
    account.suspended
      ? entry('resume', 'Resume…', IconPlayerPlay)
      : entry('suspend', 'Suspend…', IconPlayerPause, own),
    { ...entry('delete', 'Delete…', IconTrash, own), danger: true },
  ];
};

interface OpenedProps {
  readonly step: Step;
  readonly account: Account;
  readonly copies: readonly ListedRole[];
  readonly own: number | null;
  readonly zone: string;
  readonly onClose: () => void;
}

const Opened = ({ step, account, copies, own, zone, onClose }: OpenedProps) => {
  const { id, full_name: name } = account;
  if (isQuestion(step)) return <Question step={step} account={account} onClose={onClose} />;
  if (step === 'reset') return <ResetPasswordDialog account={account} zone={zone} onClose={onClose} />;
  if (step === 'phones') return <PhonesDialog accountId={id} name={name} zone={zone} onClose={onClose} />;
  if (step === 'passkeys') {
    const isOwn = id === own;
    return <PasskeysOfDialog accountId={id} name={name} isOwn={isOwn} zone={zone} onClose={onClose} />;
  }
  if (step === 'edit') return <EditAccountDialog {...{ account, copies, own, onClose }} />;
  return <AccountLogDialog account={account} onClose={onClose} />;
};

const NO_COPIES: readonly ListedRole[] = [];

/** 'List Active Users', only for admins: login, full name, initials, role, reset and delete. */
export const UsersTable = ({ zone }: { readonly zone: string }) => {
  const query = useAccounts();
  const copies = useRoles().data ?? NO_COPIES;
  const { table, menu } = useLook({
    list: 'accounts',
    columns: columns(zone, copies),
    rows: query.data,
    first: WINDOW_LOOK,
  });
  const uid = useSession()?.uid;
  const [open, setOpen] = useState<Pick<OpenedProps, 'step' | 'account'>>();
  const [showsHistory, setShowsHistory] = useState(false);
  const [showsWarnings, setShowsWarnings] = useState(false);
  const isOwn = ({ id }: Account) => String(id) === uid;
  const iconButton = (step: 'reset' | 'delete', label: string, icon: ReactNode, account: Account) => (
    <IconButton
      label={`${label} ${account.login}`}
      icon={icon}
      danger={step === 'delete'}
      disabledReason={isOwn(account) ? OWN : undefined}
      onClick={() => setOpen({ step, account })}
    />
  );
  return (
    <>
      <Group mb={10} gap="xs">
        <Button leftSection={<IconHistory {...rowIcon} />} onClick={() => setShowsHistory(true)}>
          History
        </Button>
        <PageButton to="/roles">Roles</PageButton>
        <Button leftSection={<IconEye {...rowIcon} />} onClick={() => setShowsWarnings(true)}>
          Looks to ask about
        </Button>
        <ViewMenu {...menu} />
      </Group>
      <div className={classes.users}>
        <DataTable
          label="Active users"
          {...table}
          rowKey={({ id }) => id}
          rowName={({ login }) => login}
          listItem={(account) => ({
            title: account.full_name,
            kind: roleWords(account, copies),
            line: [
              account.login,
              stateOf(account),
              account.resetPassword && !stateOf(account) ? stateOfPassword(account, zone).words : '',
              account.secondFactor ? 'two-step sign-in' : '',
              account.passkeys > 0 ? counted(account.passkeys, 'passkey') : '',
            ]
              .filter(Boolean)
              .join(' · '),
          })}
          noun="accounts"
          loadingText="Loading accounts…"
          failure={failureOf(query, 'Couldn’t load the accounts')}
          actionsWidth={112}
          tightActionsWidth={112}
          actions={(account) => (
            <>
              {iconButton('reset', 'Reset password of', <IconKey {...rowIcon} />, account)}
              {iconButton('delete', 'Delete', <IconTrash {...rowIcon} />, account)}
            </>
          )}
          menu={(account) => menuOf(account, isOwn(account), (step) => setOpen({ step, account }))}
        />
      </div>
      {showsHistory && <AccountLogDialog account={null} onClose={() => setShowsHistory(false)} />}
      {showsWarnings && <WarningsDialog onClose={() => setShowsWarnings(false)} />}
      {open && (
        <Opened
          {...open}
          copies={copies}
          own={uid ? Number(uid) : null}
          zone={zone}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );
};
