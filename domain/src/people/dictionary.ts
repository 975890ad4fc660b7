import { WEEKDAYS, type YearLean } from '../calendar.ts';
import type { Role } from '../call.ts';

/**
 * The person record, each field once (docs/rules/people.md, rule 2). Form, validation, storage mapping, CSV import and the
 * change log are driven by this list.
 */

export const PERSON_KINDS = ['Provider', 'Client'] as const;
export type PersonKind = (typeof PERSON_KINDS)[number];

export const PERSON_SECTIONS = [
  'Identity',
  'Address',
  'Contact',
  'Employment',
  'Checks and dates',
  'Pay rates',
  'Services',
  'Case management',
  'Daycare and other services',
  'Health',
  'Status',
  'Notes',
] as const;
export type PersonSection = (typeof PERSON_SECTIONS)[number];

/** Where the rate of a category stands in a form: a point in its name would lead elsewhere. */
export const rateField = (category: string) =>
  `providerPayRate.${category.replaceAll('%', '%25').replaceAll('.', '%2E')}` as const;
/** The category of the last part of such a place. */
export const categoryOfField = (part: string) => part.replaceAll('%2E', '.').replaceAll('%25', '%');

/** Categories of providerPayRate, in their spelling on the wire and in their order (docs/rules/people.md, rule 12). */
export const PAY_CATEGORIES = ['HealthMaintenance', 'Homemaker', 'Medicaid 131', 'PCP/RPCP'] as const;
export type PayCategory = (typeof PAY_CATEGORIES)[number];

/** Checkboxes of the form that open fields. Only Daycare and PrivateClient are stored; the others follow from what is stored. */
export const TOGGLES = {
  noUnit: 'No Unit/Apt',
  covidPositive: 'Covid positive',
  fluShot: 'Flu shot',
  otherServices: 'Other service',
} as const;
export type Toggle = keyof typeof TOGGLES;

export interface Option {
  readonly value: string;
  readonly label: string;
}
const same = <const V extends readonly string[]>(values: V): { value: V[number]; label: V[number] }[] =>
  values.map((value: V[number]) => ({ value, label: value }));

/**
 * text, note, phone, ssn, email, contact (phone or e-mail), zip, state, letters, select: text; date YYYY-MM-DD; month YYYY-MM;
 * time HH:mm; stamp ISO; bool; int; coordinate: degrees; rates: dollars an hour per category; codes: list of procedure codes;
 * units: units per procedure code; days: list of weekdays; otherServices: list of OtherService; span: 'from|to' dates.
 */
export type FieldKind =
  | 'text'
  | 'note'
  | 'phone'
  | 'ssn'
  | 'email'
  | 'contact'
  | 'zip'
  | 'state'
  | 'letters'
  | 'select'
  | 'date'
  | 'month'
  | 'time'
  | 'stamp'
  | 'bool'
  | 'int'
  | 'coordinate'
  | 'rates'
  | 'codes'
  | 'units'
  | 'days'
  | 'otherServices'
  | 'span';

/** When an empty value is refused, for the people the field is for. */
export type Required =
  | { readonly when: 'always' | 'create' | 'never' }
  | { readonly when: 'unless'; readonly field: 'PrivateClient' }
  | { readonly when: 'unless'; readonly toggle: Toggle }
  | { readonly when: 'toggle'; readonly toggle: Toggle };

/** When the form shows the field at all. */
export type Shown =
  | { readonly when: 'set'; readonly field: 'DC Date' | 'Address' }
  | { readonly when: 'on'; readonly field: 'Daycare' }
  | { readonly when: 'toggle'; readonly toggle: Toggle }
  | { readonly when: 'versionAbove1' };

/**
 * form: admin writes, user writes when creating. shared: admin and user write (Notes dialog, Set Active, account link).
 * admin: read and written by admin alone. server: written by the server only.
 */
export type Access = 'form' | 'shared' | 'admin' | 'server';

