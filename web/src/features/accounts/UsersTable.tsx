import { ROLE_NAMES } from '@homecare/domain/accounts/role-names.ts';
import { ACCOUNT_DELETED, ACCOUNT_RESUMED, ACCOUNT_SUSPENDED } from '@homecare/domain/accounts/rules.ts';
import type { Account } from '@homecare/domain/accounts/schema.ts';
import type { Refusal } from '@homecare/domain/errors.ts';
import { Button } from '@mantine/core';
import {
  IconDeviceMobile,
  IconDoorExit,
  IconHistory,
  IconKey,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconShieldOff,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useAction } from '../../platform/form/use-action.ts';
import { failureOf } from '../../platform/query.ts';
import { useSession } from '../../platform/session.ts';
import { toast } from '../../platform/toasts.ts';
import { CellLines } from '../../ui/CellLines.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { rowIcon } from '../../ui/icons.ts';
import type { MenuEntry } from '../../ui/RowMenu.tsx';
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
import { PhonesDialog } from './PhonesDialog.tsx';
import { stateOfPassword } from './password-state.ts';
import { ResetPasswordDialog } from './ResetPasswordDialog.tsx';

const QUESTION_STEPS = ['delete', 'suspend', 'resume', 'sessions', 'factor'] as const;
type QuestionStep = (typeof QUESTION_STEPS)[number];
type Step = QuestionStep | 'edit' | 'phones' | 'reset' | 'history';

const CLOSED = 'closed: the provider is archived';
const SUSPENDED = 'suspended';
const OWN = 'This is your own account: use the user menu';

/** Why nobody signs in with it now. */
const stateOf = ({ suspended, closed }: Account) =>
  [suspended ? SUSPENDED : '', closed ? CLOSED : ''].filter(Boolean).join('; ');

