import { z } from 'zod';
import { getCall, postCall } from '../call.ts';
import { MAX_ID } from '../wire.ts';
import { DELIVERY_STATES, Delivery, WEBHOOK_KINDS, Webhook } from './schema.ts';

const admin = { roles: ['admin'] } as const;
const id = z.int().min(1).max(MAX_ID);

export const listWebhooks = getCall(['webhooks/list'], {
  name: 'webhooks.list',
  ...admin,
  effect: 'read',
  input: z.strictObject({}),
  output: z.array(Webhook),
});

/**
 * Adds a webhook and answers its signing secret, which is never shown again. An `Idempotency-Key` is not supported, because
 * storing the answer would store the secret.
 */
export const addWebhook = postCall(['webhooks/add'], {
  name: 'webhooks.add',
  ...admin,
  effect: 'write',
  input: z.strictObject({
    name: z.string().max(200),
    url: z.string().max(1_000),
    kinds: z.array(z.enum(WEBHOOK_KINDS)).max(WEBHOOK_KINDS.length),
    withData: z.boolean(),
  }),
  output: z.strictObject({ secret: z.string() }),
  creates: true,
});

/** Pauses or resumes a webhook. While it is paused, deliveries wait. */
export const pauseWebhook = postCall(['webhooks/pause'], {
  name: 'webhooks.pause',
  ...admin,
  effect: 'write',
  input: z.strictObject({ id, paused: z.boolean() }),
  output: z.null(),
});

/** Removes a webhook and drops its waiting deliveries. */
export const removeWebhook = postCall(['webhooks/remove'], {
  name: 'webhooks.remove',
  ...admin,
  effect: 'write',
  input: z.strictObject({ id }),
  output: z.null(),
});

/** Sends a `test` event at once and answers the outcome. */
export const testWebhook = postCall(['webhooks/test'], {
  name: 'webhooks.test',
  ...admin,
  effect: 'write',
  input: z.strictObject({ id }),
  output: z.strictObject({ works: z.boolean(), answer: z.string() }),
});

/** Deliveries per page, newest first. Pass the id of the last delivery as `before` to get the next page. */
export const DELIVERIES_PAGE = 50;

export const listDeliveries = postCall(['webhooks/list-deliveries'], {
  name: 'webhooks.listDeliveries',
  ...admin,
  effect: 'read',
  input: z.strictObject({
    id,
    state: z.enum(DELIVERY_STATES).nullable(),
    before: z.int().min(1).optional(),
  }),
  output: z.strictObject({ deliveries: z.array(Delivery), more: z.boolean() }),
});

/** Retries one delivery, or all parked ones if `delivery` is null. Their tries are counted from one again. */
export const sendAgain = postCall(['webhooks/send-again'], {
  name: 'webhooks.sendAgain',
  ...admin,
  effect: 'write',
  input: z.strictObject({ id, delivery: z.int().min(1).nullable() }),
  output: z.strictObject({ count: z.int() }),
});
