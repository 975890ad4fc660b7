import { useSyncExternalStore } from 'react';

/** Calls that met the end of the session wait here until the user has signed in again, so nothing typed is lost. */
let waiting: { readonly promise: Promise<boolean>; readonly settle: (signedIn: boolean) => void } | undefined;
const listeners = new Set<() => void>();
const changed = () => {
  for (const listener of listeners) listener();
};

export const waitForSignIn = (): Promise<boolean> => {
  if (!waiting) {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    waiting = { promise, settle: resolve };
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

export const useSignInAsked = () =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, isSignInAsked);
