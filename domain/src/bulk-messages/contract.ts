import { z } from 'zod';
import { postCall } from '../call.ts';
import { MAX_MAIL } from '../messaging/rules.ts';
import { MAX_ID } from '../wire.ts';
import { BulkSend, Chosen, Listed, Skipped } from './schema.ts';

/** Bulk text and bulk e-mail screens (docs/rules/bulk-messages.md, rule 1): one send is one job of the server. */

const office = { roles: ['admin', 'user'] } as const;

/** Active people by name. */
export const listPeople = postCall(['bulk-messages/list-people'], {
  ...office,
  name: 'bulkMessages.listPeople',
  effect: 'read',
  input: z.strictObject({}),
  output: z.array(Listed),
});

const send = {
  to: Chosen,
  /** People on the send list as the sender saw it: another number now refuses the send. */
  seen: z.int().min(0).max(MAX_ID),
  /** `listMark` of them: other people, phones or addresses refuse it too. Our own client always sends it. */
  mark: z.string().max(16).optional(),
  text: z.string().max(MAX_MAIL * 2),
};
const Started = z.strictObject({
  id: z.int(),
  total: z.int(),
  /** Known at once: they cannot be reached. */
  skipped: z.int(),
});

export const startTexts = postCall(['bulk-messages/start-texts'], {
  ...office,
  name: 'bulkMessages.startTexts',
  refusals: ['emptyMessage', 'emptyList', 'badImage', 'listChanged'],
  needs: ['smsEnabled'],
  effect: 'write',
  creates: true,
  input: z.strictObject({
    ...send,
    /** Image source of a picture message; '' is none. */
    image: z.string().max(2000).default(''),
    /** An image that the caller has uploaded, in place of a link to one. */
    imageId: z.int().min(1).max(MAX_ID).optional(),
  }),
  output: Started,
});

export const startMails = postCall(['bulk-messages/start-mails'], {
  ...office,
  name: 'bulkMessages.startMails',
  refusals: ['emptyMessage', 'emptyList', 'badImage', 'listChanged'],
  needs: ['emailEnabled'],
  effect: 'write',
  creates: true,
  input: z.strictObject({ ...send, subject: z.string().max(2000).default('') }),
  output: Started,
});

/** The caller's own sends of the last 24 hours, newest first. */
export const readProgress = postCall(['bulk-messages/read-progress'], {
  ...office,
  name: 'bulkMessages.readProgress',
  effect: 'poll',
  input: z.strictObject({}),
  output: z.array(BulkSend),
});

const id = z.int().min(1).max(MAX_ID);

/** Who of an own send was skipped, and why. */
export const listSkipped = postCall(['bulk-messages/list-skipped'], {
  ...office,
  name: 'bulkMessages.listSkipped',
  effect: 'read',
  input: z.strictObject({ id }),
  output: z.array(Skipped),
});

/** What is not in the queue yet is no longer queued. */
export const cancelSend = postCall(['bulk-messages/cancel'], {
  ...office,
  name: 'bulkMessages.cancel',
  effect: 'write',
  input: z.strictObject({ id }),
  output: z.strictObject({ queued: z.int() }),
});
