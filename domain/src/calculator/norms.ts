import type { FieldError } from '../errors.ts';
import type { Cap, CapKind, Norm } from './schema.ts';
import { kindOf } from './tasks.ts';

const INDIVIDUAL = 'IND';

/** 'IND', '15/room' or '20'. */
export const showNorm = ({ minutes, per }: Pick<Norm, 'minutes' | 'per'>) =>
  minutes === null ? INDIVIDUAL : per === null ? String(minutes) : `${minutes}/${per}`;

const latest = <R extends { readonly validFrom: string }>(rows: readonly R[], day: string): R | undefined =>
  rows.reduce<R | undefined>(
    (found, row) => (row.validFrom <= day && (!found || row.validFrom > found.validFrom) ? row : found),
    undefined,
  );

/** The norms in force on a day, one per task code. */
export const normsOn = (norms: readonly Norm[], day: string): Norm[] =>
  [...new Set(norms.map(({ code }) => code))]
    .sort((a, b) => a - b)
    .flatMap(
      (code) =>
        latest(
          norms.filter((norm) => norm.code === code),
          day,
        ) ?? [],
    );

/** The cap of a kind in force on a day. */
export const capRowOn = (caps: readonly Cap[], kind: CapKind, day: string): Cap | undefined =>
  latest(
    caps.filter((cap) => cap.kind === kind),
    day,
  );

/** The minutes of a cap on a day; undefined if there is no cap. */
export const capOn = (caps: readonly Cap[], kind: CapKind, day: string): number | undefined =>
  capRowOn(caps, kind, day)?.minutes ?? undefined;

const MAX_SOURCE = 300;
const MAX_NAME = 60;
/** The minutes in a day, a week or a year. */
const longest = (kind: CapKind) => (kind.endsWith('Day') ? 1440 : kind.endsWith('Week') ? 10_080 : 525_600);

const faultsOf = (list: readonly (readonly [field: string, message: string | false])[]): FieldError[] =>
  list.flatMap(([field, message]) => (message === false ? [] : [{ field, message }]));

const sourceFault = (source: string): string | false => {
  if (source.trim() === '') return 'Enter its source, such as a rule or a letter.';
  return source.length > MAX_SOURCE && `At most ${MAX_SOURCE} characters.`;
};

const dayFault = (validFrom: string): string | false =>
  (validFrom < '2000-01-01' || validFrom > '2100-01-01') && 'A norm counts from 01-01-2000 on.';

export const checkNorm = ({ code, validFrom, name, minutes, per, source }: Omit<Norm, 'rev'>): FieldError[] =>
  faultsOf([
    ['code', kindOf(code) === undefined && 'Task codes are 101 to 110, 201 to 215 and 301 to 318.'],
    ['validFrom', dayFault(validFrom)],
    [
      'name',
      (name.trim() === '' && 'A task needs a name.') ||
        (name.length > MAX_NAME && `A name has at most ${MAX_NAME} characters.`),
    ],
    [
      'minutes',
      minutes !== null && (minutes < 1 || minutes > 1440) && 'A norm is 1 to 1440 minutes, or none for IND.',
    ],
    ['per', minutes === null && per !== null && 'A norm without minutes cannot be per room, event or week.'],
    ['source', sourceFault(source)],
  ]);

export const checkCap = ({ kind, validFrom, minutes, source }: Omit<Cap, 'rev'>): FieldError[] =>
  faultsOf([
    ['validFrom', dayFault(validFrom)],
    [
      'minutes',
      minutes !== null &&
        (minutes < 1 || minutes > longest(kind)) &&
        `A cap is 1 to ${longest(kind)} minutes, or none.`,
    ],
    ['source', sourceFault(source)],
  ]);

/** Entries that are or were in force must be kept, but can be corrected. */
export const ONLY_FUTURE_DAYS = 'Only entries that start on a future day can be removed.';
export const EXISTS = 'One already starts on that day. Correct it, or choose another day.';
