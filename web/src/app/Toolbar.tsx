import { ROLE_NAMES } from '@homecare/domain/accounts/role-names.ts';
import { Box } from '@mantine/core';
import { IconChevronDown, IconLayoutSidebar, IconMenu2 } from '@tabler/icons-react';
import { Suspense } from 'react';
import { NewTexts } from '../features/messaging/NewTexts.tsx';
import { NoticeMenus } from '../features/notices/NoticeMenus.tsx';
import { later } from '../platform/later.ts';
import { useFullName, useSession } from '../platform/session.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { menuIcon } from '../ui/icons.ts';
import classes from './Toolbar.module.css';
import { OFFICE_WORDS, UserMenu } from './UserMenu.tsx';

const OpenBadge = later(async () => (await import('../features/schedule/OpenBadge.tsx')).OpenBadge);

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
        <Suspense>
          <OpenBadge />
        </Suspense>
        <NewTexts />
        <NoticeMenus />
      </div>
      <UserMenu
        words={OFFICE_WORDS}
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
