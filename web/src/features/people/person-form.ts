import type { Weekday } from '@homecare/domain/calendar.ts';
import type { Role } from '@homecare/domain/call.ts';
import type { FieldError } from '@homecare/domain/errors.ts';
import {
  categoryOfField,
  fieldOf,
  isFor,
  isPersonField,
  mayRead,
  mayWrite,
  type PERSON,
  PERSON_FIELDS,
  type PersonField,
  type PersonKind,
  rateField,
  TOGGLES,
} from '@homecare/domain/people/dictionary.ts';
import { KIND, STATUS } from '@homecare/domain/people/kind-and-status.ts';
import {
  type CheckContext,
  checkPerson,
  isFieldShown,
  settle,
  type Toggles,
  togglesOf,
} from '@homecare/domain/people/rules.ts';
import { type PersonDraft, PersonWrite, type WRITABLE_FIELDS } from '@homecare/domain/people/schema.ts';
import { decodeNote, encodeNote } from '@homecare/domain/wire.ts';
import type { z } from 'zod';
import type { Point } from '../addresses/directions.ts';

/** A number, nothing, or the typed text that is no number. */
export type TypedNumber = number | string | null;

export interface ServiceRow extends Record<Weekday, boolean> {
  CompanyName: string;
  From: string;
  To: string;
}
export const EMPTY_SERVICE: ServiceRow = {
  CompanyName: '',
  Mon: false,
  Tue: false,
  Wed: false,
  Thu: false,
  Fri: false,
  Sat: false,
  Sun: false,
  From: '',
  To: '',
};

/** Fields outside the form: set by archiving, by the account, or only once. */
const ELSEWHERE = [KIND, STATUS, 'archiveDate', 'mobileUserId'] as const;
export type FormField = Exclude<(typeof WRITABLE_FIELDS)[number], (typeof ELSEWHERE)[number]>;

/** Fields whose value is more than one text, number or checkbox. */
type Composed = {
  providerPayRate: Record<string, TypedNumber>;
  Services: string[];
  TotalUnits: Record<string, TypedNumber>;
  DaycareDays: Weekday[];
  otherService: ServiceRow[];
  covidStatus: { from: string; to: string };
};
type Simple = Exclude<FormField, keyof Composed>;
type SimpleValue<F extends Simple> = (typeof PERSON)[F]['kind'] extends 'bool'
  ? boolean
  : (typeof PERSON)[F]['kind'] extends 'int' | 'coordinate'
    ? TypedNumber
    : string;

/** The form holds what was typed, so that a wrong entry stays where it can be corrected. */
export type PersonForm = { [F in Simple]: SimpleValue<F> } & Composed & {
    toggles: Toggles;
    /** The last known coordinates and their address. */
    pointFor: PointFor | null;
  };

interface PointFor {
  place: string;
  point: Point;
  approximate: boolean;
}

/** The part of an address that determines its coordinates. A new unit or another spelling of the town does not move it. */
export const placeOf = (address: { Address: string; PostalCode: string }) =>
  `${address.Address.trim()} ${address.PostalCode.trim()}`.toLowerCase();

export const pointOf = (lat: unknown, lon: unknown): Point | undefined =>
  typeof lat === 'number' && typeof lon === 'number' ? { lat, lon } : undefined;

export const pointForOf = (
  address: Pick<
    PersonDraft,
    'Address' | 'PostalCode' | 'AddressLatitude' | 'AddressLongitude' | 'AddressApproximate'
  >,
): PointFor | null => {
  const point = pointOf(address.AddressLatitude, address.AddressLongitude);
  const place = placeOf({ Address: address.Address ?? '', PostalCode: address.PostalCode ?? '' });
  return point ? { place, point, approximate: address.AddressApproximate ?? false } : null;
};

const COMPOSED: readonly string[] = [
  'providerPayRate',
  'Services',
  'TotalUnits',
  'DaycareDays',
  'otherService',
  'covidStatus',
];
const isFormField = (name: PersonField): name is FormField =>
  fieldOf(name).access !== 'server' && !ELSEWHERE.some((other) => other === name);
export const FORM_FIELDS: readonly FormField[] = PERSON_FIELDS.filter(isFormField);
const isSimple = (name: FormField): name is Simple => !COMPOSED.includes(name);

