import { randomUUID } from 'node:crypto';
import { instantOf } from '@homecare/domain/calendar.ts';
import type { InputOf, ResultOf } from '@homecare/domain/call.ts';
import {
  done,
  type GeneralReason,
  type Refusal,
  type Result,
  refuse,
  refuseAll,
  refuseFields,
} from '@homecare/domain/errors.ts';
import { formatPhone } from '@homecare/domain/formats.ts';
import type * as calls from '@homecare/domain/messaging/contract.ts';
import { optedOut } from '@homecare/domain/messaging/delivery.ts';
import {
  BAD_MEDIA,
  checkMails,
  checkSms,
  isOwnImage,
  smsNumber,
  TEMPLATE_NAME_MISSING,
  takeLink,
} from '@homecare/domain/messaging/rules.ts';
import type { Channel, Template } from '@homecare/domain/messaging/schema.ts';
import { seesPayRates } from '@homecare/domain/permissions.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { isStale, refuseStale } from '../platform/auth/stale.ts';
import { mutate, type Recorder, type Tx } from '../platform/db/mutate.ts';
import { violatedUnique } from '../platform/db/pool.ts';
import type { Db } from '../platform/db/rows.ts';
import type { UseCase } from '../platform/http/bind.ts';
import { listStopped, scheduleSending } from './delivery-queries.ts';
import {
  countMessagesSince,
  countWaiting,
  deleteTemplateRow,
  findCaseManagerOf,
  findRecipients,
  insertFreeTemplates,
  insertMessages,
  insertTemplateRow,
  listMailFaults,
  listMessages,
  listTemplates,
  lockTemplate,
  type NewMessage,
  type StoredAttachment,
  updateTemplateRow,
} from './queries.ts';

export type { NewMessage } from './queries.ts';

/** What waits to be sent by channel, for the health page and metrics. */
export const countWaitingMessages = countWaiting;

// ---- templates

export const getTemplates: UseCase<typeof calls.getTemplates> = async (scope, { id, filters }) =>
  done(await listTemplates(scope.site.db, { id, name: filters[0]?.value }));

export const readTemplate = async (db: Db, id: number): Promise<Template | undefined> =>
  (await listTemplates(db, { id }))[0];

const nameMissing = () => refuseFields([{ field: 'name', message: TEMPLATE_NAME_MISSING }]);

/** The unique index decides; this finds the words. */
const sayingTaken = async <T>(save: () => Promise<Result<T>>): Promise<Result<T>> => {
  try {
    return await save();
  } catch (error) {
    if (violatedUnique(error) !== 'message_templates_name') throw error;
    return refuseFields(
      [{ field: 'name', message: 'A template with this name exists already.' }],
      'conflict',
    );
  }
};

/** Adds initial templates; an existing one with the same name keeps its text. */
export const addTemplates = async (
  tx: Tx,
  scope: Scope,
  templates: readonly { readonly name: string; readonly text: string }[],
  record: Recorder,
): Promise<void> => {
  for (const id of await insertFreeTemplates(tx, templates, scope.stamp()))
    record({ entity: 'template', id, action: 'insert' });
};

export const insertTemplate: UseCase<typeof calls.insertTemplate> = (scope, { data }) =>
  sayingTaken(() =>
    mutate(scope, 'messaging.insertTemplate', async (tx, record) => {
      if (data.name === '') return nameMissing();
      const id = await insertTemplateRow(tx, data, scope.stamp());
      record({
        entity: 'template',
        id,
        action: 'insert',
        changes: { name: [null, data.name], text: [null, data.text] },
      });
      return done({ rev: 0 }, { insertId: id });
    }),
  );

type StoredTemplate = NonNullable<Awaited<ReturnType<typeof lockTemplate>>>;

const stale = (scope: Scope, { updated, updated_by }: StoredTemplate) =>
  refuseStale(scope, { by: updated_by, at: updated });

