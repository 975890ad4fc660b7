import { chooseFirstPage } from '@homecare/domain/accounts/session-contract.ts';
import {
  IconDevices,
  IconFingerprint,
  IconHelp,
  IconHome,
  IconLock,
  IconLogout,
  IconShieldLock,
} from '@tabler/icons-react';
import { type ReactNode, Suspense, useCallback, useState } from 'react';
import {
  FactorDialog,
  PasskeysDialog,
  PasswordDialog,
  SessionsDialog,
} from '../features/accounts/lazy-dialogs.ts';
import { useAction, useTask } from '../platform/form/use-action.ts';
import { may } from '../platform/role-copy.ts';
import { keepFirstPage, useSession } from '../platform/session.ts';
import { signOut } from '../platform/sign-out.ts';
import { toast } from '../platform/toasts.ts';
import { ButtonMenu } from '../ui/ButtonMenu.tsx';
import { ConfirmDialog } from '../ui/Dialog.tsx';
import type { MenuEntry } from '../ui/menu-types.ts';
import { GuideDialog } from './GuideDialog.tsx';
import classes from './Toolbar.module.css';

/** Texts for the office; a phone shows those of the caregiver's language. */
export const OFFICE_WORDS = {
  changePassword: 'Change password',
  secondFactor: 'Two-step sign-in',
  passkeys: 'Passkeys',
  sessions: 'Your sessions',
  guide: 'Guide and keys',
  logout: 'Logout',
  logoutText: 'Sign out of this device? Unsaved changes will be lost.',
};
type AccountWords = typeof OFFICE_WORDS;

interface UserMenuProps {
  readonly face: ReactNode;
  readonly words: AccountWords;
  /** Actions of the open page. */
  readonly ofPage?: readonly MenuEntry[];
}

const PAGE_NAMES = { today: 'Today', people: 'People' } as const;

/** The other choice of first page, for users who have two; undefined for everyone else. */
const useFirstPage = () => {
  const session = useSession();
  const other = session?.first_page === 'today' ? 'people' : 'today';
  const { run } = useAction({
    call: chooseFirstPage,
    onDone: () => {
      keepFirstPage(other);
      toast.success(`${PAGE_NAMES[other]} opens when you sign in.`);
    },
  });
  if (!session || !may(session.role, chooseFirstPage)) return [];
  const label = `Start on ${PAGE_NAMES[other]}`;
  return [{ label, icon: IconHome, onSelect: () => void run({ first_page: other }) }];
};

/** Actions of the page, first page, password, second factor, sessions, guide and sign-out. */
export const UserMenu = ({ face, words, ofPage = [] }: UserMenuProps) => {
  const [dialog, setDialog] = useState<
    'guide' | 'logout' | 'password' | 'factor' | 'passkeys' | 'sessions'
  >();
  const leaving = useTask(signOut);
  const close = () => setDialog(undefined);
  const openGuide = useCallback(() => setDialog('guide'), []);
  const firstPage = useFirstPage();
  const dialogs = [
    ['password', IconLock, words.changePassword],
    ['factor', IconShieldLock, words.secondFactor],
    ['passkeys', IconFingerprint, words.passkeys],
    ['sessions', IconDevices, words.sessions],
    ['guide', IconHelp, words.guide],
    ['logout', IconLogout, words.logout],
  ] as const;
  return (
    <>
      <ButtonMenu
        width={200}
        entries={[
          ...ofPage,
          ...firstPage,
          ...dialogs.map(([opens, icon, label]) => ({ label, icon, onSelect: () => setDialog(opens) })),
        ]}
        button={(opening) => (
          <button type="button" className={classes.user} {...opening}>
            <span className="visually-hidden">User menu</span>
            {face}
          </button>
        )}
      />
      <Suspense>
        {dialog === 'password' && <PasswordDialog onChanged={close} onClose={close} />}
        {dialog === 'factor' && <FactorDialog onClose={close} />}
        {dialog === 'passkeys' && <PasskeysDialog onClose={close} />}
        {dialog === 'sessions' && <SessionsDialog onClose={close} />}
      </Suspense>
      <GuideDialog title={words.guide} opened={dialog === 'guide'} onOpen={openGuide} onClose={close} />
      <ConfirmDialog
        opened={dialog === 'logout'}
        title={words.logout}
        confirmLabel={words.logout}
        busy={leaving.pending}
        onCancel={close}
        onConfirm={() => void leaving.run()}
      >
        <p>{words.logoutText}</p>
      </ConfirmDialog>
    </>
  );
};
