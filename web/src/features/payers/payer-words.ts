import type { PayerKind } from '@homecare/domain/payers/schema.ts';

export const KIND_WORDS: Readonly<Record<PayerKind, string>> = {
  Private: 'Private payer',
  Other: 'Insurer before Medicaid',
  Medicaid: 'Medicaid',
};
