import type { Role } from '@homecare/domain/call.ts';
import { insertPerson } from '@homecare/domain/people/contract.ts';
import {
  isPersonField,
  PERSON_KINDS,
  type PersonField,
  type PersonKind,
} from '@homecare/domain/people/dictionary.ts';
import { isActive } from '@homecare/domain/people/kind-and-status.ts';
import type { PersonRow } from '@homecare/domain/people/schema.ts';
import { editsRecords } from '@homecare/domain/permissions.ts';
import type { PageState } from '../../platform/page-state.ts';
import { may } from '../../platform/role-copy.ts';

/** How the record form opens (docs/rules/people.md, rule 41). It is passed only this and a number, nothing personal. */
export type RecordMode =
  | { readonly mode: PersonKind; readonly candidateId?: number }
  | {
      readonly mode: 'Modify' | 'Show';
      readonly id: number;
      readonly field?: PersonField;
    };

const isId = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value > 0;

/** A candidate is hired as a provider, with the form prefilled. */
const newRecord = (mode: PersonKind, { candidateId }: PageState): RecordMode =>
  mode === 'Provider' && isId(candidateId) ? { mode, candidateId } : { mode };

/** What a role may open; undefined for an unknown mode, which leads to /dashboard. */
export const readMode = (state: PageState, role: Role): RecordMode | undefined => {
  const kind = PERSON_KINDS.find((one) => one === state.mode);
  if (kind) return may(role, insertPerson) ? newRecord(kind, state) : undefined;
  const { mode, id, field } = state;
  if ((mode !== 'Modify' && mode !== 'Show') || !isId(id)) return undefined;
  return {
    mode: editsRecords(role) ? mode : 'Show',
    id,
    ...(typeof field === 'string' && isPersonField(field) && { field }),
  };
};

/** Edit for admins on active rows, Show for everyone else (docs/rules/people.md, rule 27). */
export const rowMode = (person: PersonRow, role: Role): 'Modify' | 'Show' =>
  editsRecords(role) && isActive(person) ? 'Modify' : 'Show';
