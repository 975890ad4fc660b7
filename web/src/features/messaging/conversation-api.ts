import type { InputOf } from '@homecare/domain/call.ts';
import { getSendLog } from '@homecare/domain/messaging/contract.ts';
import {
  answerText,
  getConversation,
  listUnread,
  markRead,
  sendAgain,
} from '@homecare/domain/messaging/delivery-contract.ts';
import { useRead } from '../../platform/query.ts';

/** A person, or a phone that belongs to nobody. */
export type ThreadOf = Pick<InputOf<typeof getConversation>, 'personId' | 'number'>;

const OPEN_POLL = 8_000;

/** The conversation, polled while its dialog is open. */
export const useConversation = (thread: ThreadOf) =>
  useRead(getConversation, thread, { staleTime: 0, every: OPEN_POLL });

const TEXT_READERS = [getConversation, listUnread, getSendLog];

export const MARK_READ = { call: markRead, changes: [listUnread] } as const;
/** Keyed, so that pressing again after a lost answer sends nothing twice. */
export const ANSWER = { call: answerText, changes: TEXT_READERS, keyed: true } as const;
export const SEND_AGAIN = { call: sendAgain, changes: TEXT_READERS, keyed: true } as const;
