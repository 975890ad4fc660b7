import type { Role } from '@homecare/domain/call.ts';
import { PERSON_KINDS, type PersonKind } from '@homecare/domain/people/dictionary.ts';
import type { PersonRow } from '@homecare/domain/people/schema.ts';
import type { PageState } from '../shell/page-state.ts';

/** How the record form is opened (specification part 1, section 2). Only this and a number are handed over, nothing personal. */
export type RecordMode =
  | { readonly mode: PersonKind }
  | { readonly mode: 'Modify' | 'Show'; readonly id: number };

/** What a role may open; undefined for an unknown mode, which goes to /dashboard. */
export const readMode = (state: PageState, role: Role): RecordMode | undefined => {
  const kind = PERSON_KINDS.find((one) => one === state.mode);
  if (kind) return role === 'admin' || role === 'user' ? { mode: kind } : undefined;
  const { mode, id } = state;
  if ((mode !== 'Modify' && mode !== 'Show') || typeof id !== 'number' || !Number.isInteger(id) || id < 1)
    return undefined;
  return { mode: role === 'admin' ? mode : 'Show', id };
};

/** Edit is for admin on active rows, Show for everyone else (specification part 1, section 2; decisions.md, People). */
export const rowMode = (person: PersonRow, role: Role): 'Modify' | 'Show' =>
  role === 'admin' && person.Cur === 'y' ? 'Modify' : 'Show';
