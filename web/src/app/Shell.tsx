import { showStamp } from '@homecare/domain/calendar.ts';
import { isCaregiver } from '@homecare/domain/permissions.ts';
import { useMediaQuery } from '@mantine/hooks';
import { Outlet, useLocation } from '@tanstack/react-router';
import { lazy, type MouseEvent, Suspense, useCallback, useEffect, useState } from 'react';
import { SessionKeeper } from '../features/accounts/SessionKeeper.tsx';
import { SignInAgainDialog } from '../features/accounts/SignInAgainDialog.tsx';
import { loadSessionDialogs } from '../features/accounts/session-dialogs.ts';
import { NONE_RUNNING, RUNNING } from '../features/bulk-messages/running.ts';
import { useSiteIcon } from '../features/sites/Brand.tsx';
import { UpdateNoteDialog } from '../features/sites/UpdateNoteDialog.tsx';
import { openFinder } from '../platform/finder.ts';
import { useKept } from '../platform/kept.ts';
import { later } from '../platform/later.ts';
import { useSite } from '../platform/own-site.ts';
import { finds } from '../platform/role-copy.ts';
import { serverNow } from '../platform/server-time.ts';
import { useSession } from '../platform/session.ts';
import { PRODUCT, useDocumentTitle, useOwnTitle } from '../platform/title.ts';
import { useZone } from '../platform/use-today.ts';
import { loadMenus } from '../ui/ButtonMenu.tsx';
import { loadDialogs } from '../ui/Dialog.tsx';
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { MAIN_ID } from '../ui/landmarks.ts';
import { usePaper } from '../ui/printing.ts';
import { useIsPhone } from '../ui/use-is-phone.ts';
import { routeOf } from './routes.ts';
import classes from './Shell.module.css';
import { SideMenu } from './SideMenu.tsx';
import toolbar from './Toolbar.module.css';
import { Toolbar } from './Toolbar.tsx';

const SendWatcher = lazy(async () => ({
  default: (await import('../features/bulk-messages/SendWatcher.tsx')).SendWatcher,
}));
const EmployeeBar = lazy(async () => ({ default: (await import('./EmployeeBar.tsx')).EmployeeBar }));
const Finder = later(async () => (await import('./Finder.tsx')).Finder);
const TabBar = lazy(async () => ({ default: (await import('./TabBar.tsx')).TabBar }));
const MenuDrawer = lazy(async () => ({ default: (await import('./MenuDrawer.tsx')).MenuDrawer }));

/** Milliseconds after which menus and dialogs are preloaded. One opened earlier loads them itself. */
const LOAD_AFTER = 3_000;

/** From this width on the menu is beside the sheet (docs/rules/screens.md, rule 5). */
const WIDE = '(min-width: 991px)';

const HIDDEN_KEY = 'drawer';

const skipToContent = (event: MouseEvent) => {
  event.preventDefault();
  document.getElementById(MAIN_ID)?.focus();
};

/** State of the side menu: beside the sheet and remembered in wide windows, a drawer in narrow ones. */
const useMenu = (pathname: string) => {
  const wide = useMediaQuery(WIDE, true, { getInitialValueInEffect: false });
  // Phones have the most used pages in a bar at the bottom, and the menu behind its last entry.
  const phone = useIsPhone();
  const [hidden, setHidden] = useState(() => localStorage.getItem(HIDDEN_KEY) === 'closed');
  const [drawer, setDrawer] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page closes the drawer
  useEffect(() => setDrawer(false), [pathname]);
  return {
    beside: wide && !hidden,
    wide,
    phone,
    drawer: drawer && !wide,
    closeDrawer: () => setDrawer(false),
    toggle: () => {
      if (!wide) return setDrawer(true);
      localStorage.setItem(HIDDEN_KEY, hidden ? 'open' : 'closed');
      setHidden(!hidden);
    },
  };
};

/** Makes Ctrl K open the global search, whatever has the focus. Listens before the page's own search does. */
const useFinderKey = (isOn: boolean) =>
  useEffect(() => {
    if (!isOn) return undefined;
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      openFinder();
    };
    document.addEventListener('keydown', onKey, { capture: true });
    return () => document.removeEventListener('keydown', onKey, { capture: true });
  }, [isOn]);

/** Prints agency, page and time on each sheet of paper. */
const useSheetHead = (title: string) => {
  const agency = useSite()?.title ?? PRODUCT;
  const zone = useZone();
  usePaper(
    useCallback(
      () => ({ left: agency, middle: title, right: showStamp(serverNow().toString(), zone) }),
      [agency, title, zone],
    ),
  );
};

/** The frame of every page after sign-in: menu, toolbar and the sheet, which alone scrolls. */
export const Shell = () => {
  const session = useSession();
  const pathname = useLocation({ select: (location) => location.pathname });
  const menu = useMenu(pathname);
  const route = routeOf(pathname);
  const ownTitle = useOwnTitle();
  const [running] = useKept(RUNNING, NONE_RUNNING);
  const title = ownTitle ?? route?.title ?? '';
  useDocumentTitle(title, useSite()?.title);
  useSheetHead(title);
  useSiteIcon();
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const load of [loadMenus, loadDialogs, loadSessionDialogs]) load().catch(() => undefined);
    }, LOAD_AFTER);
    return () => clearTimeout(timer);
  }, []);
  const employee = isCaregiver(session?.role);
  const hasFinder = finds(session?.role);
  useFinderKey(hasFinder);
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
        <Suspense fallback={<header className={toolbar.employee} />}>
          <EmployeeBar title={title} />
        </Suspense>
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
            phone={menu.phone}
            onToggle={menu.toggle}
          />
          {!menu.wide && (
            <Suspense>
              <MenuDrawer
                opened={menu.drawer}
                onClose={menu.closeDrawer}
                marked={route?.under ?? route?.path}
              />
            </Suspense>
          )}
        </>
      )}
      <main className={classes.main} id={MAIN_ID} tabIndex={-1}>
        <div className={classes.sheet} data-scroller>
          <ErrorBoundary resetKey={pathname}>
            <Outlet />
          </ErrorBoundary>
        </div>
      </main>
      {menu.phone && !employee && (
        <Suspense fallback={<div className={classes.tabs} />}>
          <div className={classes.tabs}>
            <TabBar marked={route?.under ?? route?.path} isMenuOpen={menu.drawer} onMore={menu.toggle} />
          </div>
        </Suspense>
      )}
      <SessionKeeper />
      <SignInAgainDialog />
      <Suspense>{hasFinder && <Finder />}</Suspense>
      <Suspense>{running.length > 0 && <SendWatcher />}</Suspense>
      {route?.path === '/dashboard' && <UpdateNoteDialog />}
    </div>
  );
};
