import { z } from 'zod';
import { stampText } from '../wire.ts';

/** What other programs hear of. */
export const WEBHOOK_KINDS = ['people', 'plans', 'visits', 'claims', 'payments', 'offers'] as const;
export type WebhookKind = (typeof WEBHOOK_KINDS)[number];

export const DELIVERY_STATES = ['waiting', 'sent', 'parked'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** An address that hears of changes; never the secret that signs. */
export const Webhook = z.strictObject({
  id: z.int(),
  name: z.string(),
  url: z.string(),
  kinds: z.array(z.enum(WEBHOOK_KINDS)),
  /** Old and new values travel too; else ids alone. */
  withData: z.boolean(),
  created: stampText,
  createdBy: z.string(),
  paused: stampText.nullable(),
  waiting: z.int(),
  parked: z.int(),
  /** When the last one arrived. */
  lastSent: stampText.nullable(),
});
export type Webhook = z.output<typeof Webhook>;

/** One change for one address. */
export const Delivery = z.strictObject({
  id: z.int(),
  kind: z.enum(WEBHOOK_KINDS),
  entity: z.string(),
  /** Null: the change names no record. */
  subjectId: z.int().nullable(),
  /** Which claim of the batch; null: the batch itself, or a record of another kind. */
  claim: z.string().nullable(),
  action: z.string(),
  at: stampText,
  state: z.enum(DELIVERY_STATES),
  tries: z.int(),
  /** When it is tried again; null: at once, or never. */
  next: stampText.nullable(),
  /** What the last try was answered with; null: nobody answered. */
  status: z.int().nullable(),
  error: z.string().nullable(),
  tried: stampText.nullable(),
});
export type Delivery = z.output<typeof Delivery>;
