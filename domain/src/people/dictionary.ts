import { WEEKDAYS, type YearLean } from '../calendar.ts';
import { isOffice, type Role } from '../call.ts';
import { seesPayRates } from '../permissions.ts';

/**
 * The person record, with each field defined once (docs/rules/people.md, rule 2). Form, validation, storage, CSV import and
 * change log are all driven by this list.
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

/** The form path of a category's rate. A period in the name is escaped, because it would separate levels of the path. */
export const rateField = (category: string) =>
  `providerPayRate.${category.replaceAll('%', '%25').replaceAll('.', '%2E')}` as const;
/** The category in the last part of such a path. */
export const categoryOfField = (part: string) => part.replaceAll('%2E', '.').replaceAll('%25', '%');

/** Categories of providerPayRate, spelled as in calls and in their order (docs/rules/people.md, rule 12). */
export const PAY_CATEGORIES = ['HealthMaintenance', 'Homemaker', 'Medicaid 131', 'PCP/RPCP'] as const;
export type PayCategory = (typeof PAY_CATEGORIES)[number];

/** Checkboxes of the form that reveal fields. Only Daycare and PrivateClient are stored; the others are derived from stored values. */
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
 * text, note, phone, ssn, email, contact (phone or e-mail), zip, state, letters and select are text; date is YYYY-MM-DD,
 * month YYYY-MM, time HH:mm, stamp ISO; coordinate is in degrees; rates are dollars per hour by category; codes is a list of
 * procedure codes; units are units by procedure code; days is a list of weekdays; otherServices a list of OtherService; span
 * is 'from|to' in dates.
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

/** When an empty value is refused, for the kind of person that has the field. */
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
 * form: admins write it, users only on creation. shared: admin and user write it (Notes dialog, Set Active, account link).
 * admin: only admins read and write it. server: only the server writes it.
 */
export type Access = 'form' | 'shared' | 'admin' | 'server';

export interface Field {
  /** The caption on screens, in messages and in the record log. */
  readonly label: string;
  readonly section: PersonSection;
  readonly kind: FieldKind;
  readonly for: 'both' | 'provider' | 'client';
  /** The column of table people; ssn and rates have several. */
  readonly column: string;
  readonly access: Access;
  /** Never required if missing. */
  readonly required?: Required;
  readonly shown?: Shown;
  readonly max?: number;
  readonly min?: number;
  readonly options?: readonly Option[];
  readonly mask?: string;
  /** Included in the rows that lists return. */
  readonly list?: true;
  /** Columns of the form's 12-column grid; 3 if missing. */
  readonly width?: 2 | 3 | 4 | 6 | 9 | 12;
  /** How a two-digit year is completed. */
  readonly lean?: YearLean;
  /** Set in other ways than the form, where it has no input. */
  readonly noInput?: true;
}

const never = { when: 'never' } as const;
const always = { when: 'always' } as const;
const onCreate = { when: 'create' } as const;
const PHONE = '(111) 111-1111';

const both = { for: 'both', access: 'form' } as const;
const provider = { for: 'provider', access: 'form' } as const;
const client = { for: 'client', access: 'form' } as const;
const byServer = { for: 'both', access: 'server', noInput: true } as const;

type Basics = 'kind' | 'section' | 'column' | 'label';
const fieldsOf =
  (section: PersonSection) =>
  <const K extends FieldKind, const M extends Omit<Field, Basics>>(
    kind: K,
    column: string,
    label: string,
    more: M,
  ) => ({ kind, section, column, label, ...more });
const identity = fieldsOf('Identity');
const address = fieldsOf('Address');
const contact = fieldsOf('Contact');
const employment = fieldsOf('Employment');
const checks = fieldsOf('Checks and dates');
const pay = fieldsOf('Pay rates');
const services = fieldsOf('Services');
const caseManagement = fieldsOf('Case management');
const daycare = fieldsOf('Daycare and other services');
const health = fieldsOf('Health');
const status = fieldsOf('Status');
const notes = fieldsOf('Notes');

