import { ROLE_NAMES } from '@homecare/domain/accounts/role-names.ts';
import { isCaregiver } from '@homecare/domain/permissions.ts';
import { Box, Menu } from '@mantine/core';
import {
  IconChevronDown,
  IconDevices,
  IconKeyboard,
  IconLayoutSidebar,
  IconLock,
  IconLogout,
  IconMenu2,
  IconShieldLock,
  IconUserCircle,
} from '@tabler/icons-react';
import { type ReactNode, Suspense, useState } from 'react';
import { en } from '../caregiver/en.ts';
import { useWords } from '../caregiver/words.ts';
import { FactorDialog, PasswordDialog, SessionsDialog } from '../features/accounts/lazy-dialogs.ts';
import { NewTexts } from '../features/messaging/NewTexts.tsx';
import { NoticeMenus } from '../features/notices/NoticeMenus.tsx';
import { OpenBadge } from '../features/schedule/OpenBadge.tsx';
import { useTask } from '../platform/form/use-action.ts';
import { LanguageButton } from '../platform/LanguageButton.tsx';
import { useSite } from '../platform/own-site.ts';
import { useFullName, useSession } from '../platform/session.ts';
import { signOut } from '../platform/sign-out.ts';
import { ConfirmDialog } from '../ui/Dialog.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { menuIcon, rowIcon } from '../ui/icons.ts';
import { KeyboardDialog } from './KeyboardDialog.tsx';
import classes from './Toolbar.module.css';

const UserMenu = ({ face }: { readonly face: ReactNode }) => {
  const [dialog, setDialog] = useState<'keyboard' | 'logout' | 'password' | 'factor' | 'sessions'>();
  const leaving = useTask(signOut);
  const isOnPhone = isCaregiver(useSession()?.role);
  const chosen = useWords();
  const words = isOnPhone ? chosen : en;
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
        <p>{isOnPhone ? words.logoutText : 'Sign out of this device? Unsaved changes will be lost.'}</p>
      </ConfirmDialog>
    </>
  );
};

interface ToolbarProps {
  readonly title: string;
  readonly menuOpen: boolean;
  readonly wide: boolean;
  readonly onToggle: () => void;
}

/** Toggle, route title, new texts, notice menus and user menu. */
export const Toolbar = ({ title, menuOpen, wide, onToggle }: ToolbarProps) => {
  const session = useSession();
  const name = useFullName();
  return (
    <header className={classes.toolbar}>
      <IconButton
        label={menuOpen ? 'Hide menu' : 'Show menu'}
        icon={wide ? <IconLayoutSidebar {...menuIcon} /> : <IconMenu2 {...menuIcon} size={24} />}
        onClick={onToggle}
      />
      <h1 className={classes.title}>{title}</h1>
      <div className={classes.badges}>
        <OpenBadge />
        <NewTexts />
        <NoticeMenus />
      </div>
      <UserMenu
        face={
          <>
            <span className={classes.avatar} aria-hidden="true">
              {session?.initials.slice(0, 2).toUpperCase()}
            </span>
            <span className={classes.who}>
              <span className={classes.name}>{name}</span>
              <Box component="span" mih={14} fz={12} c="dimmed">
                {session && ROLE_NAMES[session.role]}
              </Box>
            </span>
            <IconChevronDown size={16} stroke={1.7} aria-hidden className={classes.chevron ?? ''} />
          </>
        }
      />
    </header>
  );
};

/** Header of field employees, on every tab: the other language and the user, no menu, no role (docs/rules/screens.md, rule 4). */
export const EmployeeBar = ({ title }: { readonly title: string }) => {
  const name = useFullName();
  const site = useSite();
  return (
    <header className={classes.employee}>
      <Box miw={0}>
        <Box mih={16} fz={12} lh={1.3} c="dimmed">
          {site?.title}
        </Box>
        <h1 className={classes.title}>{title}</h1>
      </Box>
      <div className={classes.phoneTools}>
        <LanguageButton bare />
        <UserMenu
          face={
            <>
              <span className="visually-hidden">{name}</span>
              <IconUserCircle size={26} stroke={1.6} aria-hidden />
            </>
          }
        />
      </div>
    </header>
  );
};
