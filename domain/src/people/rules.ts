import { minuteOfDay, validDate } from '../calendar.ts';
import type { FaultReason, FieldError, NamedFault } from '../errors.ts';
import { hasControl, isEmail, isIcd10, isLetters, isPhone, isSsn, isState, isZip } from '../formats.ts';
import { isDay } from '../wire.ts';
import {
  type Field,
  fieldOf,
  isFor,
  isPersonField,
  PERSON_ENTRIES,
  type PersonField,
  type PersonKind,
  rateField,
  requiredOf,
  type Shown,
  type Toggle,
} from './dictionary.ts';
import { ACTIVE_STATUS, ARCHIVED_STATUS } from './kind-and-status.ts';
import { checkDates } from './plausible-dates.ts';
import { checkNumbers } from './plausible-numbers.ts';
import type { OtherService, PersonDraft } from './schema.ts';

export const INCORRECT_ADDRESS = 'Error: Incorrect address';
export const START_DATE_FLOOR = 'Error: Start Date should be after 01/01/1900.';
export const WRONG_ICD10 = 'ICD-10 code is a letter, a digit and 1 to 5 more, such as R68.89';
export const COVID_START = 'Error: Please enter a valid covid start time.';
export const ARCHIVE_INCOMPLETE = 'Error: Enter correct date and reason';
export const ARCHIVED = 'Success: Record get to archive';
export const PLANS_ARCHIVED = 'Success: Care Plan archived';
export const VISITS_DELETED = 'Success: Evv records deleted';
export const ACTIVATED = 'Success: Person Activated';
export const NOTE_SAVED = 'Success: Note saved';
export const WRONG_BACKGROUND = 'Error: Wrong Background check date. Check it before creating care plan.';
export const WRONG_CAPS = 'Error: Wrong CAPS Check date. Check it before creating care plan.';

const FLOOR = '1900-01-01';

/** Contains the other person's name, which is fine because only admin and user write people. */
const taken = (what: 'SSN' | 'Medicaid', name: string, archived: boolean) =>
  `This ${what} already exists with person: ${name}${archived ? ' (archived)' : ''}`;
export const ssnTaken = (name: string, archived: boolean) => taken('SSN', name, archived);
export const medicaidTaken = (name: string, archived: boolean) => taken('Medicaid', name, archived);

const isBefore = (a: Temporal.PlainDate, b: Temporal.PlainDate) => Temporal.PlainDate.compare(a, b) < 0;

/** Whether `date` is at most this many months before today. The anniversary itself still counts. */
export const isWithinMonths = (date: Temporal.PlainDate, months: number, today: Temporal.PlainDate) =>
  !isBefore(date.add({ months }), today);

/** Whether this provider may be chosen for a care plan (docs/rules/people.md, rule 47): the sentence to show, or undefined if so. */
export const checkBackground = (date: string | null | undefined, today: Temporal.PlainDate) => {
  const checked = validDate(date);
  return checked && !isBefore(today, checked) && isWithinMonths(checked, 35, today)
    ? undefined
    : WRONG_BACKGROUND;
};
/**
 * Like checkBackground, for a CAPS date, which must exist and not be in the future. Its age causes a notice, not a refusal
 * (docs/rules/people.md, rule 48).
 */
export const checkCaps = (date: string | null | undefined, today: Temporal.PlainDate) => {
  const checked = validDate(date);
  return checked && !isBefore(today, checked) ? undefined : WRONG_CAPS;
};

/** Month, Day and Year of a request: all three → YYYY-MM-DD, all empty → null, anything else → undefined. */
export const dobFromParts = (parts: {
  Month?: number | null | undefined;
  Day?: number | null | undefined;
  Year?: number | null | undefined;
}): string | null | undefined => {
  const given = [parts.Month, parts.Day, parts.Year].filter((part) => part !== null && part !== undefined);
  if (given.length === 0) return null;
  const [month, day, year] = given;
  if (month === undefined || day === undefined || year === undefined) return undefined;
  if (year < 0 || year > 9999) return undefined;
  const text = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  return validDate(text)?.toString();
};

export type Toggles = Record<Toggle, boolean>;