const simpleValue = (name: Simple, value: unknown) => {
  const { kind } = fieldOf(name);
  if (kind === 'bool') return value === true;
  if (kind === 'int' || kind === 'coordinate') return value ?? null;
  if (kind === 'note') return decodeNote(String(value ?? ''));
  return value ?? '';
};

const NO_RATES = { HealthMaintenance: 0, Homemaker: 0, 'Medicaid 131': 0, 'PCP/RPCP': 0 };

const spanOf = (span: string | null | undefined) => {
  const [from = '', to = ''] = (span ?? '').split('|');
  return { from, to };
};

/** Turns a record as sent by the server (notes in their wire form) into a form; {} is a new one. */
export const formOf = (person: PersonDraft): PersonForm => {
  // The dictionary gives the kind of each value; SimpleValue tells the compiler the same.
  const simple = Object.fromEntries(
    FORM_FIELDS.filter(isSimple).map((name) => [name, simpleValue(name, person[name])]),
  ) as { [F in Simple]: SimpleValue<F> };
  return {
    ...simple,
    providerPayRate: { ...NO_RATES, ...person.providerPayRate },
    Services: [...(person.Services ?? [])],
    TotalUnits: { ...person.TotalUnits },
    DaycareDays: [...(person.DaycareDays ?? [])],
    otherService: (person.otherService ?? []).map((row) => ({
      ...row,
      From: row.From ?? '',
      To: row.To ?? '',
    })),
    covidStatus: spanOf(person.covidStatus),
    toggles: togglesOf(person),
    pointFor: pointForOf(person),
  };
};

const wireOf = (form: PersonForm, name: FormField): unknown => {
  switch (name) {
    case 'covidStatus': {
      const { from, to } = form.covidStatus;
      return from || to ? `${from}|${to}` : null;
    }
    case 'TotalUnits': {
      const given = Object.entries(form.TotalUnits).filter(([, units]) => units !== null && units !== '');
      return given.length > 0 ? Object.fromEntries(given) : null;
    }
    case 'providerPayRate': {
      const isOwnAndEmpty = (category: string, rate: TypedNumber | undefined) =>
        !Object.hasOwn(NO_RATES, category) && (rate === null || rate === undefined || rate === '');
      return Object.fromEntries(
        Object.entries(form.providerPayRate)
          .map(([part, rate]) => [categoryOfField(part), rate] as const)
          .filter(([category, rate]) => !isOwnAndEmpty(category, rate)),
      );
    }
    case 'Services':
    case 'DaycareDays':
    case 'otherService':
      return form[name].length > 0 ? form[name] : null;
    case 'notes':
      return encodeNote(form.notes);
    default:
      return form[name];
  }
};

const UNREADABLE: Partial<Record<string, string>> = {
  int: 'must be a whole number',
  units: 'must be whole numbers',
  rates: 'must be a number',
  coordinate: 'must be a number',
};
const faultOf = (name: FormField, issue: z.core.$ZodIssue): FieldError => {
  const { kind } = fieldOf(name);
  const words = UNREADABLE[kind];
  const [category] = issue.path;
  const field =
    kind === 'rates' && category !== undefined
      ? rateField(String(category))
      : [name, ...(kind === 'units' ? [] : issue.path)].join('.');
  return { field, message: words ? `${labelOf(field)} ${words}` : issue.message };
};

/** Reads the input like the server does. Unreadable values stay as typed and are reported. */
const readForm = (form: PersonForm): { draft: PersonDraft; faults: FieldError[] } => {
  const faults: FieldError[] = [];
  const read = FORM_FIELDS.map((name) => {
    const shape: z.ZodType = PersonWrite.shape[name];
    const value = wireOf(form, name);
    const parsed = shape.safeParse(value);
    if (parsed.success) return [name, parsed.data] as const;
    faults.push(...parsed.error.issues.map((issue) => faultOf(name, issue)));
    return [name, value] as const;
  });
  // Unreadable values go to checkPerson as typed, because it has better messages for most of them.
  return { draft: Object.fromEntries(read) as PersonDraft, faults };
};

export interface FormContext extends Omit<CheckContext, 'toggles'> {
  readonly role: Role;
  /** The creator is correcting a new record, so all fields of the new record are open. */
  readonly correcting?: boolean;
  /** Version of the site. */
  readonly version: number;
}

