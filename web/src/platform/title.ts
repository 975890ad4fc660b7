import { useEffect } from 'react';
import { createStore } from './store.ts';

/** A page may name itself more exactly than its route ('Edit provider'); never with a person's name. */
const own = createStore<string | undefined>(undefined);

export const usePageTitle = (title: string | undefined) =>
  useEffect(() => {
    own.set(title);
    return () => own.set(undefined);
  }, [title]);

export const useOwnTitle = own.use;

export const PRODUCT = 'Home Care Dashboard';

/** Route, product, agency: no personal data in titles. */
export const useDocumentTitle = (route: string | undefined, site: string | undefined) =>
  useEffect(() => {
    document.title = [route, PRODUCT, site].filter(Boolean).join(' – ');
  }, [route, site]);
