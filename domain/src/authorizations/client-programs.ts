import { showDate } from '../calendar.ts';
import type { FieldError } from '../errors.ts';
import type { ClaimProgram, ProgramFrom } from '../plan-types/programs.ts';

/** A client's program by day (docs/rules/authorizations.md, rules 18 and 19). */

export const PROGRAM_SAVED = 'Success: Program saved';
export const PROGRAM_DELETED = 'Success: Program deleted';

export interface ProgramDraft extends ProgramFrom {
  /** Which waiver, for example EBD. */
  readonly name: string | null;
}

const MAX_NAME = 40;
const EARLIEST = '2000-01-01';

/** 'Waiver (EBD)' */
export const sayProgram = ({
  program,
  name,
}: {
  readonly program: ClaimProgram;
  readonly name: string | null;
}): string => (name === null ? program : `${program} (${name})`);

export const tidyProgram = <P extends ProgramDraft>(draft: P): P => ({
  ...draft,
  name: (draft.program === 'Waiver' && draft.name?.trim()) || null,
});

/** Checks a program as entered, against the client's other programs. */
export const checkProgram = (
  { from, program, name }: ProgramDraft,
  others: readonly ProgramFrom[],
): FieldError[] => {
  const errors: FieldError[] = [];
  if (from < EARLIEST) errors.push({ field: 'from', message: `Enter a day from ${showDate(EARLIEST)} on.` });
  const same = others.find((one) => one.from === from);
  if (same)
    errors.push({
      field: 'from',
      message: `${same.program} is entered from this day already. Change that one, or choose another day.`,
    });
  if (program === 'Waiver' && name !== null && name.length > MAX_NAME)
    errors.push({ field: 'name', message: `A waiver’s name has at most ${MAX_NAME} characters.` });
  return errors;
};

/** Each program within a span of days, with its first and last day there. */
export const programsIn = (
  programs: readonly ProgramDraft[],
  { from, through }: { readonly from: string; readonly through: string },
): { readonly from: string; readonly through: string; readonly name: string }[] => {
  const sorted = programs.toSorted((a, b) => (a.from < b.from ? -1 : 1));
  return sorted.flatMap((program, at) => {
    const next = sorted[at + 1]?.from;
    const begins = program.from > from ? program.from : from;
    const ends = next !== undefined && next <= through ? next : through;
    return begins < ends ? [{ from: begins, through: ends, name: sayProgram(program) }] : [];
  });
};
