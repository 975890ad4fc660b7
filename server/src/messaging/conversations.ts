import type { InputOf } from '@homecare/domain/call.ts';
import { done, refuse, refuseFields } from '@homecare/domain/errors.ts';
import { formatPhone } from '@homecare/domain/formats.ts';
import {
  ATTACHMENT_IS_GONE,
  LINK_IS_GONE,
  maySendAgain,
  NOBODYS_NUMBER,
  NOT_AGAIN,
  optedOut,
  SENT_AGAIN,
} from '@homecare/domain/messaging/delivery.ts';
import type * as calls from '@homecare/domain/messaging/delivery-contract.ts';
import type { UnreadThread } from '@homecare/domain/messaging/delivery-contract.ts';
import { checkSms, isSmsNumber, LINK_PLACE, smsNumber } from '@homecare/domain/messaging/rules.ts';
import { seesPayRates } from '@homecare/domain/permissions.ts';
import type { Scope } from '../platform/auth/scope.ts';
import type { RevisionKey } from '../platform/db/changes.ts';
import { mutate } from '../platform/db/mutate.ts';
import type { UseCase } from '../platform/http/bind.ts';
import {
  findFirstId,
  findThreadPerson,
  listNames,
  listPhoneOwners,
  listThread,
  listUnreadNumbers,
  readThread,
  type ThreadKey,
} from './conversation-queries.ts';
import { listStopped, lockStored, storeAgain } from './delivery-queries.ts';
import { takeImageAgain } from './images.ts';
import { findRecipients, isStillOf, type Owner } from './queries.ts';
import { queueMessages } from './service.ts';

// ---- unread

/** The answer also contains names and phones, including those of candidates. */
export const unreadRevision = (): readonly RevisionKey[] => [
  ['messages', 'unread'],
  ['people', 'staffed'],
  ['candidates', 'all'],
];

export const listUnread: UseCase<typeof calls.listUnread> = async (scope) => {
  const { db } = scope.site;
  const unread = await listUnreadNumbers(db);
  if (unread.length === 0) return done([]);
  const [owners, names] = await Promise.all([
    listPhoneOwners(db, [...new Set(unread.map(({ number }) => number))]),
    listNames(db, [...new Set(unread.flatMap(({ personId }) => personId ?? []))]),
  ]);
  const byContact = Map.groupBy(owners, ({ contact }) => contact);
  const threads = new Map<string, UnreadThread>();
  for (const { number, personId, count, last } of unread) {
    const having = byContact.get(formatPhone(number)) ?? [];
    const people = having.flatMap((owner) => owner.personId ?? []);
    // They had this phone when they wrote, so it stays their text, whoever has the phone now.
    const former = personId !== null && !people.includes(personId) ? personId : undefined;
    const key = `${number} ${former ?? ''}`;
    const known = threads.get(key);
    threads.set(key, {
      number,
      people: former === undefined ? people : [former],
      name: (former === undefined ? having[0]?.name : names.get(former)) ?? null,
      count: count + (known?.count ?? 0),
      // The latest come first.
      last: known?.last ?? last,
    });
  }
  return done([...threads.values()]);
};

// ---- a conversation

interface Thread {
  readonly key: ThreadKey;
  readonly name: string | null;
}

type Asked = Pick<InputOf<typeof calls.getConversation>, 'personId' | 'number'>;

const findThread = async (scope: Scope, { personId, number }: Asked): Promise<Thread | undefined> => {
  const { db } = scope.site;
  if (personId === null) {
    if (number === null) return undefined;
    const [owner] = await listPhoneOwners(db, [number]);
    return { key: { personId: null, numbers: [number], notNumber: null }, name: owner?.name ?? null };
  }
  const person = await findThreadPerson(db, personId);
  if (!person) return undefined;
  const numbers = [person.phone, person.altPhone].map(smsNumber).filter((one) => one.length === 12);
  const manager = smsNumber(person.managersPhone);
  const notNumber = manager && !numbers.includes(manager) ? manager : null;
  return { key: { personId, numbers: [...new Set(numbers)], notNumber }, name: person.name };
};

export const getConversation: UseCase<typeof calls.getConversation> = async (scope, asked) => {
  const thread = await findThread(scope, asked);
  if (!thread) return refuse('notFound');
  const { db } = scope.site;
  const { personId, numbers } = thread.key;
  const texts = await listThread(db, thread.key, seesPayRates(scope.user.role));
  const last = texts.findLast(({ direction, number }) => direction === 'in' && numbers.includes(number));
  const answerTo = last?.number ?? numbers[0] ?? null;
  const owners = answerTo ? await listPhoneOwners(db, [answerTo]) : [];
  const [stopped] = answerTo ? await listStopped(db, [answerTo]) : [];
  const others = owners.filter((owner) => owner.personId !== personId || personId === null);
  return done({
    name: thread.name,
    answerTo,
    reason: reasonAgainst(answerTo, owners.length > 0, stopped),
    sharedWith: (personId === null ? others.slice(1) : others).map(({ name }) => name),
    firstId: await findFirstId(db, thread.key, texts),
    texts,
  });
};

