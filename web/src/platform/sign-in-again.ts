import { useSyncExternalStore } from 'react';
import { keptLock } from './phone-lock.ts';
import { currentSession } from './session.ts';

/** Calls that met the end of the session wait here until the user has signed in again, so nothing typed is lost. */
let waiting: { readonly promise: Promise<boolean>; readonly settle: (signedIn: boolean) => void } | undefined;
/** A caregiver may go on without: checks are kept on the phone, so the question waits until it is opened. */
let shown = false;
const listeners = new Set<() => void>();
const changed = () => {
  for (const listener of listeners) listener();
};

export const waitForSignIn = (): Promise<boolean> => {
  if (!waiting) {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    waiting = { promise, settle: resolve };
    // A phone that stays signed in opens with a touch or six digits: that is asked at once.
    shown = currentSession()?.role !== 'evv' || keptLock() !== undefined;
    changed();
  }
  return waiting.promise;
};

export const settleSignIn = (signedIn: boolean) => {
  waiting?.settle(signedIn);
  waiting = undefined;
  changed();
};

export const isSignInAsked = () => waiting !== undefined;

const put = (next: boolean) => {
  shown = next;
  changed();
};
export const showSignIn = () => put(true);
export const postponeSignIn = () => put(false);

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
export const useSignInAsked = () => useSyncExternalStore(subscribe, isSignInAsked);
export const useSignInShown = () => useSyncExternalStore(subscribe, () => isSignInAsked() && shown);
