import { Drawer } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Outlet, useLocation } from '@tanstack/react-router';
import { type MouseEvent, useEffect, useState } from 'react';
import { SessionKeeper } from '../accounts/SessionKeeper.tsx';
import { SignInAgainDialog } from '../accounts/SignInAgainDialog.tsx';
import { SendWatcher } from '../bulk-messages/SendWatcher.tsx';
import { useSite } from '../sites/api.ts';
import { useSiteIcon } from '../sites/Brand.tsx';
import { UpdateNoteDialog } from '../sites/UpdateNoteDialog.tsx';
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { MAIN_ID } from '../ui/theme.ts';
import { routeOf } from './routes.ts';
import classes from './Shell.module.css';
import { SideMenu } from './SideMenu.tsx';
import { useSession } from './session.ts';
import { EmployeeBar, Toolbar } from './Toolbar.tsx';
import { useDocumentTitle, useOwnTitle } from './title.ts';

/** The menu stands beside the sheet from this width up (specification part 1, section 2). */
const WIDE = '(min-width: 991px)';

const HIDDEN_KEY = 'drawer';

const skipToContent = (event: MouseEvent) => {
  event.preventDefault();
  document.getElementById(MAIN_ID)?.focus();
};

/** Side menu and its toggle: beside the sheet on wide windows and remembered, a drawer on narrow ones. */
const useMenu = (pathname: string) => {
  const wide = useMediaQuery(WIDE, true, { getInitialValueInEffect: false });
  const [hidden, setHidden] = useState(() => localStorage.getItem(HIDDEN_KEY) === 'closed');
  const [drawer, setDrawer] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page closes the drawer
  useEffect(() => setDrawer(false), [pathname]);
  return {
    beside: wide && !hidden,
    wide,
    drawer: drawer && !wide,
    closeDrawer: () => setDrawer(false),
    toggle: () => {
      if (!wide) return setDrawer(true);
      localStorage.setItem(HIDDEN_KEY, hidden ? 'open' : 'closed');
      setHidden(!hidden);
    },
  };
};

/** Frame of every page behind the sign-in: menu, toolbar and the sheet, which alone scrolls. */
export const Shell = () => {
  const session = useSession();
  const pathname = useLocation({ select: (location) => location.pathname });
  const menu = useMenu(pathname);
  const route = routeOf(pathname);
  const ownTitle = useOwnTitle();
  const title = ownTitle ?? route?.title ?? '';
  useDocumentTitle(title, useSite()?.title);
  useSiteIcon();
  const employee = session?.role === 'evv';
  return (
    <div
      className={classes.frame}
      data-menu={(menu.beside && !employee) || undefined}
      data-employee={employee || undefined}
    >
      <a className={classes.skip} href={`#${MAIN_ID}`} onClick={skipToContent}>
        Skip to content
      </a>
      {employee ? (
        <EmployeeBar title={title} />
      ) : (
        <>
          {menu.beside && (
            <div className={classes.side}>
              <SideMenu marked={route?.under ?? route?.path} />
            </div>
          )}
          <Toolbar
            title={title}
            menuOpen={menu.beside || menu.drawer}
            wide={menu.wide}
            onToggle={menu.toggle}
          />
          <Drawer.Root opened={menu.drawer} onClose={menu.closeDrawer} size={260}>
            <Drawer.Overlay />
            <Drawer.Content aria-label="Menu">
              <div className={classes.drawerHead}>
                <Drawer.CloseButton aria-label="Close menu" />
              </div>
              <Drawer.Body>
                <SideMenu marked={route?.under ?? route?.path} inDrawer />
              </Drawer.Body>
            </Drawer.Content>
          </Drawer.Root>
        </>
      )}
      <main className={classes.main} id={MAIN_ID} tabIndex={-1}>
        <div className={classes.sheet} data-scroller>
          <ErrorBoundary resetKey={pathname}>
            <Outlet />
          </ErrorBoundary>
        </div>
      </main>
      <SessionKeeper />
      <SignInAgainDialog />
      <SendWatcher />
      {route?.path === '/dashboard' && <UpdateNoteDialog />}
    </div>
  );
};
