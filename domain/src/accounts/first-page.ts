import { OFFICE, type Role } from '../call.ts';
import type { FirstPage } from './signing-in.ts';

/** What opens after signing in: the account's own choice, else the agency's; only the office has Today (docs/rules/accounts.md, rule 16). */
export const firstPageOf = (role: Role, own: boolean | null, agency: boolean): FirstPage =>
  OFFICE.some((one) => one === role) && (own ?? agency) ? 'today' : 'people';
