import type { FieldError } from '../errors.ts';
import type { PersonKind } from './dictionary.ts';
import { askAboutDates } from './plausible-dates.ts';
import { askAboutNumbers } from './plausible-numbers.ts';
import type { PersonDraft } from './schema.ts';

/** Something possible but unlikely. `message` says what it is, and saving it requires a yes to this exact sentence. */
export type Question = FieldError;

/** Marks the server's questions among the errors of a refused save. */
const PREFIX = 'confirm.';
export const asRefusal = ({ field, message }: Question): FieldError => ({
  field: `${PREFIX}${field}`,
  message,
});
export const questionsIn = (errors: readonly FieldError[]): Question[] =>
  errors.flatMap(({ field, message }) =>
    field.startsWith(PREFIX) ? [{ field: field.slice(PREFIX.length), message }] : [],
  );

export const askAboutPerson = (
  person: PersonDraft,
  kind: PersonKind,
  today: Temporal.PlainDate,
): Question[] => [...askAboutDates(person, kind, today), ...askAboutNumbers(person, kind, today.toString())];

/** Requests answer a question with its sentence, so a different sentence is a different question. */
const isAnswered = ({ message }: Question, confirmed: readonly string[]) => confirmed.includes(message);

export const unanswered = (questions: readonly Question[], confirmed: readonly string[]): Question[] =>
  questions.filter((question) => !isAnswered(question, confirmed));
/** The sentences of the questions that were answered with yes. */
export const answeredIn = (questions: readonly Question[], confirmed: readonly string[]): string[] =>
  questions.filter((question) => isAnswered(question, confirmed)).map(({ message }) => message);
