import { z } from 'zod';
import { WEEKDAYS } from '../calendar.ts';
import { formatPhone, formatSsn, formatZip } from '../formats.ts';
import {
  dateText,
  decodeNote,
  MAX_ID,
  monthText,
  rev,
  stampText,
  timeText,
  wireBool,
  wireDate,
  wireInt,
  wireJson,
  wireTime,
} from '../wire.ts';
import {
  type FieldKind,
  LIST_FIELDS,
  type ListField,
  type PAY_CATEGORIES,
  PERSON,
  type PersonField,
} from './dictionary.ts';

/** Only the kind of value is checked here. rules.ts checks lengths, masks and requirements, with their messages. */
const typed = (shape: (text: string) => string, max = 2000) =>
  z.preprocess((v) => {
    if (v === undefined || v === null) return null;
    const text = typeof v === 'number' ? String(v) : v;
    return typeof text === 'string' ? shape(text) || null : text;
  }, z.string().max(max).nullable());

const trimmed = (text: string) => text.trim();
const spaced = (text: string) => text.trim().replace(/ {2,}/g, ' ');

const whole = wireInt(-2147483648, 2147483647);
const nullable = <S extends z.ZodType>(schema: S) =>
  z.preprocess((v) => (v === '' || v === undefined ? null : v), schema);

/** Dollars per hour by category. A built-in category that is not sent is 0; the agency's own stay unchanged. */
export const Rates = z
  .strictObject({
    HealthMaintenance: z.number().default(0),
    Homemaker: z.number().default(0),
    'Medicaid 131': z.number().default(0),
    'PCP/RPCP': z.number().default(0),
  } satisfies Record<(typeof PAY_CATEGORIES)[number], z.ZodType>)
  .catchall(z.number());
export type Rates = z.output<typeof Rates>;

/** A regular service by another company, which our care plans must not overlap (docs/rules/care-plans.md, rule 17). */
export const OtherService = z.strictObject({
  CompanyName: z
    .string()
    .max(2000)
    .refine((text) => text.isWellFormed() && !text.includes('\0'), 'This name cannot be stored.'),
  Mon: z.boolean().default(false),
  Tue: z.boolean().default(false),
  Wed: z.boolean().default(false),
  Thu: z.boolean().default(false),
  Fri: z.boolean().default(false),
  Sat: z.boolean().default(false),
  Sun: z.boolean().default(false),
  From: wireTime.default(null),
  To: wireTime.default(null),
});
export type OtherService = z.output<typeof OtherService>;

/** Lists are JSON inside a value, which the edge's decoder does not check, so only storable values are accepted here. */
const code = z.string().regex(/^[\w:.-]{1,20}$/);
const Codes = z.array(code).max(100);
const Units = z.record(code, z.int().min(0).max(1_000_000));
const Days = z.array(z.enum(WEEKDAYS)).max(7);
const text = z.string().nullable();

/** For each kind of field, what answers contain and what requests may contain. '' and null both mean empty. */
const KINDS = {
  text: { answer: text, request: typed(spaced) },
  note: { answer: text, request: typed((wire) => decodeNote(wire), 100_000) },
  phone: { answer: text, request: typed(formatPhone) },
  ssn: { answer: text, request: typed(formatSsn) },
  email: { answer: text, request: typed(trimmed) },
  contact: { answer: text, request: typed((t) => (t.includes('@') ? t.trim() : formatPhone(t))) },
  zip: { answer: text, request: typed(formatZip) },
  state: { answer: text, request: typed((t) => t.trim().toUpperCase()) },
  letters: { answer: text, request: typed(spaced) },
  select: { answer: text, request: typed(trimmed) },
  date: { answer: dateText.nullable(), request: wireDate },
  month: { answer: monthText.nullable(), request: nullable(monthText.nullable()) },
  time: { answer: timeText.nullable(), request: wireTime },
  stamp: { answer: stampText.nullable(), request: z.never() },
  bool: { answer: z.boolean(), request: z.preprocess((v) => v ?? false, wireBool) },
  int: { answer: z.int().nullable(), request: whole },
  coordinate: {
    answer: z.number().nullable(),
    request: z.preprocess((v) => {
      if (v === '' || v === undefined) return null;
      return typeof v === 'string' && /^-?\d{1,3}(\.\d{1,15})?$/.test(v) ? Number(v) : v;
    }, z.number().nullable()),
  },
  rates: { answer: Rates.nullable(), request: wireJson(Rates) },
  codes: { answer: Codes.nullable(), request: wireJson(Codes) },
  units: { answer: Units.nullable(), request: wireJson(Units) },
  days: {
    answer: Days.nullable(),
    request: z.preprocess(
      (v) => (typeof v === 'string' && /^[A-Z]/.test(v) ? v.split(',') : v),
      wireJson(Days),
    ),
  },
  otherServices: {
    answer: z.array(OtherService).nullable(),
    request: wireJson(z.array(OtherService).max(20)),
  },
  span: { answer: text, request: typed(trimmed) },
} as const satisfies Record<FieldKind, { answer: z.ZodType; request: z.ZodType }>;