const columns = (zone: string): readonly Column<Account>[] => [
  {
    key: 'login',
    title: 'Login',
    min: 180,
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
  { key: 'name', title: 'Full name', width: 210, cell: ({ full_name }) => full_name },
  { key: 'initials', title: 'Initials', width: 80, cell: ({ Initials }) => Initials },
  { key: 'role', title: 'Role', width: 100, cell: ({ role }) => ROLE_NAMES[role] },
  {
    key: 'factor',
    title: 'Second factor',
    width: 110,
    cell: ({ secondFactor }) => (secondFactor ? 'On' : '–'),
  },
  {
    key: 'sessions',
    title: 'Sessions',
    width: 80,
    align: 'right',
    cell: ({ sessions }) => (sessions === 0 ? '–' : sessions),
  },
];

const QUESTIONS = {
  delete: {
    title: 'Delete',
    label: 'Delete',
    text: 'The account is deactivated, and its sessions end at once. Its history stays in the log. The login can be reused.',
    told: ACCOUNT_DELETED,
  },
  suspend: {
    title: 'Suspend',
    label: 'Suspend',
    text: 'Signs this account out everywhere now, and nobody can sign in with it until you resume it. Login, password and role stay.',
    told: ACCOUNT_SUSPENDED,
  },
  resume: {
    title: 'Resume',
    label: 'Resume',
    text: 'This account can sign in again with its password.',
    told: ACCOUNT_RESUMED,
  },
  sessions: {
    title: 'End the sessions of',
    label: 'End sessions',
    text: 'Signs this account out everywhere now. The password does not change, so they can sign in again.',
    told: 'Success: Sessions ended',
  },
  factor: {
    title: 'Remove the second factor of',
    label: 'Remove',
    text: 'Signs the account out everywhere. Until they set up a new second factor, the password alone is enough to sign in.',
    told: 'Success: Second factor removed',
  },
} as const;

interface QuestionProps {
  readonly step: QuestionStep;
  readonly account: Account;
  readonly onClose: () => void;
}

/** Each question with the call that a yes makes. */
const useAnswers = (step: QuestionStep, onEnd: () => void) => {
  const told = {
    onDone: () => toast.success(QUESTIONS[step].told),
    onRefused: ({ info }: Pick<Refusal, 'info'>) => toast.error(`Error: ${info}`),
    onEnd,
  };
  const remove = useAction({ ...DELETE_ACCOUNT, ...told });
  const suspend = useAction({ ...SUSPEND_ACCOUNT, ...told });
  const resume = useAction({ ...RESUME_ACCOUNT, ...told });
  const sessions = useAction({ ...END_SESSIONS, ...told });
  const factor = useAction({ ...REMOVE_FACTOR_OF, ...told });
  const answers = { delete: remove, suspend, resume, sessions, factor };
  const answer = ({ id, rev }: Account): Promise<void> => {
    switch (step) {
      case 'delete':
        return remove.run({ id, data: { rev } });
      case 'suspend':
        return suspend.run({ id, rev });
      case 'resume':
        return resume.run({ id, rev });
      case 'sessions':
        return sessions.run({ id });
      case 'factor':
        return factor.run({ id });
    }
  };
  return { answer, pending: answers[step].pending };
};

const Question = ({ step, account, onClose }: QuestionProps) => {
  const { title, label, text } = QUESTIONS[step];
  const { answer, pending } = useAnswers(step, onClose);
  return (
    <ConfirmDialog
      opened
      title={`${title} ${account.full_name}`}
      confirmLabel={label}
      danger={step !== 'resume'}
      focusCancel={step !== 'resume'}
      busy={pending}
      onConfirm={() => void answer(account)}
      onCancel={onClose}
    >
      <p>{text}</p>
    </ConfirmDialog>
  );
};

/** 'List Active Users', admin only: login, full name, initials, role, reset and delete. */
export const UsersTable = ({ zone }: { readonly zone: string }) => {
  const query = useAccounts();
  const uid = useSession()?.uid;
  const [open, setOpen] = useState<{ readonly step: Step; readonly account: Account }>();
  const [showsHistory, setShowsHistory] = useState(false);
  const isOwn = ({ id }: Account) => String(id) === uid;
  const close = () => setOpen(undefined);
  const question = QUESTION_STEPS.find((step) => step === open?.step);

  const menu = (account: Account): MenuEntry[] => {
    const own = isOwn(account) ? OWN : undefined;
    return [
      {
        label: 'Edit…',
        icon: IconPencil,
        onSelect: () => setOpen({ step: 'edit', account }),
      },
      {
        label: 'Reset password…',
        icon: IconKey,
        disabledReason: own,
        onSelect: () => setOpen({ step: 'reset', account }),
      },
      {
        label: 'End sessions…',
        icon: IconDoorExit,
        disabledReason: own,
        onSelect: () => setOpen({ step: 'sessions', account }),
      },
      {
        label: 'Phones…',
        icon: IconDeviceMobile,
        disabledReason: account.role === 'evv' ? undefined : 'only caregivers stay signed in on a phone',
        onSelect: () => setOpen({ step: 'phones', account }),
      },
      {
        label: 'Remove second factor…',
        icon: IconShieldOff,
        disabledReason: own ?? (account.secondFactor ? undefined : 'there is none'),
        onSelect: () => setOpen({ step: 'factor', account }),
      },
      {
        label: 'History',
        icon: IconHistory,
        onSelect: () => setOpen({ step: 'history', account }),
      },
      'divider',
      account.suspended
        ? {
            label: 'Resume…',
            icon: IconPlayerPlay,
            onSelect: () => setOpen({ step: 'resume', account }),
          }
        : {
            label: 'Suspend…',
            icon: IconPlayerPause,
            disabledReason: own,
            onSelect: () => setOpen({ step: 'suspend', account }),
          },
      {
        label: 'Delete…',
        icon: IconTrash,
        danger: true,
        disabledReason: own,
        onSelect: () => setOpen({ step: 'delete', account }),
      },
    ];
  };
  return (
    <>
      <div className={classes.above}>
        <Button leftSection={<IconHistory {...rowIcon} />} onClick={() => setShowsHistory(true)}>
          History
        </Button>
      </div>
      <div className={classes.users}>
        <DataTable
          label="Active users"
          columns={columns(zone)}
          rows={query.data}
          rowKey={({ id }) => id}
          rowName={({ login }) => login}
          listItem={(account) => ({
            title: account.full_name,
            kind: ROLE_NAMES[account.role],
            line: [
              account.login,
              stateOf(account),
              account.resetPassword && !stateOf(account) ? stateOfPassword(account, zone).words : '',
              account.secondFactor ? 'second factor' : '',
            ]
              .filter(Boolean)
              .join(' · '),
          })}
          pageSize="all"
          noun="accounts"
          loadingText="Loading accounts…"
          failure={failureOf(query, 'The accounts could not be loaded')}
          actionsWidth={112}
          tightActionsWidth={112}
          actions={(account) => (
            <>
              <IconButton
                label={`Reset password of ${account.login}`}
                icon={<IconKey {...rowIcon} />}
                disabledReason={isOwn(account) ? OWN : undefined}
                onClick={() => setOpen({ step: 'reset', account })}
              />
              <IconButton
                label={`Delete ${account.login}`}
                icon={<IconTrash {...rowIcon} />}
                danger
                disabledReason={isOwn(account) ? OWN : undefined}
                onClick={() => setOpen({ step: 'delete', account })}
              />
            </>
          )}
          menu={menu}
        />
      </div>
      {open?.step === 'reset' && <ResetPasswordDialog account={open.account} zone={zone} onClose={close} />}
      {(showsHistory || open?.step === 'history') && (
        <AccountLogDialog
          account={open?.account ?? null}
          onClose={() => {
            setShowsHistory(false);
            close();
          }}
        />
      )}
      {open?.step === 'phones' && (
        <PhonesDialog accountId={open.account.id} name={open.account.full_name} zone={zone} onClose={close} />
      )}
      {open?.step === 'edit' && (
        <EditAccountDialog account={open.account} own={uid ? Number(uid) : null} onClose={close} />
      )}
      {question && open && <Question step={question} account={open.account} onClose={close} />}
    </>
  );
};
