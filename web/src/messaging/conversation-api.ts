import type { InputOf } from '@homecare/domain/call.ts';
import { getSendLog } from '@homecare/domain/messaging/contract.ts';
import {
  answerText,
  getConversation,
  listUnread,
  markRead,
  sendAgain,
  type UnreadThread,
} from '@homecare/domain/messaging/delivery-contract.ts';
import { QUEUED } from '@homecare/domain/messaging/rules.ts';
import { markStale, useRead } from '../shell/query.ts';
import { send } from '../shell/send.ts';
import { useSession } from '../shell/session.ts';
import { toast } from '../shell/toasts.ts';
import { useCapabilities } from '../sites/api.ts';

/** A person, or a phone that is nobody's own. */
export type ThreadOf = Pick<InputOf<typeof getConversation>, 'personId' | 'number'>;

const POLL = 30_000;
const OPEN_POLL = 8_000;

const NOBODY: readonly UnreadThread[] = [];

/** Texts that nobody has read, by phone; the office alone asks for them. */
export const useUnread = (): readonly UnreadThread[] => {
  const role = useSession()?.role;
  const isTexting = useCapabilities()?.smsEnabled === true;
  const enabled = isTexting && (role === 'admin' || role === 'user');
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

/** As it is, and asked again while its dialog is open. */
export const useConversation = (thread: ThreadOf) =>
  useRead(getConversation, thread, { staleTime: 0, every: OPEN_POLL });

const changed = () => void markStale(getConversation, listUnread, getSendLog);

export const readTexts = async (thread: ThreadOf, upTo: number) => {
  const sent = await send(markRead, { ...thread, upTo });
  if (sent.ok) void markStale(listUnread);
  return sent;
};

/** `key`: the same for each try of one answer, so that it goes once. */
export const sendAnswer = async (personId: number | null, number: string, text: string, key: string) => {
  const sent = await send(answerText, { personId, number, text }, { key });
  if (sent.ok) {
    toast.success(QUEUED);
    changed();
  }
  return sent;
};

export const sendOnceMore = async (id: number, key: string) => {
  const sent = await send(sendAgain, { id }, { key });
  if (sent.ok) toast.success(QUEUED);
  else toast.error(sent.info);
  changed();
  return sent;
};
