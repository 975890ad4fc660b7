import type { InputOf } from '@homecare/domain/call.ts';
import { getSendLog } from '@homecare/domain/messaging/contract.ts';
import {
  answerText,
  getConversation,
  listUnread,
  markRead,
  sendAgain,
} from '@homecare/domain/messaging/delivery-contract.ts';
import { QUEUED } from '@homecare/domain/messaging/rules.ts';
import { markStale, useRead } from '../../platform/query.ts';
import { send } from '../../platform/send.ts';
import { toast } from '../../platform/toasts.ts';

/** A person, or a phone that is nobody's own. */
export type ThreadOf = Pick<InputOf<typeof getConversation>, 'personId' | 'number'>;

const OPEN_POLL = 8_000;

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