/** The form's checkboxes as derived from a stored record. */
export const togglesOf = (person: PersonDraft): Toggles => ({
  noUnit: Boolean(person.Address) && !person.Address2,
  covidPositive: isSet(person.covidStatus),
  fluShot: isSet(person.flushotVaccine),
  otherServices: isSet(person.otherService),
});
const isSet = (value: unknown) => value !== null && value !== undefined;

export interface CheckContext {
  readonly kind: PersonKind;
  readonly mode: 'insert' | 'update';
  readonly today: Temporal.PlainDate;
  /** The form's checkboxes; derived from the record by default. */
  readonly toggles?: Toggles;
}

const isShown = (shown: Shown | undefined, person: PersonDraft, toggles: Toggles) => {
  if (!shown || shown.when === 'versionAbove1') return true;
  return shown.when === 'toggle' ? toggles[shown.toggle] : Boolean(person[shown.field]);
};

/** Whether the form shows this field now. `version` is the site's. */
export const isFieldShown = (
  name: PersonField,
  person: PersonDraft,
  context: Pick<CheckContext, 'kind'> & { readonly toggles?: Toggles; readonly version: number },
) => {
  const field = fieldOf(name);
  if (!isFor(field, context.kind)) return false;
  if (field.shown?.when === 'versionAbove1') return context.version > 1;
  return isShown(field.shown, person, context.toggles ?? togglesOf(person));
};

/** The record as it is stored: values of closed fields, or of fields that this kind of person does not have, are emptied. */
export const settle = (
  person: PersonDraft,
  kind: PersonKind,
  toggles: Toggles = togglesOf(person),
): PersonDraft => {
  const emptied: Record<string, false | null> = {};
  for (const name in person) {
    if (!isPersonField(name)) continue;
    const field = fieldOf(name);
    if (field.access === 'server' || (isFor(field, kind) && isShown(field.shown, person, toggles))) continue;
    emptied[name] = field.kind === 'bool' ? false : null;
  }
  return { ...person, ...emptied, ...(toggles.noUnit && 'Address2' in person && { Address2: null }) };
};

export const isFieldRequired = (name: PersonField, person: PersonDraft, context: CheckContext) => {
  const { kind, mode, toggles = togglesOf(person) } = context;
  const field = fieldOf(name);
  if (!isFor(field, kind) || !isShown(field.shown, person, toggles)) return false;
  const required = requiredOf(name, kind);
  switch (required.when) {
    case 'always':
      return true;
    case 'create':
      return mode === 'insert';
    case 'toggle':
      return toggles[required.toggle];
    case 'unless':
      return 'field' in required ? !person[required.field] : !toggles[required.toggle];
    case 'never':
      return false;
  }
};

const isEmpty = (value: unknown) =>
  value === null ||
  value === undefined ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0);

/** Messages for empty fields that are not built from the caption. */
const MISSING: Partial<Record<PersonField, string>> = {
  Address: INCORRECT_ADDRESS,
  City: INCORRECT_ADDRESS,
  PostalCode: INCORRECT_ADDRESS,
  covidStatus: COVID_START,
  otherService: 'Other service company name is required',
};

/**
 * All rules of the record form (docs/rules/people.md, rules 4 to 16). The browser shows the faults in place, and the server
 * refuses by them. The database enforces uniqueness. If the list is empty, the record may be saved.
 */
export const checkPerson = (person: PersonDraft, context: CheckContext): NamedFault[] => {
  const toggles = context.toggles ?? togglesOf(person);
  const settled = { ...context, toggles };
  const errors: NamedFault[] = [];
  for (const [name, field] of PERSON_ENTRIES) {
    if (field.access === 'server' || !isFor(field, context.kind) || !isShown(field.shown, person, toggles))
      continue;
    const value: unknown = person[name];
    if (!isEmpty(value))
      for (const error of checkValue(name, field, value, person, context.today)) errors.push(error);
    else if (isFieldRequired(name, person, settled))
      errors.push({ field: name, message: MISSING[name] ?? `${field.label} is required`, fault: 'missing' });
  }
  const named = new Set(errors.map(({ field }) => field));
  const more = [...checkDates(person, context.kind, context.today), ...checkNumbers(person)];
  return [...errors, ...more.filter(({ field }) => !named.has(field))];
};

