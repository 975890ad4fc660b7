import { IconDevices, IconKeyboard, IconLock, IconLogout, IconShieldLock } from '@tabler/icons-react';
import { type ReactNode, Suspense, useCallback, useState } from 'react';
import { FactorDialog, PasswordDialog, SessionsDialog } from '../features/accounts/lazy-dialogs.ts';
import { useTask } from '../platform/form/use-action.ts';
import { signOut } from '../platform/sign-out.ts';
import { ButtonMenu } from '../ui/ButtonMenu.tsx';
import { ConfirmDialog } from '../ui/Dialog.tsx';
import { KeyboardDialog } from './KeyboardDialog.tsx';
import classes from './Toolbar.module.css';

/** Words of the office; those of the phone are in the language that the caregiver chose. */
export const OFFICE_WORDS = {
  changePassword: 'Change password',
  secondFactor: 'Second factor',
  sessions: 'Your sessions',
  logout: 'Logout',
  logoutText: 'Sign out of this device? Unsaved changes will be lost.',
};
type AccountWords = typeof OFFICE_WORDS;

interface UserMenuProps {
  readonly face: ReactNode;
  readonly words: AccountWords;
}

/** Password, second factor, sessions, keys and the way out. */
export const UserMenu = ({ face, words }: UserMenuProps) => {
  const [dialog, setDialog] = useState<'keyboard' | 'logout' | 'password' | 'factor' | 'sessions'>();
  const leaving = useTask(signOut);
  const close = () => setDialog(undefined);
  const openKeys = useCallback(() => setDialog('keyboard'), []);
  const entries = [
    ['password', IconLock, words.changePassword],
    ['factor', IconShieldLock, words.secondFactor],
    ['sessions', IconDevices, words.sessions],
    ['keyboard', IconKeyboard, 'Keyboard'],
    ['logout', IconLogout, words.logout],
  ] as const;
  return (
    <>
      <ButtonMenu
        width={200}
        entries={entries.map(([opens, icon, label]) => ({ label, icon, onSelect: () => setDialog(opens) }))}
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
        {dialog === 'sessions' && <SessionsDialog onClose={close} />}
      </Suspense>
      <KeyboardDialog opened={dialog === 'keyboard'} onOpen={openKeys} onClose={close} />
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
