import { z } from 'zod';
import { fileOutput, getCall, open, postCall } from '../call.ts';
import { MAX_ID, stampText } from '../wire.ts';
import { MAX_MAIL } from './rules.ts';
import { MESSAGE_STATUSES } from './schema.ts';

/** Callbacks of the text messaging provider, and texts received. */

/** The provider may add fields at any time, so any are accepted, and all of them are signed. */
const signedFields = z.record(z.string(), z.string());
const SIGNED = 'the provider signs what it sends (X-Twilio-Signature)';

/** Reports what became of a text. */
export const takeStatus = postCall(['hooks/twilio/status'], {
  name: 'messagingHooks.takeStatus',
  roles: open(SIGNED),
  effect: 'write',
  proof: 'signature',
  input: signedFields,
  output: z.null(),
});

/** Takes a received text. The answer is in the provider's format and sends nothing to the phone. */
export const takeText = postCall(['hooks/twilio/message'], {
  name: 'messagingHooks.takeText',
  roles: open(SIGNED),
  effect: 'write',
  proof: 'signature',
  input: signedFields,
  output: fileOutput,
});

// ---- texts received

const id = z.int().min(1).max(MAX_ID);
const STAFF = ['admin', 'user'] as const;

/** Unread texts from one phone. */
export const UnreadThread = z.strictObject({
  number: z.string(),
  /** The people with this phone now (several may share it), or with it when they wrote. */
  people: z.array(z.int()),
  /** The name of a person, candidate or case manager; null if the number is nobody's on record. */
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

/** A person with all of their phones, or a phone that may be nobody's. */
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
  /** The other phone. */
  number: z.string(),
  text: z.string(),
  status: z.enum(MESSAGE_STATUSES),
  error: z.string().nullable(),
  /** Initials of the writer; '' for a received text. */
  by: z.string(),
  /** A received text that nobody has read yet. */
  unread: z.boolean(),
  /** It failed or its outcome is unknown, and staff may send it again. */
  maySendAgain: z.boolean(),
});
export type ConversationText = z.output<typeof ConversationText>;

/** The latest texts in order of time. The screen polls it while the conversation is open. */
export const getConversation = postCall(['messaging/get-conversation'], {
  name: 'messaging.getConversation',
  roles: STAFF,
  needs: ['smsEnabled'],
  effect: 'poll',
  input: thread,
  output: z.strictObject({
    name: z.string().nullable(),
    /** The number that a reply goes to: the phone that wrote last, or else the first one on record. */
    answerTo: z.string().nullable(),
    /** Why no reply can be sent; null if one can. */
    reason: z.string().nullable(),
    /** Other people with the same phone. */
    sharedWith: z.array(z.string()),
    /** The first text of the whole conversation, even if it is not in this answer; null if there is none. */
    firstId: z.int().nullable(),
    texts: z.array(ConversationText),
  }),
});
export type Conversation = z.output<(typeof getConversation)['output']>;

/** Marks texts up to this one as read for everybody in the office. */
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

/** Sends a message again that failed or whose outcome is unknown. Staff decide that, never the server. */
export const sendAgain = postCall(['messaging/send-again'], {
  name: 'messaging.sendAgain',
  roles: STAFF,
  effect: 'write',
  queues: true,
  input: z.strictObject({ id }),
  output: Queued,
});
