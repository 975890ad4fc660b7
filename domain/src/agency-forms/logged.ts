import { showDate } from '../calendar.ts';
import { isAsked } from './definition.ts';
import type { Answer, Correction, FilledForm, FormDefinition, Question } from './schema.ts';
import {
  ABOUT_WORDS,
  BY_WORDS,
  FIELD_WORDS,
  QUESTION_WORDS,
  sayAnswer,
  sayQuestion,
  sayWhen,
} from './words.ts';

/** What the record log keeps of a form and of what was answered, in words. */

type Words = Readonly<Record<string, string | null>>;
type Changes = Record<string, readonly [old: string | null, now: string | null]>;

const changesOf = (was: Words, is: Words): Changes =>
  Object.fromEntries(
    [...new Set([...Object.keys(was), ...Object.keys(is)])]
      .map((name) => [name, [was[name] ?? null, is[name] ?? null] as const] as const)
      .filter(([, [old, now]]) => old !== now),
  );

const detailOf = (question: Question): string => {
  switch (question.kind) {
    case 'text':
      return question.isLong ? 'several lines' : '';
    case 'choice':
      return `${question.isMany ? 'several of' : 'one of'} ${question.options.join(' | ')}`;
    case 'number':
      return [question.least ?? '', question.most ?? ''].some((one) => one !== '')
        ? `${question.least ?? ''} to ${question.most ?? ''}`
        : '';
    case 'field':
      return FIELD_WORDS[question.field];
    default:
      return '';
  }
};

const wordsOfQuestion = (question: Question): string =>
  [
    QUESTION_WORDS[question.kind],
    sayQuestion(question),
    detailOf(question),
    isAsked(question) && question.isRequired ? 'required' : '',
    isAsked(question) ? question.help : '',
  ]
    .filter(Boolean)
    .join('; ');

const wordsOfForm = (definition: FormDefinition): Words => ({
  Title: definition.title,
  Introduction: definition.intro || null,
  About: ABOUT_WORDS[definition.about],
  'Filled by': BY_WORDS[definition.by],
  When: sayWhen(definition),
  'Asked for since': showDate(definition.since),
  ...Object.fromEntries(
    definition.questions.map((question, at) => [`Question ${at + 1}`, wordsOfQuestion(question)]),
  ),
});

/** null before there was a form. */
export const loggedDefinition = (before: FormDefinition | null, after: FormDefinition): Changes =>
  changesOf(before ? wordsOfForm(before) : {}, wordsOfForm(after));

const nameOf = (question: Question, at: number) => `${at + 1}. ${sayQuestion(question)}`;

/** What tells apart two answers of the same words. */
const markOf = (answer: Answer | undefined) => {
  if (answer?.kind === 'signature') return answer.ink;
  return answer?.kind === 'photo' ? answer.photo : null;
};

/** Another signature or photo with the same words is said to be another one. */
const sayChanged = (old: Answer | undefined, now: Answer | undefined) => {
  const [was, is] = [old ? sayAnswer(old) : null, now ? sayAnswer(now) : null];
  return [
    was,
    was !== null && was === is && markOf(old) !== markOf(now) ? `${is}, another one` : is,
  ] as const;
};

export interface AnswerChange {
  readonly question: Question;
  /** undefined: nothing was answered. */
  readonly old: Answer | undefined;
  readonly now: Answer | undefined;
  /** The two in words, as the record log has them. */
  readonly said: readonly [old: string | null, now: string | null];
}

/** Each answer that is another one now, in the order of the form. */
export const changedAnswers = (
  questions: readonly Question[],
  before: readonly Answer[],
  after: readonly Answer[],
): AnswerChange[] =>
  questions
    .map((question) => {
      const find = (answers: readonly Answer[]) => answers.find(({ key }) => key === question.key);
      const [old, now] = [find(before), find(after)];
      return { question, old, now, said: sayChanged(old, now) };
    })
    .filter(({ said: [old, now] }) => old !== now);

/** Each answer that is there now or was before, under its question; null before it was filled. */
export const loggedAnswers = (
  questions: readonly Question[],
  before: readonly Answer[] | null,
  after: readonly Answer[],
): Changes =>
  Object.fromEntries(
    changedAnswers(questions, before ?? [], after).map(({ question, said }) => [
      nameOf(question, questions.indexOf(question)),
      said,
    ]),
  );

type History = Pick<FilledForm, 'definition' | 'asFilled' | 'corrected'>;

/** Each correction with what it made another answer. */
export const correctionsOf = ({
  definition,
  asFilled,
  corrected,
}: History): (Correction & { readonly changes: readonly AnswerChange[] })[] =>
  corrected.map((one, at) => ({
    ...one,
    changes: changedAnswers(definition.questions, corrected[at - 1]?.answers ?? asFilled, one.answers),
  }));

/** The first correction after the answer to a question was given: what was signed is what was answered before it. */
export const correctedAfter = (form: History, key: string): Correction | undefined => {
  const corrections = correctionsOf(form).filter(({ kind }) => kind === 'answers');
  const given = corrections.findLastIndex(({ changes }) =>
    changes.some(({ question }) => question.key === key),
  );
  return corrections[given + 1];
};
