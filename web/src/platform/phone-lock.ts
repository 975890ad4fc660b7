import type { PhoneLock } from '@homecare/domain/accounts/schema.ts';
import { isCaregiver } from '@homecare/domain/permissions.ts';
import { currentSession, type Session } from './session.ts';

/** Whether this phone stays signed in, and how it is unlocked. Contains no secret, only what to ask for when the session has ended. */
const KEY = 'phoneLock';

const ownerOf = ({ site, uid }: Session) => `${site}:${uid}`;

export const keptLock = (): PhoneLock | undefined => {
  const session = currentSession();
  const [owner, lock] = (localStorage.getItem(KEY) ?? '').split(' ');
  if (!session || !isCaregiver(session.role) || owner !== ownerOf(session)) return undefined;
  return lock === 'pin' || lock === 'passkey' ? lock : undefined;
};

export const rememberLock = (lock: PhoneLock | undefined) => {
  const session = currentSession();
  if (session && lock) localStorage.setItem(KEY, `${ownerOf(session)} ${lock}`);
  else localStorage.removeItem(KEY);
};
