/** A client of the agency by whatever a file may name one with (docs/rules/people-import.md, rules 13 to 16). */
export interface NamedClient {
  readonly id: number;
  readonly last: string;
  readonly first: string;
  readonly medicaid: string | null;
  readonly isPrivate: boolean;
  readonly isActive: boolean;
}
