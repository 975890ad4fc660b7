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

/** The answer holds the secret that signs, which nobody sees again; an `Idempotency-Key` is not kept. */
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

/** While it is paused its changes wait. */
export const pauseWebhook = postCall(['webhooks/pause'], {
  name: 'webhooks.pause',
  ...admin,
  effect: 'write',
  input: z.strictObject({ id, paused: z.boolean() }),
  output: z.null(),
});

/** What waits for it is not sent any more. */
export const removeWebhook = postCall(['webhooks/remove'], {
  name: 'webhooks.remove',
  ...admin,
  effect: 'write',
  input: z.strictObject({ id }),
  output: z.null(),
});

/** Sends an event of kind `test` now, and answers what became of it. */
export const testWebhook = postCall(['webhooks/test'], {
  name: 'webhooks.test',
  ...admin,
  effect: 'write',
  input: z.strictObject({ id }),
  output: z.strictObject({ works: z.boolean(), answer: z.string() }),
});

/** Deliveries of one answer, the newest first; `before` the id of the last one asks for the next. */
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

/** Sends one again by hand, or all that are parked where `delivery` is null; their tries begin at one. */
export const sendAgain = postCall(['webhooks/send-again'], {
  name: 'webhooks.sendAgain',
  ...admin,
  effect: 'write',
  input: z.strictObject({ id, delivery: z.int().min(1).nullable() }),
  output: z.strictObject({ count: z.int() }),
});
