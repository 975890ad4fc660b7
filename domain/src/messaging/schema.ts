import { z } from 'zod';
import { stampText } from '../wire.ts';

export const CHANNELS = ['SMS', 'Email'] as const;
export type Channel = (typeof CHANNELS)[number];

/** A message template. Its text may contain %username% and, in e-mail, %id% (docs/rules/messaging.md, rule 4). */
export const Template = z.strictObject({ id: z.int(), name: z.string(), text: z.string(), rev: z.int() });
export type Template = z.output<typeof Template>;

/**
 * waiting: in the queue. recorded: the site has no way to send, so nothing left the machine. queued: the provider has taken
 * it. sent, delivered, undelivered: its later reports (an e-mail ends at sent). unknown: the outcome of sending is unclear,
 * so it is shown and not repeated. received: a text from somebody.
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

/** A row of the send log, which is also the queue (docs/rules/messaging.md, rule 1). */
export const SendLogRow = z.strictObject({
  id: z.int(),
  time: stampText,
  type: z.enum(CHANNELS),
  to: z.string(),
  /** The number or address that it was sent from; until then the initials of the writer. */
  from: z.string(),
  /** Whose number or address it is: a person, a candidate, or the client of a case manager. */
  name: z.string().nullable(),
  subject: z.string().nullable(),
  text: z.string(),
  status: z.enum(MESSAGE_STATUSES),
  error: z.string().nullable(),
  /** It failed or its outcome is unknown, and staff may send it again; `sentAgain` if that has happened. */
  maySendAgain: z.boolean(),
  sentAgain: z.boolean(),
});
export type SendLogRow = z.output<typeof SendLogRow>;

/** Somebody whom staff can write to. */
export const Recipient = z.strictObject({
  /** The record id, for %id%. */
  id: z.int(),
  name: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
});
export type Recipient = z.output<typeof Recipient>;
