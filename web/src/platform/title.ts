import { useEffect } from 'react';
import { createStore } from './store.ts';

/** A page can give a more precise title than its route ('Edit provider'), but never a person's name. */
const own = createStore<string | undefined>(undefined);

export const usePageTitle = (title: string | undefined) =>
  useEffect(() => {
    own.set(title);
    return () => own.set(undefined);
  }, [title]);

export const useOwnTitle = own.use;

export const PRODUCT = 'Home Care Dashboard';

/** Title of route, product and agency, without personal data. */
export const useDocumentTitle = (route: string | undefined, site: string | undefined) =>
  useEffect(() => {
    document.title = [route, PRODUCT, site].filter(Boolean).join(' – ');
  }, [route, site]);
