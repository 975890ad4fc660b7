import type { Place } from './address.ts';
import { hrefOf, stateOf } from './address.ts';
import { onForgetKept } from './kept.ts';
import { currentSession } from './session.ts';

/** Eight are offered before somebody has typed, and the place that is open is none of them. */
const MOST_RECENT = 9;

const PREFIX = 'recent.';
const keyOfAccount = () => {
  const session = currentSession();
  return session && `${PREFIX}${session.site}.${session.uid}`;
};

const placeOf = (href: string): Place | undefined => {
  const [to = '', key] = href.split('?at=');
  if (!to.startsWith('/')) return undefined;
  const page = stateOf(key);
  return page ? { to, page } : { to };
};

const readHrefs = (key: string): readonly string[] => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(kept) ? kept.filter((href) => typeof href === 'string').slice(0, MOST_RECENT) : [];
  } catch {
    // A browser without storage, or somebody else's text in its place: nothing is recent.
    return [];
  }
};

/** Where this account was on this device, the last first: routes and keys alone, no name. */
export const recentPlaces = (): readonly Place[] => {
  const key = keyOfAccount();
  return key ? readHrefs(key).flatMap((href) => placeOf(href) ?? []) : [];
};

export const rememberPlace = (place: Place) => {
  const key = keyOfAccount();
  if (!key) return;
  const href = hrefOf(place);
  try {
    const kept = [href, ...readHrefs(key).filter((one) => one !== href)].slice(0, MOST_RECENT);
    localStorage.setItem(key, JSON.stringify(kept));
  } catch {
    // Full or forbidden: nothing is remembered.
  }
};

onForgetKept(() => {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key);
  } catch {
    // Nothing was stored where nothing can be.
  }
});
