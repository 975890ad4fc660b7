import { logout } from '@homecare/domain/accounts/sign-in-contract.ts';
import { endSingleSignOn } from '@homecare/domain/accounts/single-sign-on-contract.ts';
import { forgetCompany } from './company-sign-in.ts';
import { forgetDrafts } from './form/drafts.ts';
import { forgetKept } from './kept.ts';
import { rememberLock } from './phone-lock.ts';
import { queryClient } from './query.ts';
import { endHadSession, forgetAnswers, send } from './send.ts';
import { currentSession, forgetSession } from './session.ts';
import { settleSignIn } from './sign-in-again.ts';
import { closeAllToasts } from './toasts.ts';

/** What signing out needs of the floors above this one. */
interface Exit {
  /** The page that is open. */
  readonly place: () => { readonly href: string; readonly pathname: string };
  /** To the sign-in page, and from there back to `redirect`. */
  readonly goToLogin: (redirect: string | undefined) => Promise<void>;
  /** The days that a caregiver's phone keeps go, checks that are not sent yet stay. */
  readonly forgetDays: () => Promise<void>;
}
let exit: Exit = {
  place: () => window.location,
  goToLogin: async () => undefined,
  forgetDays: async () => undefined,
};
/** Told once, by the start of the application. */
export const leaveBy = (next: Exit) => {
  exit = next;
};

/** Everything that this page knows of the session is dropped; name and logo of the site are nobody's secret and stay. */
export const dropSession = () => {
  void exit.forgetDays();
  forgetSession();
  endHadSession();
  forgetAnswers();
  forgetKept();
  queryClient.removeQueries();
  closeAllToasts();
};

// The pages go first: what they show would be asked for again, in vain, if its answers were dropped under them.
let leaving = false;
const leave = async (redirect: string | undefined) => {
  leaving = true;
  settleSignIn(false);
  forgetSession();
  await exit.goToLogin(redirect);
  dropSession();
  leaving = false;
};

/** Ends the session here and on the server; without a connection it ends here all the same. */
export const signOut = async () => {
  leaving = true;
  await queryClient.cancelQueries();
  await exit.forgetDays();
  // Asked for while the session is there: one that began at the company's sign-in service ends there too.
  const company = forgetCompany() ? await send(endSingleSignOn, {}, { asks: false }) : undefined;
  await send(logout, { data: {} });
  rememberLock(undefined);
  const session = currentSession();
  await leave(undefined);
  // An open form keeps what is typed in it until its page is gone.
  await forgetDrafts(session);
  if (company?.ok && company.data.url) window.location.assign(company.data.url);
};

/** The session is over and this page never had one of its own: to the sign-in page and back afterwards. */
export const goToSignIn = () => {
  const { href, pathname } = exit.place();
  if (leaving || pathname.toLowerCase() === '/login') return;
  void leave(href === '/' ? undefined : href);
};
