import type { Place } from './address.ts';
import { hrefOf, stateOf } from './address.ts';
import { onForgetKept } from './kept.ts';
import { currentSession } from './session.ts';

/** Eight are offered, and the open page is not one of them. */
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
    // Without storage, or with foreign text in it, nothing is recent.
    return [];
  }
};

/** Pages that this account visited on this device, latest first. Contains only routes and keys, no names. */
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
    // Storage is full or forbidden, so nothing is remembered.
  }
};

onForgetKept(() => {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key);
  } catch {
    // Without storage there is nothing to delete.
  }
});
