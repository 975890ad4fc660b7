import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { addressOf, isFilter, type OpenedWith, searchOf, stateOf } from './address.ts';
import { useKept } from './kept.ts';
import { useIsOwn, usePageState } from './page-state.ts';

/** Kinds, states, switches and days that narrow a list: words of its own, never what somebody searched for. */
type Filters = Readonly<Record<string, string | boolean>>;

interface Addressed {
  /** The beginning of their names in an address. */
  readonly list: string;
  readonly filters: Filters;
  /** What the list begins with: it needs no address. */
  readonly first: Filters;
  /** Those that an address asks for, as whatever version wrote it. */
  readonly onFilters: (filters: Filters) => void;
}

const only = (page: OpenedWith, which: (name: string) => boolean): OpenedWith =>
  Object.fromEntries(Object.entries(page).filter(([name]) => which(name)));

/** What an address asks for of these filters, by their own names. */
const askedIn = (page: OpenedWith, names: ReadonlyMap<string, string>): Filters =>
  Object.fromEntries(
    Object.entries(page).flatMap(([full, value]) => {
      const name = names.get(full);
      return name === undefined || typeof value === 'number' ? [] : [[name, value] as const];
    }),
  );

/** Those that differ from what the list begins with, as an address names them. */
const saidOf = (names: ReadonlyMap<string, string>, filters: Filters, first: Filters): OpenedWith =>
  Object.fromEntries(
    [...names].flatMap(([full, name]) => {
      const value = filters[name];
      return value === undefined || value === first[name] ? [] : [[full, value] as const];
    }),
  );

/** What was written here: it says what was looked at, also when it arrives after the next press. */
const written = new WeakSet<OpenedWith>();

/**
 * Filters of a list in the address of its page, where they outlive a reload, are sent to a colleague or opened in a new tab.
 * Without any in the address the list shows what was looked at last.
 */
export const useFiltersInAddress = ({ list, filters, first, onFilters }: Addressed): void => {
  const page = usePageState();
  const at = useLocation({
    select: ({ search }): string | null =>
      'at' in search && typeof search.at === 'string' ? search.at : null,
  });
  const entry = useLocation({ select: ({ state }) => state.page });
  const isOwn = useIsOwn();
  const navigate = useNavigate();
  const taken = useRef<OpenedWith>(undefined);
  useEffect(() => {
    if (!isOwn) return;
    const names = new Map(Object.keys(first).map((name) => [`${list}.${name}`, name]));
    const asked = askedIn(page, names);
    if (Object.keys(asked).length > 0 && !written.has(page) && taken.current !== page) {
      taken.current = page;
      onFilters({ ...first, ...asked });
      return;
    }
    const rest = only(page, (name) => !isFilter(name));
    const others = only(stateOf(at) ?? {}, (name) => isFilter(name) && !names.has(name));
    const address = addressOf(rest);
    const search = searchOf({ ...address, ...others, ...saidOf(names, filters, first) });
    if ((search.at ?? null) === at && !Object.keys(entry ?? {}).some(isFilter)) return;
    const next = stateOf(search.at);
    if (next) written.add(next);
    // What an address does not say stays in the entry of the history.
    const isWhole = Object.keys(rest).length === Object.keys(address).length;
    // The page stays where it is: nothing is left, scrolled or asked.
    void navigate({
      to: '.',
      search,
      state: isWhole ? {} : { page: rest },
      replace: true,
      ignoreBlocker: true,
      resetScroll: false,
    });
  });
};

/** The tab of a page: kept until sign-out, and in its address. */
export const useKeptTab = <T extends string>(
  key: `${string}.tab`,
  tabs: readonly T[],
  first: T,
): readonly [T, (tab: T) => void] => {
  const [tab, setTab] = useKept<T>(key, first);
  useFiltersInAddress({
    list: key.slice(0, -'.tab'.length),
    filters: { tab },
    first: { tab: first },
    onFilters: (asked) => setTab(tabs.find((one) => one === asked.tab) ?? first),
  });
  return [tab, setTab];
};
