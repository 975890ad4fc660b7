import type { FieldError } from '../errors.ts';
import { FormDefinition, MOST_PHOTOS, type Question, type RecordField, type Via } from './schema.ts';

/** What a form must be before anybody can fill it (docs/rules/agency-forms.md). */

/** Whether it is filled at the office, or by caregivers on the phone. */
export const isFilledOn = (via: Via, { by }: Pick<FormDefinition, 'by'>): boolean =>
  by === 'either' || by === via;
export const ONLY_ON_PHONE =
  'Caregivers fill this form on their phone. To fill it here too, an admin sets Filled by to Office or caregiver.';

/** Somebody answers it, and it has an answer of its own in a report. */
export const isAsked = (
  question: Question,
): question is Exclude<Question, { readonly kind: 'field' | 'heading' }> =>
  question.kind !== 'field' && question.kind !== 'heading';

/** A caregiver has none of these. */
const OF_CLIENTS: readonly RecordField[] = ['medicaid', 'doctor', 'diagnosis'];
/** Only known where the form was filled at a visit, which is a client's. */
const OF_VISITS: readonly RecordField[] = ['caregiver', 'visitDate', 'visitPlanned', 'visitRecorded'];

export const fieldsAbout = (about: FormDefinition['about'], fields: readonly RecordField[]): RecordField[] =>
  fields.filter((one) => about === 'client' || ![...OF_CLIENTS, ...OF_VISITS].includes(one));

const isTwice = (texts: readonly string[]) => new Set(texts).size < texts.length;

const LABEL_MISSING = { heading: 'Write the heading.', field: 'Write what this is called on the form.' };

const checkLabel = ({ kind, label }: Question): string | undefined => {
  if (label.trim() !== '') return undefined;
  return kind === 'heading' || kind === 'field' ? LABEL_MISSING[kind] : 'Write the question.';
};

const checkOptions = (options: readonly string[]): string | undefined => {
  if (options.length < 2) return 'Enter at least two choices, one on each line.';
  if (options.some((one) => one.trim() === '')) return 'A choice is empty.';
  return isTwice(options) ? 'Two choices are the same.' : undefined;
};

const checkBounds = (least: number | null, most: number | null): string | undefined =>
  least !== null && most !== null && least > most ? 'The smallest number is above the largest.' : undefined;

const said = (field: string, message: string | undefined): FieldError[] =>
  message === undefined ? [] : [{ field, message }];

const checkQuestion = (question: Question, at: number, about: FormDefinition['about']): FieldError[] => {
  const place = `questions.${at}`;
  const label = said(`${place}.label`, checkLabel(question));
  switch (question.kind) {
    case 'choice':
      return [...label, ...said(`${place}.options`, checkOptions(question.options))];
    case 'number':
      return [...label, ...said(`${place}.least`, checkBounds(question.least, question.most))];
    case 'field':
      return fieldsAbout(about, [question.field]).length > 0
        ? label
        : [...label, { field: `${place}.field`, message: 'The record of a caregiver does not have this.' }];
    default:
      return label;
  }
};

const checkPlan = ({ about, by, when }: FormDefinition): FieldError[] => {
  if (about === 'client') return [];
  return [
    ...said('by', by === 'office' ? undefined : 'A form about a caregiver is filled by the office.'),
    ...said('when', when.kind === 'fall' ? 'Only a form about a client can follow a fall.' : undefined),
  ];
};

export const ADD_QUESTION = 'Add at least one question.';

export const checkDefinition = (definition: FormDefinition): FieldError[] => {
  const { title, questions, about } = definition;
  const photos = questions.filter(({ kind }) => kind === 'photo').length;
  return [
    ...said('title', title.trim() === '' ? 'Enter a title.' : undefined),
    ...checkPlan(definition),
    ...said('questions', questions.some(isAsked) ? undefined : ADD_QUESTION),
    ...said('questions', photos > MOST_PHOTOS ? `A form has at most ${MOST_PHOTOS} photos.` : undefined),
    ...said(
      'questions',
      isTwice(questions.map(({ key }) => key)) ? 'Two questions have one key.' : undefined,
    ),
    ...questions.flatMap((question, at) => checkQuestion(question, at, about)),
  ];
};

/** One place up or down; at its end it stays where it is. */
export const moved = <T>(list: readonly T[], at: number, by: -1 | 1): readonly T[] => {
  const [one, other] = [list[at], list[at + by]];
  if (one === undefined || other === undefined) return list;
  return list.map((own, n) => (n === at ? other : n === at + by ? one : own));
};

/** In the order of the declaration: a database has an order of its own. */
const inOrder = (definition: FormDefinition) => JSON.stringify(FormDefinition.parse(definition));
export const isSameDefinition = (a: FormDefinition, b: FormDefinition) => inOrder(a) === inOrder(b);
