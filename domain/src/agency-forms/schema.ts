import { z } from 'zod';
import { MOST_INK } from '../signing/ink.ts';
import { MOST_NAME } from '../signing/rules.ts';
import { dateText, MAX_ID, stampText } from '../wire.ts';

/** Short forms that an agency builds for itself, and how they were filled (docs/rules/agency-forms.md). */

/** About whom a form is. */
export const ABOUT = ['client', 'caregiver'] as const;
export type About = (typeof ABOUT)[number];

/** Who fills it. */
export const FILLERS = ['office', 'phone', 'either'] as const;
export type Filler = (typeof FILLERS)[number];

/** What is taken from a record when a form is filled: of the person it is about, and of the visit at which it was filled. */
export const RECORD_FIELDS = [
  'name',
  'birthDate',
  'phone',
  'address',
  'medicaid',
  'doctor',
  'diagnosis',
  'caregiver',
  'visitDate',
  'visitPlanned',
  'visitRecorded',
] as const;
export type RecordField = (typeof RECORD_FIELDS)[number];

export const MOST_TITLE = 80;
export const MOST_LABEL = 200;
export const MOST_HELP = 300;
export const MOST_OPTION = 120;
export const MOST_OPTIONS = 30;
export const MOST_UNIT = 20;
export const MOST_QUESTIONS = 60;
export const MOST_PHOTOS = 6;
export const MOST_TEXT = 4000;
export const MOST_REASON = 300;
export const MOST_DAYS = 90;
/** Once in so many months. */
export const EVERY = [1, 2, 3, 6, 12] as const;
export type Months = (typeof EVERY)[number];

/** When a form is to be filled. `days`: so many are left for it. */
export const When = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('hand') }),
  z.strictObject({ kind: z.literal('start'), days: z.int().min(0).max(MOST_DAYS) }),
  z.strictObject({ kind: z.literal('every'), months: z.literal(EVERY) }),
  z.strictObject({ kind: z.literal('fall'), days: z.int().min(0).max(MOST_DAYS) }),
]);
export type When = z.output<typeof When>;
export const WHEN_KINDS = ['hand', 'start', 'every', 'fall'] as const satisfies readonly When['kind'][];

const line = (most: number) => z.string().trim().max(most);
/** Beyond it nothing is a measure; the rule says so before the shape refuses it. */
export const LARGEST = 1_000_000_000;
const bound = z.number().min(-LARGEST).max(LARGEST);

/** Of one form; it stays with its question through all versions, so that a report can line them up. */
export const QuestionKey = z.string().regex(/^q[a-z0-9]{1,32}$/);
const named = { key: QuestionKey, label: line(MOST_LABEL) } as const;
const asked = { ...named, help: line(MOST_HELP), isRequired: z.boolean() } as const;

export const Question = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('text'), ...asked, isLong: z.boolean() }),
  z.strictObject({
    kind: z.literal('choice'),
    ...asked,
    options: z.array(line(MOST_OPTION)).max(MOST_OPTIONS),
    /** Several may be chosen. */
    isMany: z.boolean(),
  }),
  z.strictObject({ kind: z.literal('date'), ...asked }),
  z.strictObject({
    kind: z.literal('number'),
    ...asked,
    unit: line(MOST_UNIT),
    least: bound.nullable(),
    most: bound.nullable(),
  }),
  z.strictObject({ kind: z.literal('signature'), ...asked }),
  z.strictObject({ kind: z.literal('photo'), ...asked }),
  /** Nobody answers it: the record does. */
  z.strictObject({ kind: z.literal('field'), ...named, field: z.enum(RECORD_FIELDS) }),
  /** Above the questions that belong together. */
  z.strictObject({ kind: z.literal('heading'), ...named }),
]);
export type Question = z.output<typeof Question>;
export const QUESTION_KINDS = [
  'text',
  'choice',
  'date',
  'number',
  'signature',
  'photo',
  'field',
  'heading',
] as const satisfies readonly Question['kind'][];

export const FormDefinition = z.strictObject({
  title: line(MOST_TITLE),
  /** Above the questions. */
  intro: line(1000),
  about: z.enum(ABOUT),
  by: z.enum(FILLERS),
  when: When,
  /** The first day of which it is asked for. */
  since: dateText,
  questions: z.array(Question).max(MOST_QUESTIONS),
});
export type FormDefinition = z.output<typeof FormDefinition>;

/** The name of a photo that was sent before the form. */
export const PhotoName = z.string().regex(/^[0-9a-f]{32}$/);

const given = [
  z.strictObject({ kind: z.literal('text'), key: QuestionKey, text: line(MOST_TEXT) }),
  z.strictObject({
    kind: z.literal('choice'),
    key: QuestionKey,
    chosen: z.array(line(MOST_OPTION)).max(MOST_OPTIONS),
  }),
  z.strictObject({ kind: z.literal('date'), key: QuestionKey, day: dateText }),
  z.strictObject({ kind: z.literal('number'), key: QuestionKey, number: bound }),
  z.strictObject({
    kind: z.literal('signature'),
    key: QuestionKey,
    name: line(MOST_NAME),
    /** Strokes (domain/src/signing/ink.ts); null: the typed name is the signature. */
    ink: z.string().max(MOST_INK).nullable(),
  }),
  z.strictObject({ kind: z.literal('photo'), key: QuestionKey, photo: PhotoName }),
] as const;

