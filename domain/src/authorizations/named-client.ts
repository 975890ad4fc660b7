import type { CoveredClient } from '../payers/rules.ts';

/** A client of the agency with everything that a file may identify one by (docs/rules/people-import.md, rules 13 to 16). */
export interface NamedClient extends CoveredClient {
  readonly id: number;
  readonly last: string;
  readonly first: string;
  readonly medicaid: string | null;
  readonly isActive: boolean;
}
