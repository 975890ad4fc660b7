import { termsOn } from './rules.ts';
import type { Term } from './schema.ts';

/** The program by which Medicaid pays for a client chooses the code of a type (docs/rules/plan-types.md, rule 10). */

/** A waiver for home and community care, or Community First Choice. */
export const CLAIM_PROGRAMS = ['Waiver', 'CFC'] as const;
export type ClaimProgram = (typeof CLAIM_PROGRAMS)[number];

/** From a day on until the next one. */
export interface ProgramFrom {
  readonly from: string;
  readonly program: ClaimProgram;
}

/** Undefined: none is recorded for the day. */
export const programOn = <P extends ProgramFrom>(programs: readonly P[], day: string): P | undefined =>
  programs.reduce<P | undefined>(
    (found, one) => (one.from <= day && (!found || one.from > found.from) ? one : found),
    undefined,
  );

/** Without a program recorded, and in a waiver, the type's own code counts. */
const codeIn = (term: Term, program: ClaimProgram | undefined): Pick<Term, 'procedureCode' | 'modifiers'> =>
  program === 'CFC'
    ? { procedureCode: term.cfcCode ?? null, modifiers: term.cfcModifiers ?? [] }
    : { procedureCode: term.procedureCode, modifiers: term.modifiers };

/** The terms of a type for one client: they change on the days of the type's terms and of the client's programs. */
export const termsOfClient = (terms: readonly Term[], programs: readonly ProgramFrom[]): Term[] => {
  if (programs.length === 0) return [...terms];
  const days = new Set([...terms.map(({ validFrom }) => validFrom), ...programs.map(({ from }) => from)]);
  return [...days].sort().flatMap((validFrom) => {
    const term = termsOn(terms, validFrom);
    return term ? [{ ...term, ...codeIn(term, programOn(programs, validFrom)?.program), validFrom }] : [];
  });
};

/** Whether claims are made of a type at all; a private one has no code on any day. */
export const isClaimed = (terms: readonly Term[]): boolean =>
  terms.some(({ procedureCode, cfcCode }) => procedureCode !== null || cfcCode !== undefined);
