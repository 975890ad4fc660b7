import { listUnread, type UnreadThread } from '@homecare/domain/messaging/delivery-contract.ts';
import { useRead } from '../../platform/query.ts';
import { may } from '../../platform/role-copy.ts';
import { useSession } from '../../platform/session.ts';
import { useCapabilities } from '../../platform/site.ts';

const POLL = 30_000;

const NOBODY: readonly UnreadThread[] = [];

/** Unread texts by phone. Only the office loads them. */
export const useUnread = (): readonly UnreadThread[] => {
  const role = useSession()?.role;
  const isTexting = useCapabilities()?.smsEnabled === true;
  const enabled = isTexting && may(role, listUnread);
  const { data } = useRead(listUnread, {}, { enabled, every: POLL });
  return (enabled && data) || NOBODY;
};

const NONE: ReadonlyMap<number, number> = new Map();
const countsOf = new WeakMap<readonly UnreadThread[], ReadonlyMap<number, number>>();

/** Unread texts of the rows of the People list, by record id. */
export const useUnreadCounts = (): ReadonlyMap<number, number> => {
  const threads = useUnread();
  if (threads.length === 0) return NONE;
  const known = countsOf.get(threads);
  if (known) return known;
  const counts = new Map<number, number>();
  for (const { people, count } of threads)
    for (const id of people) counts.set(id, (counts.get(id) ?? 0) + count);
  countsOf.set(threads, counts);
  return counts;
};

export const newTexts = (count: number) => `${count} new ${count === 1 ? 'text' : 'texts'}`;
