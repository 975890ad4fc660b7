import { checkAnswers, ENTER_DAY, ENTER_NUMBER } from '@homecare/domain/agency-forms/answers.ts';
import type { Answer, FilledForm, GivenAnswer, Question } from '@homecare/domain/agency-forms/schema.ts';
import type { FieldError } from '@homecare/domain/errors.ts';
import { SIGN_OR_CONFIRM } from '@homecare/domain/signing/rules.ts';
import { isIsoDate } from '../../ui/inputs.tsx';

/** An answer as it is typed. */
export type AnswerDraft =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'choice'; readonly chosen: readonly string[] }
  | { readonly kind: 'date'; readonly day: string }
  | { readonly kind: 'number'; readonly number: number | string | null }
  | {
      readonly kind: 'signature';
      readonly name: string;
      /** '' is an empty pad. */
      readonly ink: string;
      readonly confirmed: boolean;
    }
  | { readonly kind: 'photo'; readonly photo: PhotoDraft | null };

export interface PhotoDraft {
  /** By which its form calls it. */
  readonly name: string;
  /** The picture itself; '': the server has it. */
  readonly data: string;
}

/** By the key of the question. */
export type AnswerDrafts = Readonly<Record<string, AnswerDraft>>;

const emptyDraft = ({ kind }: Question): AnswerDraft | undefined => {
  switch (kind) {
    case 'text':
      return { kind, text: '' };
    case 'choice':
      return { kind, chosen: [] };
    case 'date':
      return { kind, day: '' };
    case 'number':
      return { kind, number: null };
    case 'signature':
      return { kind, name: '', ink: '', confirmed: false };
    case 'photo':
      return { kind, photo: null };
    default:
      return undefined;
  }
};

const draftOf = (answer: Answer): AnswerDraft | undefined => {
  switch (answer.kind) {
    case 'signature':
      return { kind: 'signature', name: answer.name, ink: answer.ink ?? '', confirmed: answer.ink === null };
    case 'photo':
      return { kind: 'photo', photo: { name: answer.photo, data: '' } };
    case 'field':
      return undefined;
    default: {
      const { key: _, ...said } = answer;
      return said;
    }
  }
};

/** Empty, or with what was answered before. */
export const draftsOf = (questions: readonly Question[], answers: readonly Answer[] = []): AnswerDrafts =>
  Object.fromEntries(
    questions.flatMap((question) => {
      const answer = answers.find(({ key }) => key === question.key);
      const draft = (answer && draftOf(answer)) ?? emptyDraft(question);
      return draft ? [[question.key, draft]] : [];
    }),
  );

const stillOffered = (question: Question | undefined, draft: AnswerDraft): AnswerDraft => {
  if (question?.kind !== 'choice' || draft.kind !== 'choice') return draft;
  const chosen = draft.chosen.filter((one) => question.options.includes(one));
  return { kind: 'choice', chosen: question.isMany ? chosen : chosen.slice(0, 1) };
};

/** What was typed into any version of a form, where this one still asks for it. */
export const carriedOver = (questions: readonly Question[], typed: AnswerDrafts): AnswerDrafts =>
  Object.fromEntries(
    Object.entries(draftsOf(questions)).map(([key, empty]) => {
      const draft = typed[key];
      const question = questions.find((one) => one.key === key);
      return [key, draft?.kind === empty.kind ? stillOffered(question, draft) : empty];
    }),
  );

/** As another form was answered: nobody signs what they do not see, and a photo stays with its form. */
export const answersFrom = (
  questions: readonly Question[],
  again: Pick<FilledForm, 'definition' | 'answers'> | undefined,
): AnswerDrafts => {
  if (!again) return draftsOf(questions);
  const said = again.answers.filter(({ kind }) => kind !== 'signature' && kind !== 'photo');
  return carriedOver(questions, draftsOf(again.definition.questions, said));
};

const isUntouched = (draft: AnswerDraft) =>
  draft.kind === 'signature' && draft.name.trim() === '' && draft.ink === '' && !draft.confirmed;

const answerOf = (key: string, draft: AnswerDraft): GivenAnswer[] => {
  switch (draft.kind) {
    case 'text':
      return [{ ...draft, key }];
    case 'choice':
      return [{ kind: 'choice', key, chosen: [...draft.chosen] }];
    case 'date':
      return draft.day === '' ? [] : [{ ...draft, key }];
    case 'number':
      return typeof draft.number === 'number' ? [{ kind: 'number', key, number: draft.number }] : [];
    case 'signature':
      return isUntouched(draft)
        ? []
        : [{ kind: 'signature', key, name: draft.name.trim(), ink: draft.ink === '' ? null : draft.ink }];
    case 'photo':
      return draft.photo ? [{ kind: 'photo', key, photo: draft.photo.name }] : [];
  }
};

export const answersOf = (drafts: AnswerDrafts): GivenAnswer[] =>
  Object.entries(drafts).flatMap(([key, draft]) => answerOf(key, draft));

/** What cannot be read yet, or was not meant. */
const unread = (drafts: AnswerDrafts): FieldError[] =>
  Object.entries(drafts).flatMap(([field, draft]): FieldError[] => {
    if (draft.kind === 'date' && draft.day !== '' && !isIsoDate(draft.day))
      return [{ field, message: ENTER_DAY }];
    if (draft.kind === 'number' && typeof draft.number === 'string' && draft.number !== '')
      return [{ field, message: ENTER_NUMBER }];
    // Without strokes the name alone is no signature: whoever types it says that it is.
    if (draft.kind === 'signature' && !isUntouched(draft) && draft.ink === '' && !draft.confirmed)
      return [{ field, message: SIGN_OR_CONFIRM }];
    return [];
  });

/** At the keys of the questions. */
export const draftFaults = (questions: readonly Question[], drafts: AnswerDrafts): FieldError[] => {
  const first = unread(drafts);
  const known = new Set(first.map(({ field }) => field));
  return [...first, ...checkAnswers(questions, answersOf(drafts)).filter(({ field }) => !known.has(field))];
};

/** Of a form whose other values have names of their own. */
export const placeOfAnswer = (
  fault: FieldError,
  { answers }: { readonly answers: AnswerDrafts },
): FieldError =>
  Object.hasOwn(answers, fault.field) ? { ...fault, field: `answers.${fault.field}` } : fault;

/** Photos that the server does not have yet. */
export const photosOf = (drafts: AnswerDrafts): PhotoDraft[] =>
  Object.values(drafts).flatMap((draft) =>
    draft.kind === 'photo' && draft.photo && draft.photo.data !== '' ? [draft.photo] : [],
  );
