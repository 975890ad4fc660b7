import {
  type Field,
  fieldOf,
  isFor,
  PAY_CATEGORIES,
  PERSON_FIELDS,
  type PersonField,
  type PersonKind,
  rateField,
  requiredOf,
} from '../people/dictionary.ts';
import { KIND, STATUS } from '../people/kind-and-status.ts';

/** What the rows of a file are. `people` means providers and clients together, distinguished by the column Type. */
export const IMPORT_TARGETS = ['providers', 'clients', 'people', 'candidates', 'authorizations'] as const;
export type ImportTarget = (typeof IMPORT_TARGETS)[number];

/** Only agencies that bill have authorizations. */
export const importTargets = (isBilling: boolean): readonly ImportTarget[] =>
  IMPORT_TARGETS.filter((target) => isBilling || target !== 'authorizations');

export const TARGET_LABELS: Record<ImportTarget, string> = {
  providers: 'Providers',
  clients: 'Clients',
  people: 'Providers and clients',
  candidates: 'Candidates',
  authorizations: 'Authorizations',
};

/** A field that a column of the file may fill. */
export interface ImportColumn {
  /** Its key in requests: the field's name, with the category appended for a pay rate. */
  readonly key: string;
  readonly label: string;
  /** The rows cannot be imported without it. */
  readonly required: boolean;
  /** The field of the person record; missing for candidates. */
  readonly field?: PersonField;
  readonly rate?: string;
}

/**
 * Not imported from a file: what the server writes, what only a move of the person sets, and locations, which come from the
 * address service and are approximate until staff set the exact one. Units by code, other services and Covid spans have no
 * common format for a single cell (docs/decisions, 13).
 */
const LEFT_OUT: ReadonlySet<PersonField> = new Set<PersonField>([
  'mobileUserId',
  'AddressLatitude',
  'AddressLongitude',
  'AddressApproximate',
  'TotalUnits',
  'otherService',
  'covidStatus',
  STATUS,
  'archiveDate',
  'Return Date',
]);

export const KINDS_OF_TARGET: Record<ImportTarget, readonly PersonKind[]> = {
  providers: ['Provider'],
  clients: ['Client'],
  people: ['Provider', 'Client'],
  candidates: [],
  authorizations: [],
};

/** Whether no row of any of these kinds can be saved without the field, whatever else it contains. */
const isNeeded = (name: PersonField, kinds: readonly PersonKind[]) =>
  kinds.every((kind) => {
    const { when } = requiredOf(name, kind);
    return isFor(fieldOf(name), kind) && (when === 'always' || when === 'create');
  });

const rateColumn = (rate: string): ImportColumn => ({
  key: rateField(rate),
  label: `Pay rate ${rate}`,
  required: false,
  field: 'providerPayRate',
  rate,
});

const columnsOfField = (name: PersonField, field: Field, required: boolean): ImportColumn[] =>
  field.kind === 'rates'
    ? PAY_CATEGORIES.map(rateColumn)
    : [{ key: name, label: field.label, required, field: name }];

const personColumns = (target: ImportTarget): ImportColumn[] => {
  const kinds = KINDS_OF_TARGET[target];
  return PERSON_FIELDS.filter((name) => {
    const field = fieldOf(name);
    const isType = name === KIND;
    return (
      field.access !== 'server' &&
      !LEFT_OUT.has(name) &&
      kinds.some((kind) => isFor(field, kind)) &&
      (!isType || target === 'people')
    );
  }).flatMap((name) => columnsOfField(name, fieldOf(name), isNeeded(name, kinds)));
};

/** Name and address may be in one column or in parts. */
const CANDIDATE_COLUMNS: readonly ImportColumn[] = [
  { key: 'Name', label: 'Name', required: false },
  { key: 'FirstName', label: 'First name', required: false },
  { key: 'LastName', label: 'Last name', required: false },
  { key: 'Phone', label: 'Phone', required: true },
  { key: 'Address', label: 'Address', required: true },
  { key: 'City', label: 'City', required: false },
  { key: 'State', label: 'State', required: false },
  { key: 'PostalCode', label: 'ZIP', required: false },
  { key: 'DateAvailable', label: 'Date available', required: true },
];

/** The client is found by Medicaid number, or by a name in one column or in parts (authorization-rows.ts). */
const AUTHORIZATION_COLUMNS: readonly ImportColumn[] = [
  { key: 'Medicaid', label: 'Medicaid', required: false },
  { key: 'Name', label: 'Client', required: false },
  { key: 'LastName', label: 'Last name', required: false },
  { key: 'FirstName', label: 'First name', required: false },
  { key: 'CareType', label: 'Care plan type', required: true },
  { key: 'ParNumber', label: 'PAR number', required: true },
  { key: 'From', label: 'From', required: true },
  { key: 'Through', label: 'To', required: true },
  { key: 'Units', label: 'Units', required: false },
  { key: 'Payer', label: 'Payer', required: false },
];

/** When a caregiver can work. This is stored beside the record, not in it (availability-cells.ts). */
export const AVAILABILITY_COLUMNS: readonly ImportColumn[] = [
  { key: 'Availability', label: 'Availability', required: false },
  { key: 'WishedHours', label: 'Wished hours a week', required: false },
  { key: 'MostHours', label: 'Most hours a week', required: false },
  { key: 'FarthestMiles', label: 'Farthest miles', required: false },
  { key: 'Skills', label: 'Skills', required: false },
  { key: 'TimeOff', label: 'Time off', required: false },
];

/** What a client requires, and whom they want. This too is stored beside the record (needs-cells.ts). */
export const NEEDS_COLUMNS: readonly ImportColumn[] = [
  { key: 'RequiredSkills', label: 'Required skills', required: false },
  { key: 'RequiredLanguages', label: 'Required languages', required: false },
  { key: 'WishedLanguages', label: 'Wished languages', required: false },
  { key: 'PreferredCaregivers', label: 'Preferred caregivers', required: false },
  { key: 'NeverCaregivers', label: 'Caregivers never to send', required: false },
];

const COLUMNS: Record<ImportTarget, readonly ImportColumn[]> = {
  providers: [...personColumns('providers'), ...AVAILABILITY_COLUMNS],
  clients: [...personColumns('clients'), ...NEEDS_COLUMNS],
  people: [...personColumns('people'), ...AVAILABILITY_COLUMNS, ...NEEDS_COLUMNS],
  candidates: CANDIDATE_COLUMNS,
  authorizations: AUTHORIZATION_COLUMNS,
};
/**
 * The columns of the template, in the order of the record form. `categories` are the agency's own pay categories besides the
 * four built-in ones.
 */
export const importColumns = (
  target: ImportTarget,
  categories: readonly string[] = [],
): readonly ImportColumn[] => {
  const columns = COLUMNS[target];
  const last = columns.findLastIndex(({ rate }) => rate !== undefined);
  return last < 0
    ? columns
    : [...columns.slice(0, last + 1), ...categories.map(rateColumn), ...columns.slice(last + 1)];
};
