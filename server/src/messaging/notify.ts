import { done, type Result } from '@homecare/domain/errors.ts';
import { canMail, canText, smsNumber } from '@homecare/domain/messaging/rules.ts';
import type { Scope } from '../platform/auth/scope.ts';
import type { Recorder, Tx } from '../platform/db/mutate.ts';
import { listStopped } from './delivery-queries.ts';
import type { NewMessage } from './queries.ts';
import { queueMessages } from './service.ts';

/** Someone who wants to be notified, by a phone or address in a record (notifyVisit). */
export interface Contact {
  readonly personId: number;
  readonly contact: string | null;
  /** How they asked to be notified, even if no phone or address may be on record. */
  readonly by?: 'text' | 'email' | null;
}

interface Words {
  readonly subject: string;
  readonly text: string;
}

/** Builds a text or an email, depending on the contact and on what the site has switched on; otherwise a sentence. */
const messageTo = (
  { settings }: Scope,
  { personId, contact, by }: Contact,
  { subject, text }: Words,
): NewMessage | string => {
  const { smsEnabled, emailEnabled } = settings.capabilities;
  const owner = { personId, candidateId: null };
  if (canText(contact))
    return smsEnabled
      ? { channel: 'SMS', recipient: smsNumber(contact), owner, subject: null, text }
      : 'Texts are switched off.';
  if (canMail(contact))
    return emailEnabled
      ? { channel: 'Email', recipient: contact, owner, subject, text }
      : 'E-mails are switched off.';
  if (by === 'email') return contact ? 'This is not an email address.' : 'No email address is on record.';
  return contact ? 'This phone takes no texts.' : 'No phone is on record.';
};

/** What became of a message: it is queued and its status says the rest, or why it was not. */
export type Queued =
  | { readonly messageId: number; readonly whyNot?: undefined }
  | { readonly messageId?: undefined; readonly whyNot: string };

interface Notice extends Words {
  readonly to: Contact;
  /** Identifies the message, so that it is never queued twice. */
  readonly request: string;
}

/** Queues a notice to one contact, in the transaction of its subject. The site's daily cap holds back courtesy messages. */
export const queueNoticeTo = async (
  tx: Tx,
  scope: Scope,
  { to, request, ...words }: Notice,
  record: Recorder,
): Promise<Queued> => {
  const message = messageTo(scope, to, words);
  if (typeof message === 'string') return { whyNot: message };
  const queued = await queueMessages(tx, scope, [message], record, request);
  if (!queued.ok)
    return { whyNot: queued.reason === 'conflict' ? 'The phone has answered STOP.' : queued.info };
  const [messageId] = queued.data;
  return messageId === undefined ? { whyNot: queued.info ?? '' } : { messageId };
};

interface Notices extends Words {
  readonly contacts: readonly Contact[];
  readonly request: string;
}

/**
 * Queues a notice to contacts of records, in the transaction of its subject: once to each phone and address, and none to those that
 * have answered STOP. Returns how many.
 */
export const queueNotice = async (
  tx: Tx,
  scope: Scope,
  notice: Notices,
  record: Recorder,
): Promise<Result<number>> => {
  const found = notice.contacts.map((contact) => messageTo(scope, contact, notice));
  const byRecipient = new Map(
    found.flatMap((message) => (typeof message === 'string' ? [] : [[message.recipient, message]])),
  );
  const stopped = await listStopped(tx, [...byRecipient.keys()]);
  const messages = [...byRecipient.values()].filter(({ recipient }) => !stopped.has(recipient));
  if (messages.length === 0) return done(0);
  const queued = await queueMessages(tx, scope, messages, record, notice.request);
  return queued.ok ? done(queued.data.length) : queued;
};
