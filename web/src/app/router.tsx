import type { Role } from '@homecare/domain/call.ts';
import { isCaregiver } from '@homecare/domain/permissions.ts';
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { queryClient } from '../platform/query.ts';
import { knownCopy } from '../platform/role-copy.ts';
import { safeRedirect } from '../platform/safe-redirect.ts';
import { currentSession, forgetSession, homeOf, startOf } from '../platform/session.ts';
import { capabilitiesQuery } from '../platform/site.ts';
import { toast } from '../platform/toasts.ts';
import { TipLayer } from '../ui/TipLayer.tsx';
import { NotFoundPage, PageFailed } from './failed-pages.tsx';
import { mayOpen, openHome, ROUTES, type RouteEntry, routeOf, whyClosed } from './routes.ts';
import { Toasts } from './Toasts.tsx';

const Root = () => (
  <>
    <Outlet />
    <Toasts />
    <TipLayer />
  </>
);

const root = createRootRoute({ component: Root });

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: (search: Record<string, unknown>): { redirect?: string } => {
    const to = safeRedirect(search.redirect);
    return to ? { redirect: to } : {};
  },
  // Going back after signing in must not show the form again.
  beforeLoad: ({ search }) => {
    const session = currentSession();
    if (session) throw redirect({ href: startOf(session, search.redirect), replace: true });
  },
  component: lazyRouteComponent(() => import('./SignInPage.tsx'), 'SignInPage'),
});

const toLogin = (href: string) => {
  const to = safeRedirect(href);
  return redirect({ to: '/login', search: to && to !== '/' ? { redirect: to } : {} });
};

/** Maximum time for which users look at an empty window. */
const WAIT_MS = 1_000;

/** Waits for the capabilities, so that menu and toolbar render once with the right entries. An offline phone has neither. */
const switchesKnown = async () => {
  const late = new Promise((resolve) => window.setTimeout(resolve, WAIT_MS));
  await Promise.race([queryClient.ensureQueryData(capabilitiesQuery()).catch(() => undefined), late]);
};

const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  beforeLoad: async ({ location }) => {
    const session = currentSession();
    if (!session) throw toLogin(location.href);
    if (!isCaregiver(session.role)) await switchesKnown();
  },
  component: lazyRouteComponent(() => import('./Shell.tsx'), 'Shell'),
  errorComponent: PageFailed,
});

const home = createRoute({
  getParentRoute: () => shell,
  path: '/',
  beforeLoad: () => {
    const session = currentSession();
    throw session ? redirect({ to: homeOf(session), replace: true }) : redirect({ to: '/login' });
  },
});

/** A path without a page, because no page is open to the user. */
const NOWHERE = '/nowhere';

/** Changes to a custom role apply with the next page after this time. */
const COPY_STALE_MS = 10_000;
const switchesFor = async ({ needs }: RouteEntry, role: Role) => {
  if (isCaregiver(role)) return undefined;
  const known = knownCopy()
    ? queryClient.fetchQuery({ ...capabilitiesQuery(), staleTime: COPY_STALE_MS })
    : queryClient.ensureQueryData(capabilitiesQuery());
  return needs ? known : known.catch(() => undefined);
};

/** Checks roles and capabilities of the route; the server checks every call again. */
const guard = async (entry: RouteEntry) => {
  const session = currentSession();
  if (!session) throw redirect({ to: '/login' });
  const capabilities = await switchesFor(entry, session.role);
  if (!mayOpen(entry, session.role, capabilities)) {
    const home = openHome(homeOf(session), session.role, capabilities);
    // The user did not ask for a closed first page, so the next one opens silently.
    const isAsked = entry.path !== homeOf(session);
    if (isAsked && !isCaregiver(session.role)) toast.error(whyClosed(entry, session.role, capabilities));
    throw redirect({ to: home === entry.path ? NOWHERE : home, replace: true });
  }
  if (isCaregiver(session.role) && !session.evv_id) {
    forgetSession();
    throw redirect({ to: '/login', replace: true });
  }
};

const pathOf = ({ path, keyed, parts }: RouteEntry) =>
  [path, keyed && '$key', parts && '{-$part}'].filter(Boolean).join('/');

const pages = ROUTES.map((entry) =>
  createRoute({
    getParentRoute: () => shell,
    path: pathOf(entry),
    beforeLoad: ({ location }) => {
      if (routeOf(location.pathname) !== entry)
        throw redirect({ to: entry.keyed ? '/' : entry.path, replace: true });
      return guard(entry);
    },
    component: lazyRouteComponent(async () => ({ default: await entry.page() })),
    errorComponent: PageFailed,
  }),
);

const unknown = createRoute({ getParentRoute: () => shell, path: '$', component: NotFoundPage });

export const router = createRouter({
  routeTree: root.addChildren([login, shell.addChildren([home, ...pages, unknown])]),
  caseSensitive: false,
  defaultPreload: 'intent',
  defaultPendingMs: 400,
  scrollRestoration: false,
});
