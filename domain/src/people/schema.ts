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

/** Lengths, masks and requirements are checked by rules.ts, which has the messages; here only the kind of value. */
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

/** Dollars an hour per category; one of the four that is not sent is 0, the agency's own stay as they are. */
export const Rates = z
  .strictObject({
    HealthMaintenance: z.number().default(0),
    Homemaker: z.number().default(0),
    'Medicaid 131': z.number().default(0),
    'PCP/RPCP': z.number().default(0),
  } satisfies Record<(typeof PAY_CATEGORIES)[number], z.ZodType>)
  .catchall(z.number());
export type Rates = z.output<typeof Rates>;

/** A regular service by somebody else; plans of ours must not overlap it (docs/rules/care-plans.md, rule 17). */
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

/** Lists travel as JSON inside a value, where the decoder of the edge does not look: only what can be stored passes. */
const code = z.string().regex(/^[\w:.-]{1,20}$/);
const Codes = z.array(code).max(100);
const Units = z.record(code, z.int().min(0).max(1_000_000));
const Days = z.array(z.enum(WEEKDAYS)).max(7);
const text = z.string().nullable();

/** Kind of field → what an answer holds, and what a request may hold ('' and null are both empty). */
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

// The one place where a shape is built from the dictionary: the mapped types above say what the loops do.
const answerShape = <F extends PersonField>(names: readonly F[]) =>
  Object.fromEntries(names.map((name) => [name, KINDS[PERSON[name].kind].answer])) as AnswerShape<F>;
const WRITABLE = Object.keys(PERSON).filter(
  (name) => PERSON[name as PersonField].access !== 'server',
) as WritableField[];
const requestShape = Object.fromEntries(
  WRITABLE.map((name) => [name, (KINDS[PERSON[name].kind].request as z.ZodType).optional()]),
) as RequestShape;

/** The stored values of a record, by wire name. */
export type PersonValues = {
  [F in PersonField]: z.output<(typeof KINDS)[KindOf<F>]['answer']>;
};
/** A record as the form holds it, or the fields of a change; a pay rate that was cleared is null until it is checked. */
export type PersonDraft = {
  [F in Exclude<PersonField, 'providerPayRate'>]?: PersonValues[F] | undefined;
} & { providerPayRate?: Partial<Record<string, number | null>> | null | undefined };

const derived = {
  /** Parts of DOB. */
  Month: z.int().nullable(),
  Day: z.int().nullable(),
  Year: z.int().nullable(),
  /** The record has a note that the caller may read. */
  hasNote: z.boolean(),
  rev: z.int(),
};

const known = { 'Provider or Client': z.enum(['Provider', 'Client']), Cur: z.enum(['y', 'n']), ID: z.int() };

/** A row of lists: what tables, search, warnings and the pickers of care plans need; 'SSI #' is its last 4 digits. */
export const PersonRow = z.strictObject({ ...answerShape<ListField>(LIST_FIELDS), ...derived, ...known });
export type PersonRow = z.output<typeof PersonRow>;

/** An earlier first name, last name or address with its last day (docs/rules/people.md, rule 28). */
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
/** The whole record. notes are in their wire form (decodeNote of wire.ts); pay rates only for an admin, otherwise null. */
export const Person = z.strictObject({
  ...answerShape<PersonField>(all),
  ...derived,
  ...known,
  history: z.array(HistoryRow),
  /** Until then the caller may correct the record that they created; absent: the caller never may. */
  correctableUntil: stampText.optional(),
  /** The record that this one was merged into: its link leads there. */
  mergedInto: z.int().optional(),
  /** Records that look like this person; somebody has said that they are not. */
  notDoubles: z.array(z.int()).optional(),
});
export type Person = z.output<typeof Person>;
export const isPerson = (row: PersonRow | Person): row is Person => 'history' in row;

const ignored = z.unknown().optional();
/**
 * Fields of an insert or update. DOB may come as DOB or as Month, Day and Year; `changeDate` is the start date of a new
 * name or address; stamps of older clients are accepted and ignored (the server writes its own).
 */
export const PersonWrite = z.strictObject({
  ...requestShape,
  Month: whole.optional(),
  Day: whole.optional(),
  Year: whole.optional(),
  changeDate: wireDate.optional(),
  /** The candidate whom this new provider was: archived in the same transaction. */
  candidateId: wireInt(1, MAX_ID).optional(),
  /** The care plans of a provider who is archived that become open requests. */
  openRequests: wireJson(z.array(z.int().min(1).max(MAX_ID)).max(500)).optional(),
  /** Sentences of questions that were answered with a yes. Anyone who sends the list, even empty, is asked; others are not. */
  confirmed: wireJson(z.array(z.string().max(300)).max(50)).optional(),
  rev,
  Field1: ignored,
  created: ignored,
  updated: ignored,
});
export type PersonWrite = z.output<typeof PersonWrite>;

/** Fields that every role which may write at all may send along. */
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
