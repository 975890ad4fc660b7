import { z } from 'zod';
import { postCall } from '../call.ts';
import { MAX_MAIL } from '../messaging/rules.ts';
import { MAX_ID } from '../wire.ts';
import { BulkSend, Chosen, Listed, Skipped } from './schema.ts';

/** The screens for bulk texts and bulk e-mails (docs/rules/bulk-messages.md, rule 1). The server runs each send as one job. */

const office = { roles: ['admin', 'user'] } as const;

/** Active people, sorted by name. */
export const listPeople = postCall(['bulk-messages/list-people'], {
  ...office,
  name: 'bulkMessages.listPeople',
  effect: 'read',
  input: z.strictObject({}),
  output: z.array(Listed),
});

const send = {
  to: Chosen,
  /** How many people the sender saw on the send list. If the number is different now, the send is refused. */
  seen: z.int().min(0).max(MAX_ID),
  /**
   * The `listMark` of the list as seen. If people, phones or addresses have changed, the send is refused too. Our own client
   * always sends it.
   */
  mark: z.string().max(16).optional(),
  text: z.string().max(MAX_MAIL * 2),
};
const Started = z.strictObject({
  id: z.int(),
  total: z.int(),
  /** People who were skipped at once because they cannot be reached. */
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
    /** The image URL of a picture message; '' for none. */
    image: z.string().max(2000).default(''),
    /** An image uploaded by the caller, instead of a URL. */
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

/** Who was skipped in one of the caller's sends, and why. */
export const listSkipped = postCall(['bulk-messages/list-skipped'], {
  ...office,
  name: 'bulkMessages.listSkipped',
  effect: 'read',
  input: z.strictObject({ id }),
  output: z.array(Skipped),
});

/** Stops queueing the messages that are not in the queue yet. */
export const cancelSend = postCall(['bulk-messages/cancel'], {
  ...office,
  name: 'bulkMessages.cancel',
  effect: 'write',
  input: z.strictObject({ id }),
  output: z.strictObject({ queued: z.int() }),
});
