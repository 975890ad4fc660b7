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

/** What signing out needs from higher layers of the application. */
interface Exit {
  /** The open page. */
  readonly place: () => { readonly href: string; readonly pathname: string };
  /** Opens the sign-in page, which later returns to `redirect`. */
  readonly goToLogin: (redirect: string | undefined) => Promise<void>;
  /** Deletes the days stored on a caregiver's phone, but keeps unsent check-ins. */
  readonly forgetDays: () => Promise<void>;
}
let exit: Exit = {
  place: () => window.location,
  goToLogin: async () => undefined,
  forgetDays: async () => undefined,
};
/** Called once at the start of the application. */
export const leaveBy = (next: Exit) => {
  exit = next;
};

/** Drops everything that this page knows of the session, except the public name and logo of the site. */
export const dropSession = () => {
  void exit.forgetDays();
  forgetSession();
  endHadSession();
  forgetAnswers();
  forgetKept();
  queryClient.removeQueries();
  closeAllToasts();
};

// The pages must go first: they would request dropped answers again, in vain.
let leaving = false;
const leave = async (redirect: string | undefined) => {
  leaving = true;
  settleSignIn(false);
  forgetSession();
  await exit.goToLogin(redirect);
  dropSession();
  leaving = false;
};

/** Ends the session here and on the server; without a connection, at least here. */
export const signOut = async () => {
  leaving = true;
  await queryClient.cancelQueries();
  await exit.forgetDays();
  // Must be asked while the session exists. A session begun at the company's sign-in service is ended there too.
  const company = forgetCompany() ? await send(endSingleSignOn, {}, { asks: false }) : undefined;
  await send(logout, { data: {} });
  rememberLock(undefined);
  const session = currentSession();
  await leave(undefined);
  // An open form keeps its draft until its page is gone.
  await forgetDrafts(session);
  if (company?.ok && company.data.url) window.location.assign(company.data.url);
};

/** The session is over, and this page never had one. Opens the sign-in page, which returns here afterwards. */
export const goToSignIn = () => {
  const { href, pathname } = exit.place();
  if (leaving || pathname.toLowerCase() === '/login') return;
  void leave(href === '/' ? undefined : href);
};