/** The same check for the screen and for sending. */
const reasonAgainst = (number: string | null, isOfSomebody: boolean, stopped: string | undefined) => {
  if (number === null) return 'There is no phone on record.';
  if (!isSmsNumber(number)) return `Error: Can't send message to ${number}`;
  if (!isOfSomebody) return NOBODYS_NUMBER;
  return stopped ? optedOut(stopped) : null;
};

export const markRead: UseCase<typeof calls.markRead> = async (scope, { upTo, ...asked }) => {
  const thread = await findThread(scope, asked);
  if (!thread) return refuse('notFound');
  const at = scope.now().toString();
  const marked = await mutate(scope, 'messaging.markRead', async (tx, record) => {
    const read = await readThread(tx, thread.key, { upTo, at, by: scope.user.initials });
    // Someone else has read it already, so there is nothing to log.
    if (read.length === 0) return refuse('notFound');
    for (const id of read) record({ entity: 'message', id, action: 'read' });
    return done({ read: read.length });
  });
  return marked.ok ? marked : done({ read: 0 });
};

export const answerText: UseCase<typeof calls.answerText> = (scope, { personId, number, text }) =>
  mutate(scope, 'messaging.answerText', async (tx, record) => {
    const refused = checkSms([{ number, text }]);
    if (refused) return refuse(refused.reason, refused.info);
    const recipient = smsNumber(number);
    const contact = formatPhone(recipient);
    const owners = await listPhoneOwners(tx, [recipient]);
    // The phone may have gone to someone else while the answer was being written.
    if (personId !== null && !owners.some((owner) => owner.personId === personId))
      return refuse('conflict', GONE.SMS);
    const owner: Owner | undefined =
      personId !== null
        ? { personId, candidateId: null }
        : (await findRecipients(tx, 'SMS', [contact])).get(contact);
    if (!owner) return refuseFields([{ field: 'number', message: NOBODYS_NUMBER }]);
    const message = { channel: 'SMS', recipient, owner, subject: null, text } as const;
    const queued = await queueMessages(tx, scope, [message], record);
    if (!queued.ok) return queued;
    return done({ id: queued.data[0] ?? 0 });
  });

// ---- once more

/** Sends a message again as a new row of the log. The old row says so and cannot be sent a third time. */
export const sendAgain: UseCase<typeof calls.sendAgain> = async (scope, { id }) => {
  const { smsEnabled, emailEnabled } = scope.settings.capabilities;
  return mutate(scope, 'messaging.sendAgain', async (tx, record) => {
    const stored = await lockStored(tx, id);
    if (!stored) return refuse('notFound');
    if (stored.againId !== null) return refuse('conflict', SENT_AGAIN);
    if (!maySendAgain(stored.status)) return refuse('conflict', NOT_AGAIN);
    const { channel, recipient, subject, text, image, imageId, personId, candidateId } = stored;
    if (text.includes(LINK_PLACE)) return refuse('conflict', LINK_IS_GONE);
    if (stored.hasAttachment) return refuse('conflict', ATTACHMENT_IS_GONE);
    if (!(channel === 'SMS' ? smsEnabled : emailEnabled)) return refuse('switchedOff');
    // Who has it now: a number or address may have gone to someone else.
    const contact = channel === 'SMS' ? formatPhone(recipient) : recipient.toLowerCase();
    const owner: Owner | undefined =
      personId !== null
        ? { personId, candidateId: null }
        : candidateId !== null
          ? { personId: null, candidateId }
          : undefined;
    if (!owner || !(await isStillOf(tx, channel, contact, owner))) return refuse('conflict', GONE[channel]);
    const kept = imageId === null ? done(null) : await takeImageAgain(tx, scope, imageId);
    if (!kept.ok) return kept;
    const message = { channel, recipient, owner, subject, text, image, imageId };
    const queued = await queueMessages(tx, scope, [message], record);
    if (!queued.ok) return queued;
    const [againId = 0] = queued.data;
    await storeAgain(tx, id, againId);
    record({ entity: 'message', id, action: 'update', changes: { again: [null, againId] } });
    return done({ id: againId });
  });
};

const GONE = {
  SMS: 'This person no longer has the number it was sent to.',
  Email: 'This person no longer has the address it was sent to.',
} as const;
