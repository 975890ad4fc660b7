import { z } from 'zod';
import { fileOutput, getCall, open, postCall } from '../call.ts';
import { MAX_ID, stampText } from '../wire.ts';
import { MAX_MAIL } from './rules.ts';
import { MESSAGE_STATUSES } from './schema.ts';

/** Callbacks of the text messaging provider, and the texts that came in. */

/** What the provider sends grows with its interface: any fields, all of them signed. */
const signedFields = z.record(z.string(), z.string());
const SIGNED = 'the provider signs what it sends (X-Twilio-Signature)';

/** What became of a text. */
export const takeStatus = postCall(['hooks/twilio/status'], {
  name: 'messagingHooks.takeStatus',
  roles: open(SIGNED),
  effect: 'write',
  proof: 'signature',
  input: signedFields,
  output: z.null(),
});

/** A text that came in; answered in the provider's own form, without an answer to the phone. */
export const takeText = postCall(['hooks/twilio/message'], {
  name: 'messagingHooks.takeText',
  roles: open(SIGNED),
  effect: 'write',
  proof: 'signature',
  input: signedFields,
  output: fileOutput,
});

// ---- texts that came in

const id = z.int().min(1).max(MAX_ID);
const STAFF = ['admin', 'user'] as const;

/** Unread texts of one phone. */
export const UnreadThread = z.strictObject({
  number: z.string(),
  /** Whose phone it is, several may share one; or whose it was when they wrote. */
  people: z.array(z.int()),
  /** Of a person, a candidate or a case manager; null: the number belongs to nobody on record. */
  name: z.string().nullable(),
  count: z.int(),
  last: stampText,
});
export type UnreadThread = z.output<typeof UnreadThread>;

export const listUnread = getCall(['messaging/list-unread'], {
  name: 'messaging.listUnread',
  roles: STAFF,
  needs: ['smsEnabled'],
  effect: 'poll',
  input: z.strictObject({}),
  output: z.array(UnreadThread),
});

/** A person, with all the phones they have, or a phone that may be nobody's. */
const thread = z.strictObject({
  personId: id.nullable(),
  number: z
    .string()
    .regex(/^\+?\d{3,15}$/, 'A number looks like +13035550110.')
    .nullable(),
});

export const ConversationText = z.strictObject({
  id: z.int(),
  direction: z.enum(['in', 'out']),
  time: stampText,
  /** The phone at the other end. */
  number: z.string(),
  text: z.string(),
  status: z.enum(MESSAGE_STATUSES),
  error: z.string().nullable(),
  /** Initials of who wrote it; '' for a text that came in. */
  by: z.string(),
  /** Came in, and nobody has read it yet. */
  unread: z.boolean(),
  /** Failed or unknown, and staff may send it once more. */
  maySendAgain: z.boolean(),
});
export type ConversationText = z.output<typeof ConversationText>;

/** The latest texts, in the order of time; asked again while it is open. */
export const getConversation = postCall(['messaging/get-conversation'], {
  name: 'messaging.getConversation',
  roles: STAFF,
  needs: ['smsEnabled'],
  effect: 'poll',
  input: thread,
  output: z.strictObject({
    name: z.string().nullable(),
    /** Where an answer goes: the phone that wrote last, else the first one on record. */
    answerTo: z.string().nullable(),
    /** Why no answer can be sent; null: it can. */
    reason: z.string().nullable(),
    /** Others who have the same phone. */
    sharedWith: z.array(z.string()),
    /** The first text of all, also where there are more than these; null: there is none. */
    firstId: z.int().nullable(),
    texts: z.array(ConversationText),
  }),
});
export type Conversation = z.output<(typeof getConversation)['output']>;

/** Read up to this text, by anybody of the office. */
export const markRead = postCall(['messaging/mark-read'], {
  name: 'messaging.markRead',
  roles: STAFF,
  needs: ['smsEnabled'],
  effect: 'write',
  input: thread.extend({ upTo: id }),
  output: z.strictObject({ read: z.int() }),
});

const Queued = z.strictObject({ id: z.int() });

export const answerText = postCall(['messaging/answer-text'], {
  name: 'messaging.answerText',
  roles: STAFF,
  needs: ['smsEnabled'],
  effect: 'write',
  queues: true,
  input: z.strictObject({
    personId: id.nullable(),
    number: z.string().max(40),
    text: z.string().max(MAX_MAIL),
  }),
  output: Queued,
});

/** A message that failed, or whose outcome nobody knows, once more: staff decide that, never the server. */
export const sendAgain = postCall(['messaging/send-again'], {
  name: 'messaging.sendAgain',
  roles: STAFF,
  effect: 'write',
  queues: true,
  input: z.strictObject({ id }),
  output: Queued,
});
