import { useLocation, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type OpenedWith, searchOf, stateOf } from './address.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** What a page is opened with (mode, id): survives a reload, and is in the URL as a key (docs/rules/screens.md, rule 6). */
    readonly page?: OpenedWith;
  }
}

export type PageState = OpenedWith;

const NONE: PageState = {};

/** What this page was opened with: its own, also while the next one loads and the location is already that one's. */
export const usePageState = (): PageState => {
  const page = useLocation({
    // An address that was opened in a new tab, or sent by a colleague, has no entry of the history yet.
    select: ({ state, search }) => state.page ?? stateOf('at' in search ? search.at : undefined) ?? NONE,
  });
  const isOwn = useIsOwn();
  const [last, setLast] = useState(page);
  if (isOwn && last !== page) setLast(page);
  return isOwn ? page : last;
};

/** Whether the location is still that of the page, which is there until the next one is loaded. */
export const useIsOwn = (): boolean => {
  const pathname = useLocation({ select: (location) => location.pathname });
  const [own] = useState(pathname);
  return pathname === own;
};

/** Opens a route of the table with its state. */
export const useOpenPage = () => {
  const navigate = useNavigate();
  return (to: string, page: PageState = NONE) => navigate({ to, search: searchOf(page), state: { page } });
};
