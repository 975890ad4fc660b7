import { showDate } from '../calendar.ts';
import type { FieldError } from '../errors.ts';
import { asksMedicaidWithin, type CoveredClient } from '../payers/rules.ts';

/** Prior authorizations (PAR): what a payer permits for a client and a care plan type (docs/rules/authorizations.md, rule 1). */

/** A client's prior authorization for a type. Both days are included. */
export interface Par {
  /** The code of the care plan type. */
  readonly type: string;
  readonly number: string;
  readonly from: string;
  readonly through: string;
  /** Authorized units in total; null if not entered. */
  readonly units: number | null;
  /** Units claimed before, in other files. */
  readonly used: number;
}

type ParDays = Pick<Par, 'type' | 'from' | 'through'>;

/** The authorization in force on a day; if there are several, the one that began last. */
export const parOn = <P extends ParDays>(pars: readonly P[], type: string, day: string): P | undefined =>
  pars
    .filter((par) => par.type === type && par.from <= day && day <= par.through)
    .reduce<P | undefined>((last, par) => (last && last.from >= par.from ? last : par), undefined);

export const PAR_SAVED = 'Success: PAR saved';
export const PAR_DELETED = 'Success: PAR deleted';

interface ParDraft extends ParDays {
  readonly number: string;
}

/** Checks a PAR as entered; `types` are the types that it may have. */
export const checkPar = (
  { type, number, from, through }: ParDraft,
  types: readonly string[],
): FieldError[] => {
  const errors: FieldError[] = [];
  if (!types.includes(type)) errors.push({ field: 'type', message: 'Choose the care plan type it is for.' });
  if (!/^[A-Z0-9-]{1,30}$/.test(number))
    errors.push({ field: 'number', message: 'A PAR number is 1 to 30 letters, digits and hyphens.' });
  if (from > through)
    errors.push({ field: 'through', message: 'Its last day cannot be before its first day.' });
  return errors;
};

export const NOT_MEDICAID =
  'Medicaid pays for this client on none of these days. Change the days, or who pays for the client.';

/** A PAR needs days on which Medicaid is asked, because authorizations are Medicaid's (docs/rules/authorizations.md, rule 2). */
export const checkParPayer = (par: Pick<ParDays, 'from' | 'through'>, client: CoveredClient): FieldError[] =>
  asksMedicaidWithin(client, par) ? [] : [{ field: 'number', message: NOT_MEDICAID }];

/** Checks a PAR against the client's others: no day of a type has two. A claim that was sent keeps its number. */
export const checkParBeside = (par: ParDraft, others: readonly ParDraft[]): FieldError[] => {
  const other = others.find(
    ({ type, from, through }) => type === par.type && from <= par.through && par.from <= through,
  );
  if (!other || par.from > par.through) return [];
  const days = `${showDate(other.from)} – ${showDate(other.through)}`;
  return [
    {
      field: other.from <= par.from ? 'from' : 'through',
      message: `Overlaps PAR ${other.number} for ${other.type} (${days}). Change the days, or end that one first.`,
    },
  ];
};

/** Upper case without blanks, as on a claim. */
export const tidyParNumber = (number: string): string => number.replace(/\s+/g, '').toUpperCase();
