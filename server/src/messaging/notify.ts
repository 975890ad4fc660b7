import { done, type Result } from '@homecare/domain/errors.ts';
import { canMail, canText, smsNumber } from '@homecare/domain/messaging/rules.ts';
import type { Scope } from '../platform/auth/scope.ts';
import type { Recorder, Tx } from '../platform/db/mutate.ts';
import { listStopped } from './delivery-queries.ts';
import type { NewMessage } from './queries.ts';
import { queueMessages } from './service.ts';

/** Somebody who wants to be notified, by a phone or an address of a record (notifyVisit). */
export interface Contact {
  readonly personId: number;
  readonly contact: string | null;
}

interface Words {
  readonly subject: string;
  readonly text: string;
}

/** As a text or as a mail, whichever the contact is and the site has switched on. */
const messageTo = (
  { settings }: Scope,
  { personId, contact }: Contact,
  { subject, text }: Words,
): NewMessage | undefined => {
  const { smsEnabled, emailEnabled } = settings.capabilities;
  const owner = { personId, candidateId: null };
  if (smsEnabled && canText(contact))
    return { channel: 'SMS', recipient: smsNumber(contact), owner, subject: null, text };
  return emailEnabled && canMail(contact)
    ? { channel: 'Email', recipient: contact, owner, subject, text }
    : undefined;
};

interface Notice extends Words {
  readonly contacts: readonly Contact[];
  /** Names it, so that it is never queued twice. */
  readonly request: string;
}

/**
 * Queues a notice to contacts of records, in the transaction of what it is about: to each phone and address once, to none that
 * has answered STOP. Answers how many.
 */
export const queueNotice = async (
  tx: Tx,
  scope: Scope,
  notice: Notice,
  record: Recorder,
): Promise<Result<number>> => {
  const found = notice.contacts.map((contact) => messageTo(scope, contact, notice));
  const byRecipient = new Map(found.flatMap((message) => (message ? [[message.recipient, message]] : [])));
  const stopped = await listStopped(tx, [...byRecipient.keys()]);
  const messages = [...byRecipient.values()].filter(({ recipient }) => !stopped.has(recipient));
  if (messages.length === 0) return done(0);
  const queued = await queueMessages(tx, scope, messages, record, notice.request);
  return queued.ok ? done(queued.data.length) : queued;
};
