import { Menu } from '@mantine/core';
import { IconDevices, IconKeyboard, IconLock, IconLogout, IconShieldLock } from '@tabler/icons-react';
import { type ReactNode, Suspense, useState } from 'react';
import { FactorDialog, PasswordDialog, SessionsDialog } from '../features/accounts/lazy-dialogs.ts';
import { useTask } from '../platform/form/use-action.ts';
import { signOut } from '../platform/sign-out.ts';
import { ConfirmDialog } from '../ui/Dialog.tsx';
import { rowIcon } from '../ui/icons.ts';
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
  const entries = [
    ['password', IconLock, words.changePassword],
    ['factor', IconShieldLock, words.secondFactor],
    ['sessions', IconDevices, words.sessions],
    ['keyboard', IconKeyboard, 'Keyboard'],
    ['logout', IconLogout, words.logout],
  ] as const;
  return (
    <>
      <Menu position="bottom-end" width={200}>
        <Menu.Target>
          <button type="button" className={classes.user}>
            <span className="visually-hidden">User menu</span>
            {face}
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          {entries.map(([opens, Icon, label]) => (
            <Menu.Item key={opens} leftSection={<Icon {...rowIcon} />} onClick={() => setDialog(opens)}>
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <Suspense>
        {dialog === 'password' && <PasswordDialog onChanged={close} onClose={close} />}
        {dialog === 'factor' && <FactorDialog onClose={close} />}
        {dialog === 'sessions' && <SessionsDialog onClose={close} />}
      </Suspense>
      <KeyboardDialog opened={dialog === 'keyboard'} onClose={close} />
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
