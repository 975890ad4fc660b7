import { z } from 'zod';
import { commandCall, getCall, postCall, uploadCall } from '../call.ts';
import { command, dateText, filtered, MAX_ID, rev, wireInt, wireJson } from '../wire.ts';
import { IMAGE_TOO_LARGE, MAX_IMAGE_BYTES } from './images.ts';
import { MAX_MAIL, MAX_PER_CALL } from './rules.ts';
import { Recipient, SendLogRow, Template } from './schema.ts';

export const getTemplates = commandCall('msg_get', {
  name: 'messaging.getTemplates',
  roles: ['admin', 'user'],
  effect: 'read',
  input: filtered({ name: { ops: ['='], value: z.string().max(100) } }),
  output: z.array(Template),
});

const Saved = z.strictObject({ rev: z.int() });
const name = z.string().trim().max(100);
const text = z.string().max(MAX_MAIL);

export const insertTemplate = commandCall('msg_insert', {
  name: 'messaging.insertTemplate',
  roles: ['admin'],
  effect: 'write',
  creates: true,
  input: command(z.strictObject({ name, text: text.default('') })),
  output: Saved,
});

export const updateTemplate = commandCall('msg_update', {
  name: 'messaging.updateTemplate',
  roles: ['admin'],
  effect: 'write',
  input: command(z.strictObject({ name: name.optional(), text: text.optional(), rev })),
  output: Saved,
});

export const deleteTemplate = commandCall('msg_delete', {
  name: 'messaging.deleteTemplate',
  roles: ['admin'],
  effect: 'write',
  input: command(z.strictObject({ rev })),
  output: z.null(),
});

/** Longer lists than allowed are let in, so that the refusal can say how many messages are allowed. */
const list = <S extends z.ZodType>(item: S) =>
  wireJson(z.array(item).max(MAX_PER_CALL * 4)).transform((items) => items ?? []);
const Queued = z.strictObject({ queued: z.int() });

/** Queues texts to people and candidates of the site. The answer's code is '' if all of them are queued; otherwise none is. */
export const queueSms = postCall(['modules/People/smsQueue.php', 'People/smsQueue.php'], {
  name: 'messaging.queueSms',
  roles: ['admin', 'user'],
  needs: ['smsEnabled'],
  effect: 'write',
  queues: true,
  input: z.strictObject({
    sms: list(z.strictObject({ number: z.string().max(40), text: z.string().max(MAX_MAIL * 2) })),
    /** The image URL of a picture message. */
    image: z.string().max(2000).nullable().optional(),
  }),
  output: Queued,
});

/** Uploads an image for a picture message. Only the uploader can send it. */
export const uploadImage = uploadCall(['messaging/upload-image'], {
  name: 'messaging.uploadImage',
  roles: ['admin', 'user'],
  needs: ['smsEnabled'],
  effect: 'write',
  creates: true,
  upload: { maxBytes: MAX_IMAGE_BYTES, tooLarge: IMAGE_TOO_LARGE },
  input: z.strictObject({}),
  output: z.strictObject({ id: z.int() }),
});

export const queueEmail = postCall(['modules/People/emailQueue.php', 'People/emailQueue.php'], {
  name: 'messaging.queueEmail',
  roles: ['admin', 'user'],
  needs: ['emailEnabled'],
  effect: 'write',
  queues: true,
  input: z.strictObject({
    email: list(
      z.strictObject({
        email: z.string().max(400),
        text: z.string().max(MAX_MAIL * 2),
        subject: z
          .string()
          .max(2000)
          .nullish()
          .transform((subject) => subject ?? ''),
      }),
    ),
  }),
  output: Queued,
});

/** The site's messages on one day, newest first. */
export const getSendLog = getCall(['People/getSendLog.php', 'modules/People/getSendLog.php'], {
  name: 'messaging.getSendLog',
  roles: ['admin', 'user'],
  effect: 'read',
  input: z.strictObject({ date: dateText }),
  output: z.array(SendLogRow),
});

const id = z.int().min(1).max(MAX_ID);

/** A client's case manager, whose phone and address are otherwise only in the whole record. */
export const findCaseManager = postCall(['messaging/find-case-manager'], {
  name: 'messaging.findCaseManager',
  roles: ['admin', 'user'],
  effect: 'read',
  input: z.strictObject({ id }),
  output: Recipient,
});

/** Sends a mail with a link that confirms the address (confirmedEmail). */
export const sendConfirmation = postCall(['people/send-confirmation'], {
  name: 'messaging.sendConfirmation',
  roles: ['admin', 'user'],
  needs: ['emailEnabled'],
  effect: 'write',
  input: z.strictObject({ id: wireInt(1, MAX_ID).pipe(z.int()) }),
  output: z.strictObject({ to: z.string() }),
});