export interface Field {
  /** Caption on screens, in messages and in the record log. */
  readonly label: string;
  readonly section: PersonSection;
  readonly kind: FieldKind;
  readonly for: 'both' | 'provider' | 'client';
  /** Column of table people; ssn and rates have several. */
  readonly column: string;
  readonly access: Access;
  readonly required: Required;
  readonly shown?: Shown;
  readonly max?: number;
  readonly min?: number;
  readonly options?: readonly Option[];
  readonly mask?: string;
  /** Part of the rows that lists answer. */
  readonly list?: true;
  /** Columns of the 12-column form grid; 3 when absent. */
  readonly width?: 2 | 3 | 4 | 6 | 9 | 12;
  /** How a year of two digits is completed. */
  readonly lean?: YearLean;
  /** Set on other ways than by typing into the form: not an input there. */
  readonly noInput?: true;
}

const never = { when: 'never' } as const;
const always = { when: 'always' } as const;
const onCreate = { when: 'create' } as const;
const PHONE = '(111) 111-1111';

const both = { for: 'both', access: 'form' } as const;
const provider = { for: 'provider', access: 'form' } as const;
const client = { for: 'client', access: 'form' } as const;
const byServer = { for: 'both', access: 'server', required: never, noInput: true } as const;

/** Wire name → field, in the order of the form. */
export const PERSON = {
  ID: { ...byServer, label: 'ID', section: 'Identity', kind: 'int', column: 'id', list: true },
  'Provider or Client': {
    ...both,
    label: 'Type',
    section: 'Identity',
    kind: 'select',
    column: 'kind',
    required: always,
    options: same(PERSON_KINDS),
    list: true,
    noInput: true,
  },
  LastName: {
    ...both,
    label: 'Last name',
    section: 'Identity',
    kind: 'text',
    column: 'last_name',
    required: always,
    max: 60,
    list: true,
  },
  FirstName: {
    ...both,
    label: 'First name',
    section: 'Identity',
    kind: 'text',
    column: 'first_name',
    required: always,
    max: 60,
    list: true,
  },
  MiddleName: {
    ...both,
    label: 'Middle name',
    section: 'Identity',
    kind: 'text',
    column: 'middle_name',
    required: never,
    max: 60,
    list: true,
  },
  Gender: {
    ...both,
    label: 'Gender',
    section: 'Identity',
    kind: 'select',
    column: 'gender',
    required: always,
    options: same(['Male', 'Female', 'Unknown']),
  },
  DOB: {
    ...both,
    label: 'DOB',
    section: 'Identity',
    kind: 'date',
    column: 'dob',
    lean: 'past',
    required: always,
    list: true,
  },
  'SSI #': {
    ...both,
    label: 'SSI #',
    section: 'Identity',
    kind: 'ssn',
    column: 'ssn',
    required: always,
    mask: '111-11-1111',
    list: true,
  },
  Marital: {
    ...both,
    label: 'Marital',
    section: 'Identity',
    kind: 'select',
    column: 'marital',
    required: never,
    options: same([
      'Single',
      'Married',
      'Married at Single Rate',
      'Divorced',
      'Separated',
      'Widowed',
      'Unknown',
    ]),
  },
  Language: {
    ...both,
    label: 'Language',
    section: 'Identity',
    kind: 'text',
    column: 'language',
    required: never,
    max: 60,
    list: true,
  },

  Address: {
    ...both,
    label: 'Address',
    section: 'Address',
    kind: 'text',
    column: 'address',
    required: always,
    max: 120,
    list: true,
    width: 6,
  },
  Address2: {
    ...both,
    label: 'Unit/Apt',
    section: 'Address',
    kind: 'text',
    column: 'address2',
    required: { when: 'unless', toggle: 'noUnit' },
    shown: { when: 'set', field: 'Address' },
    max: 60,
    list: true,
  },
  City: {
    ...both,
    label: 'City',
    section: 'Address',
    kind: 'letters',
    column: 'city',
    required: always,
    max: 60,
    list: true,
    width: 4,
  },
  State: {
    ...both,
    label: 'State',
    section: 'Address',
    kind: 'state',
    column: 'state',
    required: always,
    max: 2,
    list: true,
    width: 2,
  },
  PostalCode: {
    ...both,
    label: 'ZIP',
    section: 'Address',
    kind: 'zip',
    column: 'postal_code',
    required: always,
    max: 9,
    list: true,
  },
  County: {
    ...both,
    label: 'County',
    section: 'Address',
    kind: 'letters',
    column: 'county',
    required: never,
    max: 60,
  },
  AddressLatitude: {
    ...both,
    label: 'Latitude',
    section: 'Address',
    kind: 'coordinate',
    column: 'address_latitude',
    required: never,
    min: -90,
    max: 90,
    noInput: true,
  },
  AddressLongitude: {
    ...both,
    label: 'Longitude',
    section: 'Address',
    kind: 'coordinate',
    column: 'address_longitude',
    required: never,
    min: -180,
    max: 180,
    noInput: true,
  },
  AddressApproximate: {
    ...both,
    label: 'Approximate location',
    section: 'Address',
    kind: 'bool',
    column: 'address_approximate',
    required: never,
    noInput: true,
  },

  Phone: {
    ...both,
    label: 'Phone',
    section: 'Contact',
    kind: 'phone',
    column: 'phone',
    required: always,
    mask: PHONE,
    list: true,
  },
  AltPhone: {
    ...both,
    label: 'Other phone',
    section: 'Contact',
    kind: 'phone',
    column: 'alt_phone',
    required: never,
    mask: PHONE,
  },
  Email: {
    ...both,
    label: 'Email',
    section: 'Contact',
    kind: 'email',
    column: 'email',
    required: never,
    max: 254,
    list: true,
    width: 6,
  },
  confirmedEmail: {
    ...byServer,
    label: 'Verified email',
    section: 'Contact',
    kind: 'bool',
    column: 'confirmed_email',
  },
  'Emergency Contact': {
    ...both,
    label: 'Emergency Contact',
    section: 'Contact',
    kind: 'text',
    column: 'emergency_contact',
    required: always,
    max: 120,
  },
  'Emergency Phone': {
    ...both,
    label: 'Emergency Phone',
    section: 'Contact',
    kind: 'phone',
    column: 'emergency_phone',
    required: always,
    mask: PHONE,
  },
  EmergencyAddress: {
    ...client,
    label: 'Emergency address',
    section: 'Contact',
    kind: 'text',
    column: 'emergency_address',
    required: always,
    max: 254,
    width: 6,
  },
  EmergencyRelation: {
    ...client,
    label: 'Emergency relation',
    section: 'Contact',
    kind: 'text',
    column: 'emergency_relation',
    required: always,
    max: 60,
  },
  notifyVisit: {
    ...both,
    label: 'Notify about visits',
    section: 'Contact',
    kind: 'contact',
    column: 'notify_visit',
    required: never,
    max: 254,
  },
  'Hrs+TT': { ...both, label: 'Hrs+TT', section: 'Contact', kind: 'bool', column: 'hrs_tt', required: never },

  withholdAllow: {
    ...provider,
    label: 'Withholding allowances',
    section: 'Employment',
    kind: 'int',
    column: 'withhold_allow',
    required: never,
    min: 0,
    max: 9,
  },
  Units: {
    ...provider,
    label: 'Units',
    section: 'Employment',
    kind: 'int',
    column: 'units',
    required: never,
    min: 0,
    max: 9999,
  },
  mobileUserId: {
    ...provider,
    access: 'shared',
    label: 'Mobile account',
    section: 'Employment',
    kind: 'int',
    column: 'mobile_user_id',
    required: never,
    min: 1,
    max: 2147483647,
    list: true,
    noInput: true,
  },

  'Start Date': {
    ...provider,
    label: 'Start Date',
    section: 'Checks and dates',
    kind: 'date',
    column: 'start_date',
    required: always,
  },
  'ID Expiration': {
    ...provider,
    label: 'DL/ID Expiration',
    section: 'Checks and dates',
    kind: 'date',
    column: 'id_expiration',
    required: always,
    list: true,
  },
  'Safety Training': {
    ...provider,
    label: 'Safety Training',
    section: 'Checks and dates',
    kind: 'date',
    column: 'safety_training',
    required: always,
  },
  BackgroundCheck: {
    ...provider,
    label: 'Background Check',
    section: 'Checks and dates',
    kind: 'date',
    column: 'background_check',
    required: always,
    list: true,
  },
  capsCheck: {
    ...provider,
    label: 'CAPS Check',
    section: 'Checks and dates',
    kind: 'date',
    column: 'caps_check',
    required: onCreate,
    list: true,
  },
  'Staff Evaluation': {
    ...provider,
    label: 'Staff Evaluation',
    section: 'Checks and dates',
    kind: 'date',
    column: 'staff_evaluation',
    required: always,
    list: true,
  },
  'Skill Validation': {
    ...provider,
    label: 'Skill Validation',
    section: 'Checks and dates',
    kind: 'date',
    column: 'skill_validation',
    required: never,
  },
  SkillNotNeed: {
    ...provider,
    label: 'Skill Validation not needed',
    section: 'Checks and dates',
    kind: 'bool',
    column: 'skill_not_need',
    required: never,
  },
  'Work Authorization Expiration': {
    ...provider,
    label: 'Work Authorization Expiration',
    section: 'Checks and dates',
    kind: 'date',
    column: 'work_authorization_expiration',
    required: never,
  },
  'Start IHSS': {
    ...provider,
    label: 'Start IHSS',
    section: 'Checks and dates',
    kind: 'date',
    column: 'start_ihss',
    required: never,
    list: true,
  },

  providerPayRate: {
    ...provider,
    access: 'admin',
    label: 'Pay rates',
    section: 'Pay rates',
    kind: 'rates',
    column: 'rate',
    required: never,
    min: 0,
    width: 12,
  },

  Medicaid: {
    ...client,
    label: 'Medicaid',
    section: 'Services',
    kind: 'text',
    column: 'medicaid',
    required: { when: 'unless', field: 'PrivateClient' },
    max: 64,
    list: true,
  },
  PrivateClient: {
    ...client,
    label: 'Private Client',
    section: 'Services',
    kind: 'bool',
    column: 'private_client',
    required: never,
    list: true,
  },
  Services: {
    ...client,
    label: 'Services',
    section: 'Services',
    kind: 'codes',
    column: 'services',
    required: always,
    list: true,
    width: 6,
  },
  TotalUnits: {
    ...client,
    label: 'Total units',
    section: 'Services',
    kind: 'units',
    column: 'total_units',
    required: never,
    width: 12,
  },
  Diagnosis: {
    ...client,
    label: 'Diagnosis',
    section: 'Services',
    kind: 'text',
    column: 'diagnosis',
    required: always,
    max: 127,
    width: 6,
  },
  /** Of the diagnosis, as claims name it. */
  ICD10: {
    ...client,
    label: 'ICD-10 code',
    section: 'Services',
    kind: 'text',
    column: 'icd10',
    required: never,
    max: 8,
  },
  StartOfCare: {
    ...client,
    label: 'Start Of Care',
    section: 'Services',
    kind: 'date',
    column: 'start_of_care',
    required: always,
  },
  'Home Visit': {
    ...client,
    label: 'Home Visit',
    section: 'Services',
    kind: 'date',
    column: 'home_visit',
    required: always,
    list: true,
  },
  'PAR Expiration': {
    ...client,
    label: 'PAR Expiration',
    section: 'Services',
    kind: 'date',
    column: 'par_expiration',
    required: never,
  },
  BenefitRenewal: {
    ...client,
    label: 'Benefit Renewal',
    section: 'Services',
    kind: 'date',
    column: 'benefit_renewal',
    required: never,
  },
  ClientSkillTraning: {
    ...client,
    label: 'Decline Skill Training',
    section: 'Services',
    kind: 'date',
    column: 'client_skill_traning',
    required: never,
  },
  Field2: {
    ...client,
    label: 'IHSS share form date',
    section: 'Services',
    kind: 'date',
    column: 'field2',
    required: never,
    shown: { when: 'versionAbove1' },
  },

  'Case Manager': {
    ...client,
    label: 'Case Manager',
    section: 'Case management',
    kind: 'text',
    column: 'case_manager',
    required: always,
    max: 120,
  },
  'Managers Phone': {
    ...client,
    label: 'Managers Phone',
    section: 'Case management',
    kind: 'phone',
    column: 'managers_phone',
    required: always,
    mask: PHONE,
  },
  'Managers Email': {
    ...client,
    label: 'Managers Email',
    section: 'Case management',
    kind: 'email',
    column: 'managers_email',
    required: never,
    max: 254,
  },
  CaseManagerDate: {
    ...client,
    label: 'Case Manager Date',
    section: 'Case management',
    kind: 'date',
    column: 'case_manager_date',
    required: never,
  },
  caseChanged: {
    ...client,
    label: 'Case changed',
    section: 'Case management',
    kind: 'date',
    column: 'case_changed',
    required: never,
  },
  Doctor: {
    ...client,
    label: 'Doctor',
    section: 'Case management',
    kind: 'text',
    column: 'doctor',
    required: always,
    max: 120,
    list: true,
  },
  'Doctors Phone #': {
    ...client,
    label: 'Doctors Phone #',
    section: 'Case management',
    kind: 'phone',
    column: 'doctors_phone',
    required: always,
    mask: PHONE,
  },

  Daycare: {
    ...client,
    label: 'Daycare',
    section: 'Daycare and other services',
    kind: 'bool',
    column: 'daycare',
    required: never,
    width: 12,
    list: true,
  },
  DaycareName: {
    ...client,
    label: 'Daycare name',
    section: 'Daycare and other services',
    kind: 'text',
    column: 'daycare_name',
    required: never,
    shown: { when: 'on', field: 'Daycare' },
    max: 60,
    list: true,
    width: 6,
  },
  DaycareTimeFrom: {
    ...client,
    label: 'Daycare from',
    section: 'Daycare and other services',
    kind: 'time',
    column: 'daycare_time_from',
    required: never,
    shown: { when: 'on', field: 'Daycare' },
    list: true,
  },
  DaycareTimeTo: {
    ...client,
    label: 'Daycare to',
    section: 'Daycare and other services',
    kind: 'time',
    column: 'daycare_time_to',
    required: never,
    shown: { when: 'on', field: 'Daycare' },
    list: true,
  },
  DaycareDays: {
    ...client,
    label: 'Daycare days',
    section: 'Daycare and other services',
    kind: 'days',
    column: 'daycare_days',
    required: never,
    shown: { when: 'on', field: 'Daycare' },
    options: same(WEEKDAYS),
    list: true,
    width: 12,
  },
  otherService: {
    ...client,
    label: 'Other service',
    section: 'Daycare and other services',
    kind: 'otherServices',
    column: 'other_service',
    required: { when: 'toggle', toggle: 'otherServices' },
    shown: { when: 'toggle', toggle: 'otherServices' },
    max: 60,
    width: 12,
    list: true,
  },

  covidVaccine: {
    ...provider,
    label: 'Covid vaccine',
    section: 'Health',
    kind: 'select',
    column: 'covid_vaccine',
    required: never,
    options: [
      { value: '1', label: 'Vaccinated' },
      { value: '0', label: 'Not vaccinated' },
      { value: '2', label: 'Medical reason' },
      { value: '3', label: 'Religious reason' },
      { value: '4', label: 'RPCP Live in' },
    ],
  },
  flushotVaccine: {
    ...provider,
    label: 'Flu shot date',
    section: 'Health',
    kind: 'month',
    column: 'flushot_vaccine',
    required: { when: 'toggle', toggle: 'fluShot' },
    shown: { when: 'toggle', toggle: 'fluShot' },
  },
  covidStatus: {
    ...client,
    label: 'Covid positive',
    section: 'Health',
    kind: 'span',
    column: 'covid_status',
    required: { when: 'toggle', toggle: 'covidPositive' },
    shown: { when: 'toggle', toggle: 'covidPositive' },
    width: 6,
  },
  telehealthConsent: {
    ...client,
    label: 'Telehealth consent',
    section: 'Health',
    kind: 'bool',
    column: 'telehealth_consent',
    required: never,
  },

  Cur: {
    ...both,
    access: 'shared',
    label: 'Status',
    section: 'Status',
    kind: 'select',
    column: 'cur',
    required: never,
    options: [
      { value: 'y', label: 'Active' },
      { value: 'n', label: 'Archived' },
    ],
    list: true,
    noInput: true,
  },
  archiveDate: {
    ...both,
    access: 'shared',
    label: 'Archive date',
    section: 'Status',
    kind: 'date',
    column: 'archive_date',
    required: never,
    list: true,
    noInput: true,
  },
  'DC Date': {
    ...both,
    label: 'DC Date',
    section: 'Status',
    kind: 'date',
    column: 'dc_date',
    required: never,
  },
  'DC Reason': {
    ...both,
    label: 'DC Reason',
    section: 'Status',
    kind: 'text',
    column: 'dc_reason',
    required: never,
    shown: { when: 'set', field: 'DC Date' },
    max: 254,
    width: 9,
  },
  'Return Date': {
    ...both,
    access: 'shared',
    label: 'Return Date',
    section: 'Status',
    kind: 'date',
    column: 'return_date',
    required: never,
  },

  notes: {
    ...both,
    access: 'shared',
    label: 'Notes',
    section: 'Notes',
    kind: 'note',
    column: 'notes',
    required: never,
    max: 20000,
    width: 12,
  },

  SunDataStatus: {
    ...byServer,
    label: 'Aggregator status',
    section: 'Status',
    kind: 'select',
    column: 'aggregator_status',
    options: same(['Pending', 'Success', 'Failed']),
    list: true,
  },
  Field1: { ...byServer, label: 'Last modified', section: 'Status', kind: 'text', column: 'field1' },
  created: { ...byServer, label: 'Created', section: 'Status', kind: 'stamp', column: 'created' },
  updated: { ...byServer, label: 'Updated', section: 'Status', kind: 'stamp', column: 'updated' },
} as const satisfies Record<string, Field>;

