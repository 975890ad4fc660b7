import { stateCode } from '../addresses/rules.ts';
import { readDate, readMonth, readTime, WEEKDAY_NAMES, WEEKDAYS, type YearLean } from '../calendar.ts';
import type { FieldKind, Option } from '../people/dictionary.ts';
import { encodeNote } from '../wire.ts';

/** A cell as a value that a request could contain, or why it is none. Limits and masks are checked later by the form's rules. */
export type Cell = { readonly value: unknown } | { readonly fault: string };

/** Code and label of each of the agency's services, in lower case → code. */
export type ServiceCodes = ReadonlyMap<string, string>;

const YES = new Set(['y', 'yes', 'true', '1', 'x', 'on']);
const NO = new Set(['n', 'no', 'false', '0', 'off']);
/** Abbreviations that other systems write. */
const CHOICES: Record<string, string> = {
  'Gender.m': 'Male',
  'Gender.f': 'Female',
  'Gender.u': 'Unknown',
  'Marital.s': 'Single',
  'Marital.m': 'Married',
  'Marital.d': 'Divorced',
  'Marital.w': 'Widowed',
  'Type.p': 'Provider',
  'Type.caregiver': 'Provider',
  'Type.employee': 'Provider',
  'Type.providers': 'Provider',
  'Type.c': 'Client',
  'Type.patient': 'Client',
  'Type.member': 'Client',
  'Type.clients': 'Client',
};

export interface CellField {
  readonly kind: FieldKind;
  readonly label: string;
  readonly options?: readonly Option[];
  readonly lean?: YearLean;
}

/** Reads a date like the form does. A two-digit birth year is never in the future. */
export const readDay = (
  text: string,
  { label, lean }: Pick<CellField, 'label' | 'lean'>,
  today: Temporal.PlainDate,
): Cell => {
  const value = readDate(text, today, lean);
  if (value !== undefined) return { value };
  const isShaped = /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}$|^\d{6}$|^\d{8}$/.test(text);
  return { fault: isShaped ? `${label} does not exist` : `${label} is a date like 11-20-2026` };
};

const readMonthCell = (text: string, label: string, today: Temporal.PlainDate): Cell => {
  const value = readMonth(text, today);
  return value === undefined ? { fault: `${label} is a month like 2026-11` } : { value };
};

const readChoice = (text: string, { label, options = [] }: CellField): Cell => {
  const small = text.toLowerCase();
  const found = options.find(
    (option) => option.value.toLowerCase() === small || option.label.toLowerCase() === small,
  );
  return { value: found?.value ?? CHOICES[`${label}.${small}`] ?? text };
};

const readYesNo = (text: string, label: string): Cell => {
  const small = text.toLowerCase();
  if (YES.has(small)) return { value: true };
  return NO.has(small) ? { value: false } : { fault: `${label} is yes or no` };
};

const partsOf = (text: string) =>
  text
    .split(/[,;|]/)
    .map((part) => part.trim())
    .filter(Boolean);

/** Reads each part by what it stands for. The first unknown one is named. */
const readParts = (text: string, of: (part: string) => string | undefined, unknown: string): Cell => {
  const parts = partsOf(text);
  const wrong = parts.find((part) => of(part) === undefined);
  if (wrong !== undefined) return { fault: `${wrong.slice(0, 40)} ${unknown}` };
  return { value: [...new Set(parts.map(of))] };
};

const weekdayNamed = (text: string) => {
  const small = text.toLowerCase();
  return WEEKDAYS.find((day) => day.toLowerCase() === small || WEEKDAY_NAMES[day].toLowerCase() === small);
};

/** Dollars, as in '18.5' or '$1,018.50'. */
export const readAmount = (text: string, label: string): Cell => {
  const plain = text.replace(/^\$\s*/, '').replace(/,(?=\d{3}(\D|$))/g, '');
  return /^\d{1,7}(\.\d+)?$/.test(plain)
    ? { value: Number(plain) }
    : { fault: `${label} is an amount like 18.50` };
};

/** `text` is trimmed and not empty. */
export const readCell = (
  text: string,
  field: CellField,
  codes: ServiceCodes,
  today: Temporal.PlainDate,
): Cell => {
  const { kind, label } = field;
  switch (kind) {
    case 'date':
      return readDay(text, field, today);
    case 'month':
      return readMonthCell(text, label, today);
    case 'time': {
      const value = readTime(text);
      return value === undefined ? { fault: `${label} is a time like 08:30` } : { value };
    }
    case 'bool':
      return readYesNo(text, label);
    case 'int':
      return /^-?\d{1,9}$/.test(text) ? { value: Number(text) } : { fault: `${label} is a whole number` };
    case 'select':
      return readChoice(text, field);
    case 'state':
      return { value: stateCode(text) ?? text };
    case 'codes':
      return readParts(text, (part) => codes.get(part.toLowerCase()), 'is not a service of the agency');
    case 'days':
      return readParts(text, weekdayNamed, 'is not a day of the week');
    case 'note':
      return { value: encodeNote(text) };
    default:
      return { value: text };
  }
};
