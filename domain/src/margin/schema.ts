import { z } from 'zod';
import { monthText } from '../wire.ts';

/** Income less pay, as it is answered. Money is cents. */

export const MARGIN_DIMENSIONS = ['client', 'caregiver', 'type', 'town', 'month', 'service'] as const;
export type MarginDimension = (typeof MARGIN_DIMENSIONS)[number];

export const MARGIN_PARTS = ['income', 'unpaid', 'straight', 'travel', 'overtime'] as const;
export type MarginPart = (typeof MARGIN_PARTS)[number];

const amounts = {
  /** What the record is billed for: to Medicaid by its card, to a client by invoices. */
  income: z.int(),
  /** What the payer has decided not to pay of it, less what the client is invoiced of that: 0 or less. */
  unpaid: z.int(),
  /** Pay, each 0 or less but for corrections: straight pay of work, of travel, and what overtime adds. */
  straight: z.int(),
  travel: z.int(),
  overtime: z.int(),
  margin: z.int(),
};

/** One billing record of a month of calculation; without one, pay of a caregiver that belongs to none. */
export const MarginLine = z.strictObject({
  cardId: z.int().nullable(),
  month: monthText,
  /** When it was worked; null: pay that belongs to no record. */
  serviceMonth: monthText.nullable(),
  clientId: z.int().nullable(),
  client: z.string(),
  caregiverId: z.int(),
  caregiver: z.string(),
  type: z.string(),
  town: z.string(),
  ...amounts,
});
export type MarginLine = z.output<typeof MarginLine>;

export const MarginGroup = z.strictObject({
  key: z.string(),
  name: z.string(),
  /** Lines behind the numbers. */
  lines: z.int(),
  ...amounts,
});
export type MarginGroup = z.output<typeof MarginGroup>;

export const Margin = z.strictObject({ groups: z.array(MarginGroup), total: MarginGroup });
export type Margin = z.output<typeof Margin>;