const topOf = (field: string) => field.split('.')[0] ?? '';
const ORDER = new Map<string, number>(PERSON_FIELDS.map((name, index) => [name, index]));
const orderOf = (field: string) => ORDER.get(topOf(field)) ?? 0;

/** Where the form shows an error. Covid positive is one value with two inputs, and errors about its end belong to the second. */
export const placeError = (fault: FieldError): FieldError =>
  fault.field === 'covidStatus'
    ? { ...fault, field: fault.fault === 'covidEnd' ? 'covidStatus.to' : 'covidStatus.from' }
    : fault;

/** All errors that prevent saving, by the server's own rules, in the order of the form. */
export const checkForm = (form: PersonForm, context: FormContext): FieldError[] => {
  const { draft, faults } = readForm(form);
  const person: PersonDraft = { ...draft, [KIND]: context.kind };
  const errors = checkPerson(person, { ...context, toggles: form.toggles });
  const named = new Set(errors.map((error) => topOf(error.field)));
  const more = faults.filter(({ field }) => {
    const name = topOf(field);
    if (named.has(name) || !isPersonField(name) || !mayRead(context.role, name)) return false;
    return isFieldShown(name, person, { ...context, toggles: form.toggles });
  });
  return [...errors, ...more].map(placeError).sort((a, b) => orderOf(a.field) - orderOf(b.field));
};

/** The values as they would be stored: fields that are closed or belong to the other kind are empty. */
const settledOf = (form: PersonForm, kind: PersonKind) => settle(readForm(form).draft, kind, form.toggles);

const isEmpty = (value: unknown) => value === null || value === undefined || value === false;
const isSame = (a: unknown, b: unknown) =>
  (isEmpty(a) && isEmpty(b)) || JSON.stringify(a) === JSON.stringify(b);

/** The record after saving. Compared with the stored one, it shows what becomes history. */
export const recordOf = (form: PersonForm, kind: PersonKind): PersonDraft => settledOf(form, kind);

/** The fields to send: all filled ones of a new person, or the changed ones that the role may write. */
export const writeOf = (
  form: PersonForm,
  before: PersonForm | undefined,
  { kind, mode, role, correcting }: Pick<FormContext, 'kind' | 'mode' | 'role' | 'correcting'>,
): PersonWrite => {
  const after = settledOf(form, kind);
  const stored: PersonDraft = before ? settledOf(before, kind) : {};
  const changed = FORM_FIELDS.filter(
    (name) =>
      mayWrite(role, name, correcting ? 'insert' : mode) &&
      (before !== undefined || isFor(fieldOf(name), kind)) &&
      !isSame(after[name], stored[name]),
  );
  const data = PersonWrite.parse(
    Object.fromEntries(
      changed.map((name) => [name, name === 'notes' ? encodeNote(form.notes) : after[name]]),
    ),
  );
  // Leave coordinates out, so that the server looks up the new address; empty ones would prevent that.
  if (after.AddressLatitude === null || after.AddressLongitude === null) {
    delete data.AddressLatitude;
    delete data.AddressLongitude;
    delete data.AddressApproximate;
  }
  return {
    ...data,
    ...(data.notes && { notes: encodeNote(data.notes) }),
    ...(mode === 'insert' && { [KIND]: kind }),
  };
};

const PART_LABELS: Record<string, string> = { CompanyName: 'Company name', From: 'From', To: 'To' };

/** Label of a field, or of a part of it. */
export const labelOf = (field: string): string => {
  const parts = field.split('.');
  const [name = '', last = ''] = [parts[0], parts.at(-1)];
  if (name === 'toggles') return isToggle(last) ? TOGGLES[last] : last;
  if (!isPersonField(name)) return name;
  if (name === 'providerPayRate' && parts.length > 1) return categoryOfField(last);
  if (name === 'otherService' && parts.length > 1) return PART_LABELS[last] ?? fieldOf(name).label;
  return fieldOf(name).label;
};

/** Label of a value of the record; undefined for stamps. */
export const captionOf = (name: string) =>
  FORM_FIELDS.some((field) => field === name) ? labelOf(name) : undefined;

const isToggle = (name: string): name is keyof typeof TOGGLES => Object.hasOwn(TOGGLES, name);

export const sectionOf = (field: string) => {
  const name = topOf(field);
  return isPersonField(name) ? fieldOf(name).section : undefined;
};