/** Field name in calls → field, in the order of the form. */
export const PERSON = {
  ID: identity('int', 'id', 'ID', { ...byServer, list: true }),
  'Provider or Client': identity('select', 'kind', 'Type', {
    ...both,
    required: always,
    options: same(PERSON_KINDS),
    list: true,
    noInput: true,
  }),
  LastName: identity('text', 'last_name', 'Last name', { ...both, required: always, max: 60, list: true }),
  FirstName: identity('text', 'first_name', 'First name', { ...both, required: always, max: 60, list: true }),
  MiddleName: identity('text', 'middle_name', 'Middle name', { ...both, max: 60, list: true }),
  Gender: identity('select', 'gender', 'Gender', {
    ...both,
    required: always,
    options: same(['Male', 'Female', 'Unknown']),
  }),
  DOB: identity('date', 'dob', 'DOB', { ...both, lean: 'past', required: always, list: true }),
  'SSI #': identity('ssn', 'ssn', 'SSI #', { ...both, required: always, mask: '111-11-1111', list: true }),
  Marital: identity('select', 'marital', 'Marital', {
    ...both,
    options: same([
      'Single',
      'Married',
      'Married at Single Rate',
      'Divorced',
      'Separated',
      'Widowed',
      'Unknown',
    ]),
  }),
  Language: identity('text', 'language', 'Language', { ...both, max: 60, list: true }),

  Address: address('text', 'address', 'Address', {
    ...both,
    required: always,
    max: 120,
    list: true,
    width: 6,
  }),
  Address2: address('text', 'address2', 'Unit/Apt', {
    ...both,
    required: { when: 'unless', toggle: 'noUnit' },
    shown: { when: 'set', field: 'Address' },
    max: 60,
    list: true,
  }),
  City: address('letters', 'city', 'City', { ...both, required: always, max: 60, list: true, width: 4 }),
  State: address('state', 'state', 'State', { ...both, required: always, max: 2, list: true, width: 2 }),
  PostalCode: address('zip', 'postal_code', 'ZIP', { ...both, required: always, max: 9, list: true }),
  County: address('letters', 'county', 'County', { ...both, max: 60 }),
  AddressLatitude: address('coordinate', 'address_latitude', 'Latitude', {
    ...both,
    min: -90,
    max: 90,
    noInput: true,
  }),
  AddressLongitude: address('coordinate', 'address_longitude', 'Longitude', {
    ...both,
    min: -180,
    max: 180,
    noInput: true,
  }),
  AddressApproximate: address('bool', 'address_approximate', 'Approximate location', {
    ...both,
    noInput: true,
  }),

  Phone: contact('phone', 'phone', 'Phone', { ...both, required: always, mask: PHONE, list: true }),
  AltPhone: contact('phone', 'alt_phone', 'Other phone', { ...both, mask: PHONE }),
  Email: contact('email', 'email', 'Email', { ...both, max: 254, list: true, width: 6 }),
  confirmedEmail: contact('bool', 'confirmed_email', 'Verified email', byServer),
  'Emergency Contact': contact('text', 'emergency_contact', 'Emergency Contact', {
    ...both,
    required: always,
    max: 120,
  }),
  'Emergency Phone': contact('phone', 'emergency_phone', 'Emergency Phone', {
    ...both,
    required: always,
    mask: PHONE,
  }),
  EmergencyAddress: contact('text', 'emergency_address', 'Emergency address', {
    ...client,
    required: always,
    max: 254,
    width: 6,
  }),
  EmergencyRelation: contact('text', 'emergency_relation', 'Emergency relation', {
    ...client,
    required: always,
    max: 60,
  }),
  notifyVisit: contact('contact', 'notify_visit', 'Notify about visits', { ...both, max: 254 }),
  'Hrs+TT': contact('bool', 'hrs_tt', 'Hrs+TT', both),
  withholdAllow: employment('int', 'withhold_allow', 'Withholding allowances', {
    ...provider,
    min: 0,
    max: 9,
  }),
  Units: employment('int', 'units', 'Units', { ...provider, min: 0, max: 9999 }),
  mobileUserId: employment('int', 'mobile_user_id', 'Mobile account', {
    ...provider,
    access: 'shared',
    min: 1,
    max: 2147483647,
    list: true,
    noInput: true,
  }),

  'Start Date': checks('date', 'start_date', 'Start Date', { ...provider, required: always }),
  'ID Expiration': checks('date', 'id_expiration', 'DL/ID Expiration', {
    ...provider,
    required: always,
    list: true,
  }),
  'Safety Training': checks('date', 'safety_training', 'Safety Training', { ...provider, required: always }),
  BackgroundCheck: checks('date', 'background_check', 'Background Check', {
    ...provider,
    required: always,
    list: true,
  }),
  capsCheck: checks('date', 'caps_check', 'CAPS Check', { ...provider, required: onCreate, list: true }),
  'Staff Evaluation': checks('date', 'staff_evaluation', 'Staff Evaluation', {
    ...provider,
    required: always,
    list: true,
  }),
  'Skill Validation': checks('date', 'skill_validation', 'Skill Validation', provider),
  SkillNotNeed: checks('bool', 'skill_not_need', 'Skill Validation not needed', provider),
  'Work Authorization Expiration': checks(
    'date',
    'work_authorization_expiration',
    'Work Authorization Expiration',
    provider,
  ),
  'Start IHSS': checks('date', 'start_ihss', 'Start IHSS', { ...provider, list: true }),
  providerPayRate: pay('rates', 'rate', 'Pay rates', { ...provider, access: 'admin', min: 0, width: 12 }),

  Medicaid: services('text', 'medicaid', 'Medicaid', {
    ...client,
    required: { when: 'unless', field: 'PrivateClient' },
    max: 64,
    list: true,
  }),
  PrivateClient: services('bool', 'private_client', 'Private Client', { ...client, list: true }),
  Services: services('codes', 'services', 'Services', { ...client, required: always, list: true, width: 6 }),
  TotalUnits: services('units', 'total_units', 'Total units', { ...client, width: 12 }),
  Diagnosis: services('text', 'diagnosis', 'Diagnosis', { ...client, required: always, max: 127, width: 6 }),
  /** The diagnosis, as claims state it. */
  ICD10: services('text', 'icd10', 'ICD-10 code', { ...client, max: 8 }),
  StartOfCare: services('date', 'start_of_care', 'Start Of Care', { ...client, required: always }),
  'Home Visit': services('date', 'home_visit', 'Home Visit', { ...client, required: always, list: true }),
  'PAR Expiration': services('date', 'par_expiration', 'PAR Expiration', client),
  BenefitRenewal: services('date', 'benefit_renewal', 'Benefit Renewal', client),
  ClientSkillTraning: services('date', 'client_skill_traning', 'Decline Skill Training', client),
  Field2: services('date', 'field2', 'IHSS share form date', { ...client, shown: { when: 'versionAbove1' } }),

  'Case Manager': caseManagement('text', 'case_manager', 'Case Manager', {
    ...client,
    required: always,
    max: 120,
  }),
  'Managers Phone': caseManagement('phone', 'managers_phone', 'Managers Phone', {
    ...client,
    required: always,
    mask: PHONE,
  }),
  'Managers Email': caseManagement('email', 'managers_email', 'Managers Email', { ...client, max: 254 }),
  CaseManagerDate: caseManagement('date', 'case_manager_date', 'Case Manager Date', client),
  caseChanged: caseManagement('date', 'case_changed', 'Case changed', client),
  Doctor: caseManagement('text', 'doctor', 'Doctor', { ...client, required: always, max: 120, list: true }),
  'Doctors Phone #': caseManagement('phone', 'doctors_phone', 'Doctors Phone #', {
    ...client,
    required: always,
    mask: PHONE,
  }),

  Daycare: daycare('bool', 'daycare', 'Daycare', { ...client, width: 12, list: true }),
  DaycareName: daycare('text', 'daycare_name', 'Daycare name', {
    ...client,
    shown: { when: 'on', field: 'Daycare' },
    max: 60,
    list: true,
    width: 6,
  }),
  DaycareTimeFrom: daycare('time', 'daycare_time_from', 'Daycare from', {
    ...client,
    shown: { when: 'on', field: 'Daycare' },
    list: true,
  }),
  DaycareTimeTo: daycare('time', 'daycare_time_to', 'Daycare to', {
    ...client,
    shown: { when: 'on', field: 'Daycare' },
    list: true,
  }),
  DaycareDays: daycare('days', 'daycare_days', 'Daycare days', {
    ...client,
    shown: { when: 'on', field: 'Daycare' },
    options: same(WEEKDAYS),
    list: true,
    width: 12,
  }),
  otherService: daycare('otherServices', 'other_service', 'Other service', {
    ...client,
    required: { when: 'toggle', toggle: 'otherServices' },
    shown: { when: 'toggle', toggle: 'otherServices' },
    max: 60,
    width: 12,
    list: true,
  }),

  covidVaccine: health('select', 'covid_vaccine', 'Covid vaccine', {
    ...provider,
    options: [
      { value: '1', label: 'Vaccinated' },
      { value: '0', label: 'Not vaccinated' },
      { value: '2', label: 'Medical reason' },
      { value: '3', label: 'Religious reason' },
      { value: '4', label: 'RPCP Live in' },
    ],
  }),
  flushotVaccine: health('month', 'flushot_vaccine', 'Flu shot date', {
    ...provider,
    required: { when: 'toggle', toggle: 'fluShot' },
    shown: { when: 'toggle', toggle: 'fluShot' },
  }),
  covidStatus: health('span', 'covid_status', 'Covid positive', {
    ...client,
    required: { when: 'toggle', toggle: 'covidPositive' },
    shown: { when: 'toggle', toggle: 'covidPositive' },
    width: 6,
  }),
  telehealthConsent: health('bool', 'telehealth_consent', 'Telehealth consent', client),

  Cur: status('select', 'cur', 'Status', {
    ...both,
    access: 'shared',
    options: [
      { value: 'y', label: 'Active' },
      { value: 'n', label: 'Archived' },
    ],
    list: true,
    noInput: true,
  }),
  archiveDate: status('date', 'archive_date', 'Archive date', {
    ...both,
    access: 'shared',
    list: true,
    noInput: true,
  }),
  'DC Date': status('date', 'dc_date', 'DC Date', both),
  'DC Reason': status('text', 'dc_reason', 'DC Reason', {
    ...both,
    shown: { when: 'set', field: 'DC Date' },
    max: 254,
    width: 9,
  }),
  'Return Date': status('date', 'return_date', 'Return Date', { ...both, access: 'shared' }),

  notes: notes('note', 'notes', 'Notes', { ...both, access: 'shared', max: 20000, width: 12 }),

  SunDataStatus: status('select', 'aggregator_status', 'Aggregator status', {
    ...byServer,
    options: same(['Pending', 'Success', 'Failed']),
    list: true,
  }),
  Field1: status('text', 'field1', 'Last modified', byServer),
  created: status('stamp', 'created', 'Created', byServer),
  updated: status('stamp', 'updated', 'Updated', byServer),
} as const satisfies Record<string, Field>;

