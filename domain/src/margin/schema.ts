import { z } from 'zod';
import { monthText } from '../wire.ts';

/** Answers of the margin calls. Amounts are in cents. */

export const MARGIN_DIMENSIONS = ['client', 'caregiver', 'type', 'town', 'month', 'service'] as const;
export type MarginDimension = (typeof MARGIN_DIMENSIONS)[number];

export const MARGIN_PARTS = ['income', 'unpaid', 'straight', 'travel', 'overtime'] as const;
export type MarginPart = (typeof MARGIN_PARTS)[number];

const amounts = {
  /** What the record is billed for: claimed from Medicaid by its card, or invoiced to a client. */
  income: z.int(),
  /** What the payer decided not to pay, minus what the client is invoiced for it; 0 or less. */
  unpaid: z.int(),
  /** Pay for work, pay for travel, and the extra pay for overtime. 0 or less, except in corrections. */
  straight: z.int(),
  travel: z.int(),
  overtime: z.int(),
  margin: z.int(),
};

/** One billing record of a month of calculation, or the pay of a caregiver that belongs to no record. */
export const MarginLine = z.strictObject({
  cardId: z.int().nullable(),
  month: monthText,
  /** Month in which the work was done; null for pay that belongs to no record. */
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
  /** Number of lines in the group. */
  lines: z.int(),
  ...amounts,
});
export type MarginGroup = z.output<typeof MarginGroup>;

export const Margin = z.strictObject({ groups: z.array(MarginGroup), total: MarginGroup });
export type Margin = z.output<typeof Margin>;
