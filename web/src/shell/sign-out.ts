import { logout } from '@homecare/domain/accounts/contract.ts';
import { forgetKept } from './kept.ts';
import { queryClient } from './query.ts';
import { router } from './router.tsx';
import { endHadSession, forgetAnswers, send } from './send.ts';
import { forgetSession } from './session.ts';
import { settleSignIn } from './sign-in-again.ts';
import { closeAllToasts } from './toasts.ts';

/** Everything that this page knows of the session is dropped. */
export const dropSession = () => {
  forgetSession();
  endHadSession();
  forgetAnswers();
  forgetKept();
  queryClient.clear();
  closeAllToasts();
};

/** Ends the session here and on the server; without a connection it ends here all the same. */
export const signOut = async () => {
  endHadSession();
  await send(logout, { data: {} });
  dropSession();
  settleSignIn(false);
  await router.navigate({ to: '/login', ignoreBlocker: true });
};

/** The session is over and this page never had one of its own: to the sign-in page and back afterwards. */
export const goToSignIn = () => {
  const { href, pathname } = router.state.location;
  if (pathname.toLowerCase() === '/login') return;
  dropSession();
  settleSignIn(false);
  void router.navigate({ to: '/login', search: href === '/' ? {} : { redirect: href }, ignoreBlocker: true });
};
