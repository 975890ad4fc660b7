import { logout } from '@homecare/domain/accounts/contract.ts';
import { siteConfig } from '@homecare/domain/sites/page-contract.ts';
import { rememberLock } from '../accounts/phone-lock.ts';
import { forgetDays } from '../phone/store.ts';
import { LOGO } from '../sites/api.ts';
import { forgetKept } from './kept.ts';
import { queryClient } from './query.ts';
import { router } from './router.tsx';
import { endHadSession, forgetAnswers, send } from './send.ts';
import { forgetSession } from './session.ts';
import { settleSignIn } from './sign-in-again.ts';
import { closeAllToasts } from './toasts.ts';

const OPEN: readonly unknown[] = [siteConfig.name, LOGO];

/** Everything that this page knows of the session is dropped; name and logo of the site are nobody's secret and stay. */
export const dropSession = () => {
  void forgetDays();
  forgetSession();
  endHadSession();
  forgetAnswers();
  forgetKept();
  queryClient.removeQueries({ predicate: ({ queryKey }) => !OPEN.includes(queryKey[0]) });
  closeAllToasts();
};

// The pages go first: what they show would be asked for again, in vain, if its answers were dropped under them.
let leaving = false;
const leave = async (redirect: string | undefined) => {
  leaving = true;
  settleSignIn(false);
  forgetSession();
  await router.navigate({ to: '/login', search: redirect ? { redirect } : {}, ignoreBlocker: true });
  dropSession();
  leaving = false;
};

/** Ends the session here and on the server; without a connection it ends here all the same. */
export const signOut = async () => {
  leaving = true;
  await queryClient.cancelQueries();
  await forgetDays();
  await send(logout, { data: {} });
  rememberLock(undefined);
  await leave(undefined);
};

/** The session is over and this page never had one of its own: to the sign-in page and back afterwards. */
export const goToSignIn = () => {
  const { href, pathname } = router.state.location;
  if (leaving || pathname.toLowerCase() === '/login') return;
  void leave(href === '/' ? undefined : href);
};