export type PersonField = keyof typeof PERSON;
const keysOf = <K extends string>(record: Record<K, unknown>) => Object.keys(record) as K[];

/** All wire names in the order of the form. */
export const PERSON_FIELDS: readonly PersonField[] = keysOf(PERSON);
/** Where somebody lives, as it is written on a letter. */
export const ADDRESS_FIELDS = ['Address', 'Address2', 'City', 'State', 'PostalCode', 'County'] as const;
export const fieldOf = (name: PersonField): Field => PERSON[name];
/** Name and field together, for loops over many people. */
export const PERSON_ENTRIES: readonly (readonly [PersonField, Field])[] = PERSON_FIELDS.map((name) => [
  name,
  fieldOf(name),
]);
export const isPersonField = (name: string): name is PersonField => Object.hasOwn(PERSON, name);

export type ListField = {
  [F in PersonField]: (typeof PERSON)[F] extends { readonly list: true } ? F : never;
}[PersonField];
export const LIST_FIELDS: readonly ListField[] = PERSON_FIELDS.filter(
  (name): name is ListField => fieldOf(name).list === true,
);

/** Parts of DOB on the wire; DOB itself is stored (docs/rules/people.md, rule 10). */

export const isFor = (field: Field, kind: PersonKind) =>
  field.for === 'both' || field.for === (kind === 'Provider' ? 'provider' : 'client');

