import { OFFICE, type Role } from '../call.ts';
import type { FirstPage } from './signing-in.ts';

/** The page after signing in: the account's choice, or else the agency's. Only the office has Today (docs/rules/accounts.md, rule 16). */
export const firstPageOf = (role: Role, own: boolean | null, agency: boolean): FirstPage =>
  OFFICE.some((one) => one === role) && (own ?? agency) ? 'today' : 'people';
