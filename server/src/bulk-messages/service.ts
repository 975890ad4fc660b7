import { daysOfMonth } from '@homecare/domain/billing/counting.ts';
import type * as calls from '@homecare/domain/bulk-messages/contract.ts';
import {
  checkBulk,
  compose,
  type Draft,
  dayIsFull,
  ENDED_ALREADY,
  isRunning,
  type ListFacts,
  listChanged,
  listMark,
  sendListOf,
} from '@homecare/domain/bulk-messages/rules.ts';
import type { Chosen } from '@homecare/domain/bulk-messages/schema.ts';
import { instantOf } from '@homecare/domain/calendar.ts';
import type { ResultOf } from '@homecare/domain/call.ts';
import { done, refuse, refuseFields } from '@homecare/domain/errors.ts';
import { BAD_MEDIA, isOwnImage } from '@homecare/domain/messaging/rules.ts';
import type { Channel } from '@homecare/domain/messaging/schema.ts';
import { takeImage } from '../messaging/images.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { mutate } from '../platform/db/mutate.ts';
import type { UseCase } from '../platform/http/bind.ts';
import { loadNoTimesheet } from '../timesheets/received.ts';
import {
  countOfDay,
  endSend,
  findSend,
  insertSend,
  listActive,
  listSends,
  listSkippedOf,
  lockSend,
  scheduleSend,
} from './queries.ts';

export const listPeople: UseCase<typeof calls.listPeople> = async (scope) =>
  done(await listActive(scope.site.db));

/** What the groups consist of today. Read before the transaction, which then waits for nothing else. */
const factsFor = async (scope: Scope, { months }: Chosen): Promise<ListFacts> => {
  const withoutTimesheet = new Map<string, ReadonlySet<number>>();
  for (const month of new Set(months)) {
    const { from: start, through: end } = daysOfMonth(month);
    const owing = await loadNoTimesheet(scope, { start, end });
    if (owing.ok) withoutTimesheet.set(month, new Set(owing.data));
  }
  return { today: scope.today(), withoutTimesheet };
};

interface Asked {
  readonly to: Chosen;
  readonly seen: number;
  readonly mark?: string | undefined;
}

/** Stores who gets what and leaves the rest to the job, so the answer comes at once, however long the list is. */
const start = async (
  scope: Scope,
  call: string,
  channel: Channel,
  { to, seen, mark }: Asked,
  draft: Draft,
): Promise<ResultOf<typeof calls.startTexts>> => {
  const accountId = scope.user.id;
  if (accountId === null) throw new Error('a bulk send is started by somebody');
  const facts = await factsFor(scope, to);
  const { messagesPerDay } = scope.settings.capabilities;
  return mutate(scope, call, async (tx, record) => {
    const members = sendListOf(channel, await listActive(tx), to, facts);
    const isOther = mark !== undefined && mark !== listMark(channel, members);
    if (isOther || members.length !== seen) return refuse('listChanged', listChanged(members.length, seen));
    const refused = checkBulk(channel, members, draft, messagesPerDay);
    if (refused) return refused;
    const { going, leftOut } = compose(channel, members, draft.text);
    const today = instantOf(scope.today().toString(), '00:00', scope.settings.timeZone).toString();
    const left = Math.max(0, messagesPerDay - (await countOfDay(tx, today)));
    if (going.length > left) return refuse('tooMany', dayIsFull(left, messagesPerDay));
    const { imageId } = draft;
    const image = imageId === undefined ? done(null) : await takeImage(tx, scope, imageId, record);
    if (!image.ok) return image;
    const reasons = new Map(leftOut.map(({ person, reason }) => [person.id, reason]));
    const id = await insertSend(
      tx,
      {
        channel,
        subject: channel === 'Email' ? draft.subject.trim() || scope.site.title : null,
        text: draft.text,
        image: draft.image || null,
        imageId: imageId ?? null,
        ...scope.stamp(),
        accountId,
      },
      members.map((person) => ({ personId: person.id, reason: reasons.get(person.id) ?? null })),
    );
    const changes = { [channel]: [null, members.length], skipped: [null, leftOut.length] } as const;
    record({ entity: 'bulkSend', id, action: 'insert', changes });
    await scheduleSend(tx, id);
    return done({ id, total: members.length, skipped: leftOut.length }, { insertId: id });
  });
};

export const startTexts: UseCase<typeof calls.startTexts> = async (
  scope,
  { text, image, imageId, ...asked },
) => {
  if (image !== '' && !isOwnImage(image, scope.site.hosts))
    return refuseFields([{ field: 'image', message: BAD_MEDIA }], 'badImage');
  return start(scope, 'bulkMessages.startTexts', 'SMS', asked, { subject: '', text, image, imageId });
};

export const startMails: UseCase<typeof calls.startMails> = (scope, { text, subject, ...asked }) =>
  start(scope, 'bulkMessages.startMails', 'Email', asked, { subject, text, image: '' });

const SHOWN_HOURS = 24;

export const readProgress: UseCase<typeof calls.readProgress> = async (scope) => {
  const since = scope.now().subtract({ hours: SHOWN_HOURS }).toString();
  return done(await listSends(scope.site.db, scope.user.id ?? 0, since));
};

export const listSkipped: UseCase<typeof calls.listSkipped> = async (scope, { id }) => {
  const send = await findSend(scope.site.db, id);
  if (send?.accountId !== scope.user.id) return refuse('notFound');
  return done(await listSkippedOf(scope.site.db, id));
};

export const cancelSend: UseCase<typeof calls.cancelSend> = (scope, { id }) =>
  mutate(scope, 'bulkMessages.cancel', async (tx, record) => {
    const send = await lockSend(tx, id);
    if (send?.accountId !== scope.user.id) return refuse('notFound');
    if (send.state === 'cancelled') {
      record({ entity: 'bulkSend', id, action: 'update' });
      return done({ queued: send.queued });
    }
    if (!isRunning(send.state)) return refuse('conflict', ENDED_ALREADY);
    await endSend(tx, id, { state: 'cancelled', at: scope.now().toString() });
    record({ entity: 'bulkSend', id, action: 'update', changes: { state: [send.state, 'cancelled'] } });
    return done({ queued: send.queued });
  });