/** The SSN is needed from providers alone: a client may have none (docs/rules/people.md, rule 6). */
export const requiredOf = (name: PersonField, kind: PersonKind): Required =>
  name === 'SSI #' && kind === 'Client' ? never : fieldOf(name).required;

/** Fields a role may write when it creates ('insert') or changes ('update') a person (docs/rules/people.md, rule 23). */
export const mayWrite = (role: Role, name: PersonField, act: 'insert' | 'update') => {
  const { access } = fieldOf(name);
  if (access === 'server' || (role !== 'admin' && role !== 'user')) return false;
  if (role === 'admin') return true;
  return access === 'shared' || (access === 'form' && act === 'insert');
};

/** Pay rates are the admin's; notes of others are hidden from role provider (docs/rules/people.md, rules 25 and 26). */
export const mayRead = (role: Role, name: PersonField, own = false) => {
  if (fieldOf(name).access === 'admin') return role === 'admin';
  if (name === 'notes') return role === 'admin' || role === 'user' || own;
  return true;
};

/** Fields of one section of the form, for one kind of person, in order. */
export const fieldsOfSection = (section: PersonSection, kind: PersonKind): PersonField[] =>
  PERSON_FIELDS.filter((name) => {
    const field = fieldOf(name);
    return field.section === section && !field.noInput && isFor(field, kind);
  });