const checkValue = (
  name: PersonField,
  field: Field,
  value: unknown,
  person: PersonDraft,
  today: Temporal.PlainDate,
): readonly NamedFault[] => {
  const own = checkOwn(name, person, today);
  const fault = typeof value === 'string' ? textFault(field, value) : numberFault(field, value);
  return fault ? [{ field: name, ...fault }, ...own] : own;
};

type Fault = Pick<NamedFault, 'fault' | 'message'>;
const faultOf = (fault: FaultReason, message: string): Fault => ({ fault, message });

const textFault = (field: Field, value: string): Fault | undefined => {
  const { label, max, options } = field;
  if (field.kind !== 'note' && hasControl(value)) return faultOf('severalLines', `${label} is a single line`);
  if (max !== undefined && value.length > max)
    return faultOf('tooLong', `${label} has at most ${max} characters`);
  if (options && !options.some((option) => option.value === value))
    return faultOf('noChoice', `${label} is not one of the choices`);
  const message = formatFault(field, value);
  return message === undefined ? undefined : faultOf('malformed', message);
};

const formatFault = ({ kind, label }: Field, value: string): string | undefined => {
  switch (kind) {
    case 'phone':
      return isPhone(value) ? undefined : `${label} looks like (111) 111-1111`;
    case 'ssn':
      return isSsn(value) ? undefined : `${label} looks like 111-11-1111`;
    case 'email':
      return isEmail(value) ? undefined : `${label} is not a valid e-mail address`;
    case 'contact':
      return isPhone(value) || isEmail(value) ? undefined : `${label} is a phone number or an e-mail address`;
    case 'zip':
      return isZip(value) ? undefined : `${label} is 5 or 9 digits`;
    case 'state':
      return isState(value) ? undefined : `${label} is 2 letters`;
    case 'letters':
      return isLetters(value) ? undefined : `${label} has only letters, dots, hyphens and spaces`;
    case 'date':
      return isDay(value) ? undefined : `${label} does not exist`;
    default:
      return undefined;
  }
};

