import type { SessionValues } from '@homecare/domain/accounts/schema.ts';
import { FIRST_PAGES, type FirstPage, sessionInitials } from '@homecare/domain/accounts/signing-in.ts';
import { ROLES, type Role } from '@homecare/domain/call.ts';
import { isCaregiver } from '@homecare/domain/permissions.ts';
import { safeRedirect } from './safe-redirect.ts';
import { createStore } from './store.ts';

/** The session values stored in the browser (docs/rules/accounts.md, rule 10). The credential itself is an HttpOnly cookie. */
export interface Session {
  readonly uid: string;
  readonly site: string;
  /** The login name. */
  readonly username: string;
  readonly role: Role;
  readonly initials: string;
  /** Provider id of a field employee, '' for everyone else. */
  readonly evv_id: string;
  readonly first_page: FirstPage;
}
const KEYS = ['uid', 'site', 'username', 'role', 'initials', 'evv_id', 'first_page'] as const;

const isRole = (text: string | null): text is Role => ROLES.some((role) => role === text);

const read = (): Session | undefined => {
  const value = (key: (typeof KEYS)[number]) => localStorage.getItem(key) ?? '';
  const role = localStorage.getItem('role');
  if (!isRole(role)) return undefined;
  return {
    uid: value('uid'),
    site: value('site'),
    username: value('username'),
    role,
    initials: value('initials'),
    evv_id: value('evv_id'),
    first_page: FIRST_PAGES.find((page) => page === value('first_page')) ?? 'people',
  };
};

const session = createStore(read());
/** Kept in memory only. */
const fullName = createStore('');

export const currentSession = session.get;
export const useSession = session.use;
/** The role of the user. Without a session it is provider, so that nothing forbidden is offered. */
export const useRole = (): Role => useSession()?.role ?? 'provider';

/** The login name until the server has answered the full name. */
export const useFullName = () => {
  const name = fullName.use();
  const login = useSession()?.username ?? '';
  return name || login;
};

/** The full name answered by the server; '' until then. */
export const knownFullName = fullName.get;
/** Uses the name stored encrypted on a caregiver's phone until the server answers it. */
export const adoptFullName = (name: string) => {
  if (session.get() && !fullName.get()) fullName.set(name);
};

export const keepSession = (values: SessionValues, username: string, site: string) => {
  const kept: Record<(typeof KEYS)[number], string> = {
    uid: String(values.uid),
    site,
    username,
    role: values.role,
    initials: sessionInitials(values.full_name),
    evv_id: values.evv_id === null ? '' : String(values.evv_id),
    first_page: values.first_page,
  };
  for (const key of KEYS) localStorage.setItem(key, kept[key]);
  fullName.set(values.full_name);
  session.set(read());
};

export const forgetSession = () => {
  for (const key of KEYS) localStorage.removeItem(key);
  fullName.set('');
  session.set(undefined);
};

/** Applies a changed preference of the account. */
export const keepFirstPage = (page: FirstPage) => {
  localStorage.setItem('first_page', page);
  session.set(read());
};

/** Signing in or out in another tab applies to this one too. */
export const followOtherTabs = (onSignedOut: () => void, onOtherUser: () => void) => {
  window.addEventListener('storage', (event) => {
    if (event.key !== 'role' && event.key !== 'uid') return;
    const before = session.get();
    const now = read();
    session.set(now);
    if (before && !now) onSignedOut();
    else if (before && now && before.uid !== now.uid) onOtherUser();
  });
};

const FIRST_PATHS: Readonly<Record<FirstPage, string>> = { today: '/today', people: '/dashboard' };
type Starting = Pick<Session, 'role' | 'first_page'>;

export const homeOf = ({ role, first_page }: Starting) =>
  isCaregiver(role) ? '/evv' : FIRST_PATHS[first_page];

/** Where a sign-in leads: to the page that asked for it, or else home. */
export const startOf = (starting: Starting, wanted: string | undefined) =>
  isCaregiver(starting.role) ? homeOf(starting) : (safeRedirect(wanted) ?? homeOf(starting));
