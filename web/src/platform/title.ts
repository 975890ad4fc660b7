import { useEffect, useSyncExternalStore } from 'react';

/** A page may name itself more exactly than its route ('Edit provider'); never with a person's name. */
let own: string | undefined;
const listeners = new Set<() => void>();
const set = (title: string | undefined) => {
  own = title;
  for (const listener of listeners) listener();
};

export const usePageTitle = (title: string | undefined) =>
  useEffect(() => {
    set(title);
    return () => set(undefined);
  }, [title]);

export const useOwnTitle = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => own,
  );

export const PRODUCT = 'Home Care Dashboard';

/** Route, product, agency: no personal data in titles. */
export const useDocumentTitle = (route: string | undefined, site: string | undefined) =>
  useEffect(() => {
    document.title = [route, PRODUCT, site].filter(Boolean).join(' – ');
  }, [route, site]);
