import { readTyped, stateCode } from '../addresses/rules.ts';
import { checkCandidate, suggestionLine } from '../candidates/rules.ts';
import { type CandidateDraft, CandidateWrite } from '../candidates/schema.ts';
import type { FieldError } from '../errors.ts';
import { ssnDigits } from '../formats.ts';
import { validateInsert } from '../people/change.ts';
import {
  fieldOf,
  isFor,
  isPersonField,
  PERSON_KINDS,
  type PersonField,
  type PersonKind,
} from '../people/dictionary.ts';
import { isClient, KIND, SSN } from '../people/kind-and-status.ts';
import { medicaidTaken, ssnTaken } from '../people/rules.ts';
import { type PersonDraft, PersonWrite } from '../people/schema.ts';
import { personName } from '../person-name.ts';
import { readAvailability } from './availability-cells.ts';
import { readAmount, readCell, readDay, type ServiceCodes } from './cells.ts';
import {
  AVAILABILITY_COLUMNS,
  type ImportColumn,
  type ImportTarget,
  importColumns,
  KINDS_OF_TARGET,
  NEEDS_COLUMNS,
} from './columns.ts';
import type { Mapping } from './mapping.ts';
import { type CaregiverNames, readNeeds } from './needs-cells.ts';

/** A row of the file as a new record, with everything that prevents its import. `field` is the key of a column. */
export interface CheckedRow<T> {
  readonly record: T;
  readonly errors: readonly FieldError[];
}

export interface ImportContext {
  readonly target: ImportTarget;
  readonly columns: readonly (ImportColumn | undefined)[];
  readonly today: Temporal.PlainDate;
  readonly codes: ServiceCodes;
  /** The caregivers whom a client's row may name. */
  readonly caregivers: CaregiverNames;
}

/** The columns of a mapping, by position in the file. */
export const columnsOfMapping = (
  target: ImportTarget,
  mapping: Mapping,
  categories: readonly string[] = [],
) => {
  const columns = importColumns(target, categories);
  return mapping.map((key) => columns.find((column) => column.key === key));
};

/** More cells than column names: a comma was not quoted, so all later cells are in the wrong place. */
export const surplus = (cells: readonly string[], heads: number): FieldError[] =>
  cells.slice(heads).some((cell) => cell.trim() !== '')
    ? [{ field: '', message: 'This row has more cells than the first row has names' }]
    : [];

interface Given {
  readonly values: Record<string, unknown>;
  readonly faults: FieldError[];
}

const readCells = (cells: readonly string[], { columns, codes, today }: ImportContext): Given => {
  const values: Record<string, unknown> = {};
  const faults = surplus(cells, columns.length);
  const rates: Record<string, unknown> = {};
  for (const [at, column] of columns.entries()) {
    const text = cells[at]?.trim();
    if (!column?.field || !text) continue;
    const { key, label, field, rate } = column;
    const cell = rate ? readAmount(text, label) : readCell(text, fieldOf(field), codes, today);
    if ('fault' in cell) faults.push({ field: key, message: cell.fault });
    else if (rate) rates[rate] = cell.value;
    else values[key] = cell.value;
  }
  if (Object.keys(rates).length > 0) values.providerPayRate = rates;
  return { values, faults };
};

const kindOfRow = (target: ImportTarget, given: unknown): PersonKind | undefined => {
  const [only, other] = KINDS_OF_TARGET[target];
  return other === undefined ? only : PERSON_KINDS.find((kind) => kind === given);
};

const hasValue = (value: unknown) => value !== null && value !== undefined && value !== false && value !== '';

/** The form would not show these fields, and silently dropping them would lose what somebody entered. */
const closedFields = (given: PersonDraft, person: PersonDraft, kind: PersonKind): FieldError[] =>
  Object.keys(given)
    .filter(isPersonField)
    .filter((name) => hasValue(given[name]) && !hasValue(person[name]))
    .map((name) => ({ field: name, message: closedWords(name, kind) }));

const closedWords = (name: PersonField, kind: PersonKind) => {
  const { label, shown, ...field } = fieldOf(name);
  if (!isFor({ label, ...field }, kind)) return `${label} is not a field of a ${kind.toLowerCase()}`;
  return shown && 'field' in shown
    ? `${label} needs ${fieldOf(shown.field).label}`
    : `${label} cannot be kept`;
};

/** If a cell could not be read, that fault replaces the ones that the rules find in the resulting empty field. */
export const withFaults = (faults: readonly FieldError[], errors: readonly FieldError[]) => {
  const fields = new Set(faults.map(({ field }) => field));
  return [...faults, ...errors.filter(({ field }) => !fields.has(field))];
};