/** What somebody answered; a question without an answer is left out. */
export const GivenAnswer = z.discriminatedUnion('kind', given);
export type GivenAnswer = z.output<typeof GivenAnswer>;
export const GivenAnswers = z.array(GivenAnswer).max(MOST_QUESTIONS);

/** With what the records said at that moment. */
export const Answer = z.discriminatedUnion('kind', [
  ...given,
  z.strictObject({ kind: z.literal('field'), key: QuestionKey, text: z.string() }),
]);
export type Answer = z.output<typeof Answer>;

const id = z.int().min(1).max(MAX_ID);

export const FormVersion = z.strictObject({
  id,
  no: z.int().min(1),
  at: stampText,
  by: z.string(),
  definition: FormDefinition,
});
export type FormVersion = z.output<typeof FormVersion>;

export const AgencyForm = z.strictObject({
  id,
  isRetired: z.boolean(),
  rev: z.int(),
  /** The newest first. */
  versions: z.array(FormVersion).min(1),
});
export type AgencyForm = z.output<typeof AgencyForm>;

export const FormRow = z.strictObject({
  id,
  versionId: id,
  version: z.int().min(1),
  isRetired: z.boolean(),
  rev: z.int(),
  title: z.string(),
  about: z.enum(ABOUT),
  by: z.enum(FILLERS),
  when: When,
  /** Questions that somebody answers. */
  questions: z.int(),
  /** How often it was filled. */
  filled: z.int(),
});
export type FormRow = z.output<typeof FormRow>;

const about = { personId: id, person: z.string(), about: z.enum(ABOUT) } as const;

const toFill = { formId: id, versionId: id, title: z.string(), by: z.enum(FILLERS), ...about } as const;

/** A form that somebody has to fill about somebody. */
export const DueForm = z.strictObject({
  ...toFill,
  /** The last day for it. */
  due: dateText,
});
export type DueForm = z.output<typeof DueForm>;

/** A form for the start of care or of work, which the record of whom it is about does not say. */
export const FormWithoutStart = z.strictObject(toFill);
export type FormWithoutStart = z.output<typeof FormWithoutStart>;

export const DueForms = z.strictObject({
  /** What is longest due first. */
  due: z.array(DueForm),
  /** They are never due until the day is entered. */
  withoutStart: z.array(FormWithoutStart),
});
export type DueForms = z.output<typeof DueForms>;

/** A form that is about to be filled, with what the records say. */
export const BegunForm = z.strictObject({
  formId: id,
  versionId: id,
  definition: FormDefinition,
  ...about,
  visitId: id.nullable(),
  fields: z.array(z.strictObject({ key: QuestionKey, text: z.string() })),
});
export type BegunForm = z.output<typeof BegunForm>;

export const VIA = ['office', 'phone'] as const;
export type Via = (typeof VIA)[number];

const filledHead = {
  id,
  formId: id,
  title: z.string(),
  version: z.int().min(1),
  ...about,
  visitId: id.nullable(),
  via: z.enum(VIA),
  /** The day of which it speaks. */
  day: dateText,
  /** Full name or initials of who filled it. */
  by: z.string(),
  corrections: z.int(),
  /** Entered by mistake: it stays, and no longer counts. */
  isMistake: z.boolean(),
} as const;

export const FilledRow = z.strictObject(filledHead);
export type FilledRow = z.output<typeof FilledRow>;

/** What became of a filled form: other answers, that it was entered by mistake, or that it counts after all. */
export const CORRECTION_KINDS = ['answers', 'mistake', 'restored'] as const;
export type CorrectionKind = (typeof CORRECTION_KINDS)[number];

export const Correction = z.strictObject({
  no: z.int().min(1),
  kind: z.enum(CORRECTION_KINDS),
  at: stampText,
  by: z.string(),
  reason: z.string(),
  /** All of them, as they are from then on. */
  answers: z.array(Answer),
});
export type Correction = z.output<typeof Correction>;

/** As it was filled, by the version that counted then, and as it was corrected since. */
export const FilledForm = z.strictObject({
  ...filledHead,
  versionId: id,
  at: stampText,
  definition: FormDefinition,
  /** What was signed, where it was signed. */
  asFilled: z.array(Answer),
  /** As they are now. */
  answers: z.array(Answer),
  /** The last one last. */
  corrected: z.array(Correction),
});
export type FilledForm = z.output<typeof FilledForm>;

/** All that was answered to one form: a column for each question of all its versions. */
export const FormReport = z.strictObject({
  columns: z.array(z.strictObject({ key: z.string(), title: z.string() })),
  rows: z.array(z.strictObject({ ...filledHead, cells: z.array(z.string()) })),
});
export type FormReport = z.output<typeof FormReport>;

/** What caregivers can fill at a visit, as the phone keeps it: nothing of any record. */
export const OwnForm = z.strictObject({
  formId: id,
  versionId: id,
  title: z.string(),
  intro: z.string(),
  questions: z.array(Question),
});
export type OwnForm = z.output<typeof OwnForm>;

export const OwnForms = z.strictObject({
  forms: z.array(OwnForm),
  due: z.array(z.strictObject({ visitId: id, versionId: id, due: dateText })),
});
export type OwnForms = z.output<typeof OwnForms>;
