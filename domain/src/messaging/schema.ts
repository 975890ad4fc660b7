import { z } from 'zod';
import { stampText } from '../wire.ts';

export const CHANNELS = ['SMS', 'Email'] as const;
export type Channel = (typeof CHANNELS)[number];

/** Message template; the text may hold %username% and, in e-mail, %id% (docs/rules/messaging.md, rule 4). */
export const Template = z.strictObject({ id: z.int(), name: z.string(), text: z.string(), rev: z.int() });
export type Template = z.output<typeof Template>;

/**
 * waiting: in the queue; recorded: the site has no way out, nothing left the machine; queued: the provider has taken it over;
 * sent, delivered, undelivered: what it reported later (an e-mail ends at sent); unknown: the way out did not say what became of
 * it, so it is shown and not sent again; received: a text that came in.
 */
export const MESSAGE_STATUSES = [
  'waiting',
  'sending',
  'queued',
  'sent',
  'delivered',
  'undelivered',
  'failed',
  'unknown',
  'recorded',
  'received',
] as const;
export type MessageStatus = (typeof MESSAGE_STATUSES)[number];

/** A row of the send log, which is the queue (docs/rules/messaging.md, rule 1). */
export const SendLogRow = z.strictObject({
  id: z.int(),
  time: stampText,
  type: z.enum(CHANNELS),
  to: z.string(),
  /** Number or address that it was sent from; until then the initials of who wrote it. */
  from: z.string(),
  /** Whose number or address it is: of a person, of the client of a case manager, of a candidate. */
  name: z.string().nullable(),
  subject: z.string().nullable(),
  text: z.string(),
  status: z.enum(MESSAGE_STATUSES),
  error: z.string().nullable(),
  /** Failed or unknown, and staff may send it once more; another row was sent in its place already. */
  maySendAgain: z.boolean(),
  sentAgain: z.boolean(),
});
export type SendLogRow = z.output<typeof SendLogRow>;

/** Somebody whom staff can write to. */
export const Recipient = z.strictObject({
  /** Record id, for %id%. */
  id: z.int(),
  name: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
});
export type Recipient = z.output<typeof Recipient>;