type KindOf<F extends PersonField> = (typeof PERSON)[F]['kind'];
type AnswerShape<F extends PersonField> = { [N in F]: (typeof KINDS)[KindOf<N>]['answer'] };
type WritableField = {
  [F in PersonField]: (typeof PERSON)[F]['access'] extends 'server' ? never : F;
}[PersonField];
type RequestShape = { [N in WritableField]: z.ZodOptional<(typeof KINDS)[KindOf<N>]['request']> };

// The only place that builds a shape from the dictionary. The mapped types above describe what the loops do.
const answerShape = <F extends PersonField>(names: readonly F[]) =>
  Object.fromEntries(names.map((name) => [name, KINDS[PERSON[name].kind].answer])) as AnswerShape<F>;
const WRITABLE = Object.keys(PERSON).filter(
  (name) => PERSON[name as PersonField].access !== 'server',
) as WritableField[];
const requestShape = Object.fromEntries(
  WRITABLE.map((name) => [name, (KINDS[PERSON[name].kind].request as z.ZodType).optional()]),
) as RequestShape;

/** The stored values of a record by field name. */
export type PersonValues = {
  [F in PersonField]: z.output<(typeof KINDS)[KindOf<F>]['answer']>;
};
/** A record as the form holds it, or the fields of a change. A cleared pay rate is null until it is checked. */
export type PersonDraft = {
  [F in Exclude<PersonField, 'providerPayRate'>]?: PersonValues[F] | undefined;
} & { providerPayRate?: Partial<Record<string, number | null>> | null | undefined };

const derived = {
  /** The parts of DOB. */
  Month: z.int().nullable(),
  Day: z.int().nullable(),
  Year: z.int().nullable(),
  /** The record has a note that the caller may read. */
  hasNote: z.boolean(),
  rev: z.int(),
};

const known = { 'Provider or Client': z.enum(['Provider', 'Client']), Cur: z.enum(['y', 'n']), ID: z.int() };

/** A row of lists: what tables, search, warnings and care plan pickers need. 'SSI #' is only the last 4 digits. */
export const PersonRow = z.strictObject({ ...answerShape<ListField>(LIST_FIELDS), ...derived, ...known });
export type PersonRow = z.output<typeof PersonRow>;

/** An earlier first name, last name or address, with its last day (docs/rules/people.md, rule 28). */
export const HISTORY_FIELDS = ['FirstName', 'LastName', 'Address'] as const;
export const HistoryRow = z.strictObject({
  id: z.int(),
  field: z.enum(HISTORY_FIELDS),
  value: z.string(),
  until: dateText,
  by: z.string(),
  at: stampText,
});
export type HistoryRow = z.output<typeof HistoryRow>;

const all = Object.keys(PERSON) as PersonField[];
/** The whole record. Notes are in their wire form (decodeNote of wire.ts). Only admins get pay rates; other roles get null. */
export const Person = z.strictObject({
  ...answerShape<PersonField>(all),
  ...derived,
  ...known,
  history: z.array(HistoryRow),
  /** Until when the caller may correct a record that they created; missing if they may not at all. */
  correctableUntil: stampText.optional(),
  /** The record that this one was merged into, to which its link leads. */
  mergedInto: z.int().optional(),
  /** Similar records that somebody has declared to be other people. */
  notDoubles: z.array(z.int()).optional(),
});
export type Person = z.output<typeof Person>;
export const isPerson = (row: PersonRow | Person): row is Person => 'history' in row;

const ignored = z.unknown().optional();
/**
 * The fields of an insert or update. DOB may come as DOB or as Month, Day and Year; `changeDate` is the start date of a new
 * name or address; timestamps of older clients are accepted but ignored, because the server sets its own.
 */
export const PersonWrite = z.strictObject({
  ...requestShape,
  Month: whole.optional(),
  Day: whole.optional(),
  Year: whole.optional(),
  changeDate: wireDate.optional(),
  /** The candidate who becomes this new provider and is archived in the same transaction. */
  candidateId: wireInt(1, MAX_ID).optional(),
  /** Care plans of an archived provider that become open requests. */
  openRequests: wireJson(z.array(z.int().min(1).max(MAX_ID)).max(500)).optional(),
  /** Questions answered with yes, as their sentences. Questions are only asked of clients that send the list, even if empty. */
  confirmed: wireJson(z.array(z.string().max(300)).max(50)).optional(),
  rev,
  Field1: ignored,
  created: ignored,
  updated: ignored,
});
export type PersonWrite = z.output<typeof PersonWrite>;

/** Fields that any role with write access may send along. */
export const WRITE_EXTRAS = [
  'Month',
  'Day',
  'Year',
  'changeDate',
  'candidateId',
  'openRequests',
  'confirmed',
  'rev',
  'Field1',
  'created',
  'updated',
] as const;
export const WRITABLE_FIELDS: readonly WritableField[] = WRITABLE;
