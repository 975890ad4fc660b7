import { useLocation } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import type { FindEntry } from '../features/find/find-entries.ts';
import { addressOf, isNew } from '../platform/address.ts';
import { closeFinder, useFinderOpened } from '../platform/finder.ts';
import { rememberPlace } from '../platform/recent-places.ts';
import { useRole } from '../platform/session.ts';
import { useCapabilities } from '../platform/site.ts';
import { onDemand } from '../ui/on-demand.ts';
import { useFocusBack } from '../ui/use-focus-back.ts';
import { mayOpen, ROUTES } from './routes.ts';

const windows = onDemand(async () => (await import('../features/find/FindWindow.tsx')).FindWindow);
const LOAD_AFTER = 3_000;

/** Remembers the open page as recent, unless it is a form for something new. */
const useRemembered = () => {
  const to = useLocation({ select: ({ pathname }) => pathname.toLowerCase() });
  const page = useLocation({ select: ({ state }) => state.page });
  useEffect(() => {
    if (page && isNew(page)) return;
    rememberPlace({ to, page: addressOf(page ?? {}) });
  }, [to, page]);
};

/** 'Search or jump to' over any page. Its window loads with the first key, or earlier if there is time. */
export const Finder = () => {
  const capabilities = useCapabilities();
  const opened = useFinderOpened();
  const role = useRole();
  useRemembered();
  useFocusBack(opened);
  useEffect(() => {
    const timer = setTimeout(() => windows.load().catch(() => undefined), LOAD_AFTER);
    return () => clearTimeout(timer);
  }, []);
  const viewer = useMemo(() => ({ role, capabilities }), [role, capabilities]);
  const screens = useMemo(
    (): readonly FindEntry[] =>
      ROUTES.flatMap((entry) =>
        entry.menu && mayOpen(entry, role, capabilities)
          ? [
              {
                key: `screen ${entry.path}`,
                icon: entry.menu.icon,
                title: entry.menu.label,
                place: { to: entry.path },
              },
            ]
          : [],
      ),
    [role, capabilities],
  );
  const { part: Window, opened: isOpen } = windows.usePart(opened);
  return Window && <Window opened={isOpen} viewer={viewer} screens={screens} onClose={closeFinder} />;
};