/** When a caregiver can work and what a client requires are not fields of the record. A row may only have what fits its kind. */
const faultsBeside = (
  cells: readonly string[],
  { columns, caregivers, today }: ImportContext,
  kind: PersonKind,
): FieldError[] => {
  const isProvider = kind === 'Provider';
  const foreign = (isProvider ? NEEDS_COLUMNS : AVAILABILITY_COLUMNS).filter(({ key }) =>
    cells[columns.findIndex((column) => column?.key === key)]?.trim(),
  );
  const own = isProvider ? readAvailability(cells, columns, today) : readNeeds(cells, columns, caregivers);
  return [
    ...own.faults,
    ...foreign.map(({ key, label }) => ({
      field: key,
      message: `${label} is not a field of a ${kind.toLowerCase()}`,
    })),
  ];
};

/** Checks a row by exactly the same rules as the record form: `judgeInsert` is also what a typed record goes through. */
export const validatePersonRow = (
  cells: readonly string[],
  context: ImportContext,
): CheckedRow<PersonDraft> => {
  const { values, faults } = readCells(cells, context);
  const kind = kindOfRow(context.target, values[KIND]);
  if (!kind) {
    const field = KIND;
    return { record: {}, errors: withFaults(faults, [{ field, message: 'Type is Provider or Client' }]) };
  }
  const parsed = PersonWrite.safeParse({ ...values, [KIND]: kind });
  if (!parsed.success) {
    const errors = parsed.error.issues.map(({ path, message }) => {
      const name = String(path[0] ?? '');
      const label = isPersonField(name) ? fieldOf(name).label : name;
      return { field: name, message: `${label}: ${message}` };
    });
    return { record: {}, errors: withFaults(faults, errors) };
  }
  const { values: given, person, errors } = validateInsert(parsed.data, kind, context.today);
  return {
    record: person,
    errors: withFaults(faults, [
      ...errors,
      ...closedFields(given, person, kind),
      ...faultsBeside(cells, context, kind),
    ]),
  };
};

/** A row as a new candidate. The location of the address is found later. */
export const validateCandidateRow = (
  cells: readonly string[],
  { columns, today }: Pick<ImportContext, 'columns' | 'today'>,
): CheckedRow<CandidateDraft> => {
  const text = (key: string) => cells[columns.findIndex((column) => column?.key === key)]?.trim() ?? '';
  const available = text('DateAvailable');
  const day = available ? readDay(available, { label: 'Date available' }, today) : { value: null };
  const faults = [
    ...surplus(cells, columns.length),
    ...('fault' in day ? [{ field: 'DateAvailable', message: day.fault }] : []),
  ];
  const parsed = CandidateWrite.safeParse({
    Name: text('Name') || [text('FirstName'), text('LastName')].filter(Boolean).join(' '),
    Phone: text('Phone'),
    Address: addressOf(text),
    DateAvailable: 'fault' in day ? null : day.value,
  });
  if (!parsed.success) {
    const errors = parsed.error.issues.map(({ path, message }) => ({
      field: String(path[0] ?? ''),
      message: `${String(path[0] ?? '')}: ${message}`,
    }));
    return { record: {}, errors: withFaults(faults, errors) };
  }
  const { rev, Status, DateCreated, ...record } = parsed.data;
  // Without a location the record is not complete yet, so only its ZIP is checked.
  const errors = checkCandidate({ ...record, AddressLatitude: 0, AddressLongitude: 0 });
  const { zip } = readTyped(record.Address ?? '');
  const placeless = record.Address && !/^\d{5}$/.test(zip) ? [{ field: 'Address', message: NO_ZIP }] : [];
  return { record, errors: withFaults(faults, [...errors, ...placeless]) };
};

export const NO_ZIP = 'Address ends with city, state and ZIP: the place on the map is found by it';
export const UNKNOWN_ZIP = 'The ZIP of this address is not known';

const addressOf = (text: (key: string) => string) => {
  const [Address, City, State, PostalCode] = [
    text('Address'),
    text('City'),
    text('State'),
    text('PostalCode'),
  ];
  if (!Address || !(City || State || PostalCode)) return Address;
  return suggestionLine({
    Address,
    City,
    State: stateCode(State) ?? State,
    PostalCode,
  });
};

/** SSN and Medicaid numbers of earlier rows, so that a repeated number names the row that already has it. */
export class FileNumbers {
  /** Stores only names, so that checked records need not be kept. */
  readonly #bySsn = new Map<string, string>();
  readonly #byMedicaid = new Map<string, string>();

  /** What is wrong with this row's numbers compared to earlier rows. */
  add(person: PersonDraft, row: number): FieldError[] {
    const ssn = ssnDigits(person[SSN] ?? '');
    const medicaid = isClient(person) ? (person.Medicaid ?? '') : '';
    const holder = `${personName(person)} (row ${row} of this file)`;
    return [
      ...claim(SSN, this.#bySsn, ssn.length === 9 ? ssn : '', holder, ssnTaken),
      ...claim('Medicaid', this.#byMedicaid, medicaid.toUpperCase(), holder, medicaidTaken),
    ];
  }
}

const claim = (
  field: string,
  holders: Map<string, string>,
  number: string,
  holder: string,
  words: typeof ssnTaken,
): FieldError[] => {
  if (number === '') return [];
  const before = holders.get(number);
  if (before !== undefined) return [{ field, message: words(before, false) }];
  holders.set(number, holder);
  return [];
};
