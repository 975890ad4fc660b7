import type { PayerOfDay } from './rules.ts';

/** The payers by which money is shown (docs/rules/month-close.md, rule 15; docs/rules/claims.md, rule 26). */

/** All Medicaid is one payer; so are clients who pay without a payer of their own. */
export const payerKey = ({ kind, payerId }: PayerOfDay): string =>
  kind === 'Medicaid' || payerId === null ? kind : String(payerId);

/** Asked for in place of one. */
export const EVERY_PAYER = 'all';

export const PAYER_KEY = /^(?:all|Medicaid|Private|[1-9][0-9]{0,9})$/;