export type PersonField = keyof typeof PERSON;
const keysOf = <K extends string>(record: Record<K, unknown>) => Object.keys(record) as K[];

/** All field names in the order of the form. */
export const PERSON_FIELDS: readonly PersonField[] = keysOf(PERSON);
/** The fields of an address as on an envelope. */
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

export const isFor = (field: Field, kind: PersonKind) =>
  field.for === 'both' || field.for === (kind === 'Provider' ? 'provider' : 'client');

/** The SSN is required only for providers, because a client may have none (docs/rules/people.md, rule 6). */
export const requiredOf = (name: PersonField, kind: PersonKind): Required =>
  name === 'SSI #' && kind === 'Client' ? never : (fieldOf(name).required ?? never);

/** Whether a role may write a field when it creates ('insert') or changes ('update') a person (docs/rules/people.md, rule 23). */
export const mayWrite = (role: Role, name: PersonField, act: 'insert' | 'update') => {
  const { access } = fieldOf(name);
  if (access === 'server' || !isOffice(role)) return false;
  if (role === 'admin') return true;
  return access === 'shared' || (access === 'form' && act === 'insert');
};

/** Only admins read pay rates, and role provider cannot read other people's notes (docs/rules/people.md, rules 25 and 26). */
export const mayRead = (role: Role, name: PersonField, own = false) => {
  if (fieldOf(name).access === 'admin') return seesPayRates(role);
  if (name === 'notes') return isOffice(role) || own;
  return true;
};

/** The fields of one section of the form for one kind of person, in order. */
export const fieldsOfSection = (section: PersonSection, kind: PersonKind): PersonField[] =>
  PERSON_FIELDS.filter((name) => {
    const field = fieldOf(name);
    return field.section === section && !field.noInput && isFor(field, kind);
  });