const numberFault = (field: Field, value: unknown): Fault | undefined => {
  if (typeof value !== 'number') return undefined;
  const { label, min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = field;
  return value >= min && value <= max
    ? undefined
    : faultOf('outOfRange', `${label} is between ${min} and ${max}`);
};

/** One shared list, because files of thousands are checked field by field. */
const NONE: readonly NamedFault[] = [];

/** The rules of a single field. */
const checkOwn = (
  name: PersonField,
  person: PersonDraft,
  today: Temporal.PlainDate,
): readonly NamedFault[] => {
  switch (name) {
    case 'Start Date':
      return (person['Start Date'] ?? FLOOR) < FLOOR
        ? [{ field: name, message: START_DATE_FLOOR, fault: 'tooEarly' }]
        : NONE;
    case 'DOB':
      return checkDob(person.DOB, today);
    case 'ICD10':
      return isIcd10(person.ICD10 ?? '') ? NONE : [{ field: name, message: WRONG_ICD10, fault: 'malformed' }];
    case 'providerPayRate':
      return checkRates(person.providerPayRate ?? {});
    case 'otherService':
      return (person.otherService ?? []).flatMap(checkOtherService);
    case 'covidStatus':
      return checkCovid(person.covidStatus ?? '');
    case 'DaycareTimeFrom':
    case 'DaycareTimeTo':
      return person.DaycareTimeFrom && person.DaycareTimeTo
        ? NONE
        : [
            {
              field: person.DaycareTimeFrom ? 'DaycareTimeTo' : 'DaycareTimeFrom',
              message: 'Daycare needs both times',
              fault: 'timeMissing',
            },
          ];
    default:
      return NONE;
  }
};

const checkDob = (dob: string | null | undefined, today: Temporal.PlainDate): readonly NamedFault[] => {
  if (!dob || !isDay(dob)) return NONE;
  if (dob > today.toString()) return [{ field: 'DOB', message: 'DOB is in the future', fault: 'inFuture' }];
  return dob < FLOOR ? [{ field: 'DOB', message: 'DOB is before 01-01-1900', fault: 'tooEarly' }] : NONE;
};

/** The highest pay rate that is accepted, 9,999.99 per hour. Anything more is a typing mistake. */
const RATE_LIMIT = 9999.99;

/** A chosen category's pay rate is at least 0, in steps of 0.01 (docs/rules/people.md, rule 12). */
const checkRates = (rates: Partial<Record<string, number | null>>): NamedFault[] =>
  Object.entries(rates).flatMap(([category, rate]) => {
    const fault = rate === undefined ? undefined : rateFault(category, rate);
    return fault ? [{ field: rateField(category), ...fault }] : [];
  });

const rateFault = (category: string, rate: number | null): Fault | undefined => {
  if (rate === null || Number.isNaN(rate)) return faultOf('missing', `${category} is required`);
  if (rate < 0 || rate > RATE_LIMIT)
    return faultOf('outOfRange', `${category} is between 0 and ${RATE_LIMIT}`);
  return Math.abs(rate * 100 - Math.round(rate * 100)) < 1e-6
    ? undefined
    : faultOf('tooManyDecimals', `${category} has at most 2 decimals`);
};

const checkOtherService = (service: OtherService, index: number): NamedFault[] => {
  const at = (part: string, fault: FaultReason, message: string): NamedFault => ({
    field: `otherService.${index}.${part}`,
    message,
    fault,
  });
  const company = service.CompanyName.trim();
  const { From, To } = service;
  return [
    ...(company ? [] : [at('CompanyName', 'missing', 'Other service company name is required')]),
    ...(company.length > 60 ? [at('CompanyName', 'tooLong', 'Company name has at most 60 characters')] : []),
    ...(hasControl(company) ? [at('CompanyName', 'severalLines', 'Company name is a single line')] : []),
    ...(Boolean(From) === Boolean(To)
      ? []
      : [at(From ? 'To' : 'From', 'timeMissing', 'Other service needs both times')]),
    ...(From && To && minuteOfDay(From) === minuteOfDay(To)
      ? [at('To', 'noLength', 'Other service has no length')]
      : []),
  ];
};

const COVID_NO_END = 'Covid end date does not exist';
const COVID_END_FIRST = 'Covid end date is before its start';
const covidEnd = (message: string): NamedFault => ({ field: 'covidStatus', message, fault: 'covidEnd' });

/** 'from|to', where the end may be open (docs/rules/people.md, rule 13). */
const checkCovid = (span: string): NamedFault[] => {
  const [from = '', to = '', ...rest] = span.split('|');
  const start = validDate(from);
  if (!start || rest.length > 0) return [{ field: 'covidStatus', message: COVID_START, fault: 'covidStart' }];
  const end = validDate(to);
  if (to && !end) return [covidEnd(COVID_NO_END)];
  return end && isBefore(end, start) ? [covidEnd(COVID_END_FIRST)] : [];
};

/** Archiving needs all three (docs/rules/people.md, rule 31). */
export const checkArchive = (person: PersonDraft): FieldError[] =>
  (['archiveDate', 'DC Date', 'DC Reason'] as const)
    .filter((name) => (name === 'DC Reason' ? isEmpty(person[name]) : !validDate(person[name])))
    .map((field) => ({ field, message: ARCHIVE_INCOMPLETE }));

/** The moves of a person: who may make them, and what they need (docs/rules/people.md, rules 31 and 35). */
export const PERSON_MOVES = [
  { from: ACTIVE_STATUS, to: ARCHIVED_STATUS, name: 'Archive', roles: ['admin'], done: ARCHIVED },
  { from: ARCHIVED_STATUS, to: ACTIVE_STATUS, name: 'Set Active', roles: ['admin', 'user'], done: ACTIVATED },
] as const;
export const moveOf = (from: string | null | undefined, to: string | null | undefined) =>
  PERSON_MOVES.find((move) => move.from === from && move.to === to);

/** Setting a provider active needs the return date (docs/rules/people.md, rule 35). */
export const checkActivate = (person: PersonDraft, kind: PersonKind): FieldError[] =>
  kind === 'Provider' && !validDate(person['Return Date'])
    ? [{ field: 'Return Date', message: 'Return Date is required' }]
    : [];