export const updateTemplate: UseCase<typeof calls.updateTemplate> = (scope, { id, data }) =>
  sayingTaken(() =>
    mutate(scope, 'messaging.updateTemplate', async (tx, record) => {
      const stored = id ? await lockTemplate(tx, id) : undefined;
      if (!stored) return refuse('notFound');
      if (isStale(data.rev, stored)) return stale(scope, stored);
      const { name = stored.name, text = stored.text } = data;
      if (name === '') return nameMissing();
      const rev = await updateTemplateRow(tx, stored.id, { name, text }, scope.stamp());
      record({
        entity: 'template',
        id: stored.id,
        action: 'update',
        changes: {
          ...(name !== stored.name && { name: [stored.name, name] }),
          ...(text !== stored.text && { text: [stored.text, text] }),
        },
      });
      return done({ rev });
    }),
  );

export const deleteTemplate: UseCase<typeof calls.deleteTemplate> = (scope, { id, data }) =>
  mutate(scope, 'messaging.deleteTemplate', async (tx, record) => {
    const stored = id ? await lockTemplate(tx, id) : undefined;
    if (!stored) return refuse('notFound');
    if (isStale(data.rev, stored)) return stale(scope, stored);
    await deleteTemplateRow(tx, stored.id);
    record({
      entity: 'template',
      id: stored.id,
      action: 'delete',
      changes: { name: [stored.name, null], text: [stored.text, null] },
    });
    return done(null);
  });

// ---- the queue

/** A phone of the office itself. */
export const OFFICE = { personId: null, candidateId: null } as const;

type Unaddressed = Omit<NewMessage, 'owner'> & { readonly contact: string };

/** When a day begins in the site's time zone. */
const dayStart = (scope: Scope, date = scope.today()) =>
  instantOf(date.toString(), '00:00', scope.settings.timeZone).toString();

/** Seals the token of a send link, which is never stored in the clear. */
const sealed = (scope: Scope, message: NewMessage): NewMessage => {
  const { text, token } = takeLink(message.text);
  return token && !message.sealedLink
    ? { ...message, text, sealedLink: scope.site.secrets.encrypt(token) }
    : message;
};

/** An email's attachment as it is stored until it is sent. */
export const sealAttachment = (
  { site }: Scope,
  { name, type, content }: StoredAttachment,
): StoredAttachment => ({ name, type, content: site.secrets.encrypt(content.toString('base64')) });

