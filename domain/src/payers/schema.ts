import { z } from 'zod';
import { dateText, MAX_ID } from '../wire.ts';

/** Kinds of payers: Medicaid, an insurer billed before Medicaid, and a person or company that gets invoices. */
export const PAYER_KINDS = ['Medicaid', 'Other', 'Private'] as const;
export type PayerKind = (typeof PAYER_KINDS)[number];

const line = (most: number) => z.string().trim().max(most);

export const PayerFacts = z.strictObject({
  kind: z.enum(PAYER_KINDS),
  name: line(60),
  contact: line(60),
  phone: line(30),
  email: line(120),
  address: line(55),
  address2: line(55),
  city: line(30),
  state: line(2),
  zip: line(10),
  /** Days from the date of an invoice until it is due. */
  termsDays: z.int().min(0).max(120),
  /** The number that identifies the payer in claims; insurers only. */
  payerNumber: line(40),
  isActive: z.boolean(),
});
export type PayerFacts = z.output<typeof PayerFacts>;

export const Payer = PayerFacts.extend({
  id: z.int(),
  /** Number of clients who have this payer today. */
  clients: z.int(),
  rev: z.int(),
});
export type Payer = z.output<typeof Payer>;

/** A payer of a client, in order of billing. */
export const ClientPayer = z.strictObject({
  payerId: z.int().min(1).max(MAX_ID),
  from: dateText,
  /** null means until further notice. */
  through: dateText.nullable(),
  /** The client's member number with the insurer, and the group number. */
  memberId: line(40),
  groupNumber: line(40),
});
export type ClientPayer = z.output<typeof ClientPayer>;
export const MAX_CLIENT_PAYERS = 20;

export const ClientPayers = z.strictObject({ payers: z.array(ClientPayer), rev: z.int() });
export type ClientPayers = z.output<typeof ClientPayers>;
