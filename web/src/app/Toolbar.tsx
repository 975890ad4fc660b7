import { ROLE_NAMES } from '@homecare/domain/accounts/role-names.ts';
import { Box } from '@mantine/core';
import { IconChevronDown, IconLayoutSidebar, IconMenu2, IconPrinter, IconSearch } from '@tabler/icons-react';
import { Suspense } from 'react';
import { NewTexts } from '../features/messaging/NewTexts.tsx';
import { NoticeMenus } from '../features/notices/NoticeMenus.tsx';
import { openFinder } from '../platform/finder.ts';
import { later } from '../platform/later.ts';
import { finds } from '../platform/role-copy.ts';
import { useFullName, useSession } from '../platform/session.ts';
import { useCapabilities } from '../platform/site.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { menuIcon } from '../ui/icons.ts';
import classes from './Toolbar.module.css';
import { OFFICE_WORDS, UserMenu } from './UserMenu.tsx';

const OpenBadge = later(async () => (await import('../features/schedule/OpenBadge.tsx')).OpenBadge);

interface ToolbarProps {
  readonly title: string;
  readonly menuOpen: boolean;
  readonly wide: boolean;
  /** On a phone the menu opens from the bottom bar, and the search is here. */
  readonly phone: boolean;
  readonly onToggle: () => void;
}

/** Runs once the menu has closed. */
const PRINT = {
  label: 'Print this page',
  icon: IconPrinter,
  onSelect: () => void setTimeout(() => window.print()),
};

/** Menu toggle, page title, new texts, notices and user menu. */
export const Toolbar = ({ title, menuOpen, wide, phone, onToggle }: ToolbarProps) => {
  const session = useSession();
  const name = useFullName();
  const copy = useCapabilities()?.custom;
  return (
    <header className={classes.toolbar}>
      {!phone && (
        <IconButton
          label={menuOpen ? 'Hide menu' : 'Show menu'}
          icon={wide ? <IconLayoutSidebar {...menuIcon} /> : <IconMenu2 {...menuIcon} size={24} />}
          onClick={onToggle}
        />
      )}
      <h1 className={classes.title}>{title}</h1>
      <div className={classes.badges}>
        {phone && finds(session?.role) && (
          <IconButton
            label="Search or jump to"
            icon={<IconSearch {...menuIcon} size={24} />}
            onClick={openFinder}
          />
        )}
        <Suspense>
          <OpenBadge />
        </Suspense>
        <NewTexts />
        <NoticeMenus />
      </div>
      <UserMenu
        words={OFFICE_WORDS}
        ofPage={[PRINT]}
        face={
          <>
            <span className={classes.avatar} aria-hidden="true">
              {session?.initials.slice(0, 2).toUpperCase()}
            </span>
            <span className={classes.who}>
              <span className={classes.name}>{name}</span>
              <Box component="span" mih={14} fz={12} c="dimmed">
                {session && (copy?.name ?? ROLE_NAMES[session.role])}
              </Box>
            </span>
            <IconChevronDown size={16} stroke={1.7} aria-hidden className={classes.chevron ?? ''} />
          </>
        }
      />
    </header>
  );
};
