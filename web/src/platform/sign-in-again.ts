import { isCaregiver } from '@homecare/domain/permissions.ts';
import { keptLock } from './phone-lock.ts';
import { currentSession } from './session.ts';
import { createStore } from './store.ts';

/** Calls that met the end of the session wait here until the user has signed in again, so that no input is lost. */
const waiting = createStore<PromiseWithResolvers<boolean> | undefined>(undefined);
/** Caregivers may continue without, because check-ins are stored on the phone; they open the question themselves. */
const shown = createStore(false);

export const waitForSignIn = (): Promise<boolean> => {
  const before = waiting.get();
  if (before) return before.promise;
  const asked = Promise.withResolvers<boolean>();
  // On a phone that stays signed in, unlocking takes only a touch or six digits, so ask at once.
  shown.set(!isCaregiver(currentSession()?.role) || keptLock() !== undefined);
  waiting.set(asked);
  return asked.promise;
};

export const settleSignIn = (signedIn: boolean) => {
  waiting.get()?.resolve(signedIn);
  waiting.set(undefined);
};

export const isSignInAsked = () => waiting.get() !== undefined;

export const showSignIn = () => shown.set(true);
export const postponeSignIn = () => shown.set(false);

export const useSignInAsked = () => waiting.use() !== undefined;
export const useSignInShown = () => {
  const isShown = shown.use();
  return useSignInAsked() && isShown;
};
