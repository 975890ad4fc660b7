import { z } from 'zod';
import { stampText } from '../wire.ts';

/** Kinds of changes that webhooks can subscribe to. */
export const WEBHOOK_KINDS = ['people', 'plans', 'visits', 'claims', 'payments', 'offers'] as const;
export type WebhookKind = (typeof WEBHOOK_KINDS)[number];

export const DELIVERY_STATES = ['waiting', 'sent', 'parked'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** A webhook, without its signing secret. */
export const Webhook = z.strictObject({
  id: z.int(),
  name: z.string(),
  url: z.string(),
  kinds: z.array(z.enum(WEBHOOK_KINDS)),
  /** Deliveries contain old and new values; otherwise only ids. */
  withData: z.boolean(),
  created: stampText,
  createdBy: z.string(),
  paused: stampText.nullable(),
  waiting: z.int(),
  parked: z.int(),
  /** When a delivery last succeeded. */
  lastSent: stampText.nullable(),
});
export type Webhook = z.output<typeof Webhook>;

/** The delivery of one change to one webhook. */
export const Delivery = z.strictObject({
  id: z.int(),
  kind: z.enum(WEBHOOK_KINDS),
  entity: z.string(),
  /** Null if the change names no record. */
  subjectId: z.int().nullable(),
  /** The claim within a batch; null for the batch itself and for all other records. */
  claim: z.string().nullable(),
  action: z.string(),
  at: stampText,
  state: z.enum(DELIVERY_STATES),
  tries: z.int(),
  /** Time of the next try; null if it is due at once or will not be tried again. */
  next: stampText.nullable(),
  /** Status answered to the last try; null if there was no answer. */
  status: z.int().nullable(),
  error: z.string().nullable(),
  tried: stampText.nullable(),
});
export type Delivery = z.output<typeof Delivery>;
