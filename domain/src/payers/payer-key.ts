import type { PayerOfDay } from './rules.ts';

/** Keys by which lists are grouped and filtered by payer (docs/rules/month-close.md, rule 15; docs/rules/claims.md, rule 26). */

/** All of Medicaid counts as one payer, and so do all clients who pay themselves. */
export const payerKey = ({ kind, payerId }: PayerOfDay): string =>
  kind === 'Medicaid' || payerId === null ? kind : String(payerId);

/** The key that asks for all payers. */
export const EVERY_PAYER = 'all';

export const PAYER_KEY = /^(?:all|Medicaid|Private|[1-9][0-9]{0,9})$/;
