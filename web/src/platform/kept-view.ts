import { isMonth } from '@homecare/domain/calendar.ts';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { searchOf } from './address.ts';
import { useKept } from './kept.ts';
import { type PageState, useIsOwn, usePageState } from './page-state.ts';

type View = Readonly<Record<string, string | number | boolean | null>>;

const stateOf = (view: View): PageState =>
  Object.fromEntries(
    Object.entries(view).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  );

const isSame = (a: PageState, b: PageState) =>
  Object.keys(a).length === Object.keys(b).length &&
  Object.entries(a).every(([name, value]) => b[name] === value);

/**
 * What a page looks at: kept until sign-out as `useKept` does, and in the entry of the history and its address too, where it
 * survives a reload and can be sent. Ids, months and switches alone, never what is typed about people. `read` takes an entry as
 * whatever page or version left it.
 */
export const useKeptView = <T extends View>(
  key: string,
  read: (kept: PageState) => T,
): readonly [T, (view: T) => void] => {
  const page = usePageState();
  const isOwn = useIsOwn();
  const navigate = useNavigate();
  const [initial] = useState(() => read(page));
  const [view, setView] = useKept(key, initial);
  useEffect(() => {
    const state = stateOf(view);
    // On the way elsewhere this page is still there while the next one loads: that entry is not its own.
    if (!isOwn || isSame(page, state)) return;
    // The page stays where it is: nothing is left, scrolled or asked.
    void navigate({
      to: '.',
      search: searchOf(state),
      state: { page: state },
      replace: true,
      ignoreBlocker: true,
      resetScroll: false,
    });
  }, [page, view, navigate, isOwn]);
  return [view, setView];
};

/** A value of an entry, when it is what it should be. */
export const keptId = (value: PageState[string] | undefined): number | null =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : null;
export const keptMonth = (value: PageState[string] | undefined): string =>
  typeof value === 'string' && isMonth(value) ? value : '';