/** Why emails were not sent, by message. */
export const findMailFaults = async (db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, string>> =>
  new Map(
    (await listMailFaults(db, ids)).map(({ id, error }) => [id, error ?? 'The e-mail did not go out.']),
  );

/** Those of the numbers that have answered STOP; a bulk send leaves them out and says so. */
export const listOptedOut = (tx: Tx, numbers: readonly string[]) => listStopped(tx, numbers);

/** Why this many more messages cannot be sent today; undefined if they can. */
export const refuseBeyondDay = async (
  tx: Tx,
  scope: Scope,
  count: number,
): Promise<Refusal<GeneralReason> | undefined> => {
  const already = await countMessagesSince(tx, dayStart(scope));
  const { messagesPerDay } = scope.settings.capabilities;
  return already + count > messagesPerDay
    ? refuse('tooMany', `Your agency sends at most ${messagesPerDay.toLocaleString('en-US')} messages a day.`)
    : undefined;
};

/**
 * The only way into the queue: adds messages and the job that sends them within the caller's transaction, under the site's daily
 * cap. A number that has answered STOP makes it refuse all of them. `request` identifies what must never be queued twice.
 */
export const queueMessages = async (
  tx: Tx,
  scope: Scope,
  messages: readonly NewMessage[],
  record: Recorder,
  request = scope.requestKey && scope.user.id ? `${scope.user.id} ${scope.requestKey}` : randomUUID(),
): Promise<Result<number[]>> => {
  const texts = messages.filter(({ channel }) => channel === 'SMS').map(({ recipient }) => recipient);
  const [stopped] = texts.length > 0 ? await listStopped(tx, texts) : [];
  if (stopped) return refuse('conflict', optedOut(stopped));
  const full = await refuseBeyondDay(tx, scope, messages.length);
  if (full) return full;
  const rows = messages.map((message) => sealed(scope, message));
  const ids = await insertMessages(tx, rows, request, { ...scope.stamp(), accountId: scope.user.id });
  for (const [n, id] of ids.entries()) {
    const message = messages[n];
    if (!message) continue;
    const { channel, recipient, owner } = message;
    record({
      entity: 'message',
      id,
      action: 'insert',
      changes: {
        [channel]: [null, recipient],
        ...(owner.personId !== null && { person: [null, owner.personId] }),
        ...(owner.candidateId !== null && { candidate: [null, owner.candidateId] }),
      },
    });
  }
  await scheduleSending(tx);
  return done(ids);
};

const notOfSite = (channel: Channel, { recipient }: Unaddressed) =>
  channel === 'SMS'
    ? `Error: Can't send message to ${recipient}`
    : `${recipient} is not the address of a person of your agency.`;

/** All or nothing: every recipient must belong to the site. */
const queueList = (
  scope: Scope,
  call: string,
  channel: Channel,
  field: string,
  list: readonly Unaddressed[],
): Promise<ResultOf<typeof calls.queueSms>> =>
  mutate(scope, call, async (tx, record) => {
    const known = await findRecipients(tx, channel, [...new Set(list.map(({ contact }) => contact))]);
    const refused = refuseAll(
      list.flatMap((one, n) =>
        known.has(one.contact) ? [] : [{ field: `${field}.${n}`, message: notOfSite(channel, one) }],
      ),
    );
    if (refused) return refused;
    const messages = list.flatMap(({ contact, ...message }): NewMessage[] => {
      const owner = known.get(contact);
      return owner === undefined ? [] : [{ ...message, owner }];
    });
    const queued = await queueMessages(tx, scope, messages, record);
    return queued.ok ? done({ queued: queued.data.length }) : queued;
  });

export const queueSms: UseCase<typeof calls.queueSms> = async (scope, { sms, image }) => {
  const refused = checkSms(sms);
  if (refused) return refused;
  if (image && !isOwnImage(image, scope.site.hosts))
    return refuseFields([{ field: 'image', message: BAD_MEDIA }]);
  const list = sms.map(({ number, text }): Unaddressed => {
    const recipient = smsNumber(number);
    return {
      channel: 'SMS',
      recipient,
      contact: formatPhone(recipient),
      subject: null,
      text,
      image: image || null,
    };
  });
  return queueList(scope, 'messaging.queueSms', 'SMS', 'sms', list);
};

export const queueEmail: UseCase<typeof calls.queueEmail> = async (scope, { email }) => {
  const refused = checkMails(email);
  if (refused) return refused;
  const list = email.map(
    (mail): Unaddressed => ({
      channel: 'Email',
      recipient: mail.email,
      contact: mail.email.toLowerCase(),
      subject: mail.subject.trim() || scope.site.title,
      text: mail.text,
    }),
  );
  return queueList(scope, 'messaging.queueEmail', 'Email', 'email', list);
};

export const getSendLog = async (scope: Scope, { date }: InputOf<typeof calls.getSendLog>) => {
  const day = Temporal.PlainDate.from(date);
  const span = { from: dayStart(scope, day), until: dayStart(scope, day.add({ days: 1 })) };
  return done(await listMessages(scope.site.db, span, seesPayRates(scope.user.role)));
};

export const findCaseManager: UseCase<typeof calls.findCaseManager> = async (scope, { id }) => {
  const found = await findCaseManagerOf(scope.site.db, id);
  return found ? done(found) : refuse('notFound');
};
