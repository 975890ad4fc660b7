import type { FieldError } from '../errors.ts';
import { checkSignature } from '../signing/rules.ts';
import { isAsked } from './definition.ts';
import { type GivenAnswer, LARGEST, type Question } from './schema.ts';

/** What an answer must be by the version of the form that it answers; a fault is at the key of its question. */

export const ANSWER_THIS = 'Answer this question.';
export const CHOOSE_ONE = 'Choose one.';
export const CHOOSE_SOME = 'Choose at least one.';
export const CHOOSE_FROM_LIST = 'Choose from the list.';
export const ENTER_DAY = 'Enter a date.';
export const ENTER_NUMBER = 'Enter a number.';
export const TWO_DECIMALS = 'Enter a number with at most 2 decimals.';
export const SIGN_HERE = 'Sign here.';
export const ADD_PHOTO = 'Add a photo.';
export const PHOTO_GONE = 'This photo is no longer kept. Add it again.';
export const NOT_ASKED = 'This is not a question of this form.';
export const ANSWERED_TWICE = 'This question is answered twice.';

const atMost = (most: number) => `Enter a number up to ${most}.`;
const atLeast = (least: number) => `Enter a number from ${least} up.`;
const between = (least: number, most: number) => `Enter a number from ${least} to ${most}.`;

type Asked = Extract<Question, { readonly isRequired: boolean }>;

const MISSING = {
  text: ANSWER_THIS,
  choice: CHOOSE_ONE,
  date: ENTER_DAY,
  number: ENTER_NUMBER,
  signature: SIGN_HERE,
  photo: ADD_PHOTO,
} as const satisfies Record<Asked['kind'], string>;

const sayMissing = (question: Asked): string =>
  question.kind === 'choice' && question.isMany ? CHOOSE_SOME : MISSING[question.kind];

/** An answer that says nothing is none. */
const isEmpty = (answer: GivenAnswer): boolean =>
  (answer.kind === 'text' && answer.text.trim() === '') ||
  (answer.kind === 'choice' && answer.chosen.length === 0);

const checkNumber = (
  number: number,
  { least, most }: Extract<Asked, { readonly kind: 'number' }>,
): string | undefined => {
  if (Math.abs(number * 100 - Math.round(number * 100)) > 1e-6) return TWO_DECIMALS;
  if (Math.abs(number) > LARGEST) return between(least ?? -LARGEST, most ?? LARGEST);
  const isOut = (least !== null && number < least) || (most !== null && number > most);
  if (!isOut) return undefined;
  if (least === null) return atMost(most ?? number);
  return most === null ? atLeast(least) : between(least, most);
};

const checkChoice = (
  chosen: readonly string[],
  { options, isMany }: Extract<Asked, { readonly kind: 'choice' }>,
): string | undefined => {
  if (chosen.some((one) => !options.includes(one)) || new Set(chosen).size < chosen.length)
    return CHOOSE_FROM_LIST;
  return !isMany && chosen.length > 1 ? CHOOSE_ONE : undefined;
};

const checkAnswer = (question: Asked, answer: GivenAnswer): string | undefined => {
  if (question.kind !== answer.kind) return NOT_ASKED;
  if (question.kind === 'choice' && answer.kind === 'choice') return checkChoice(answer.chosen, question);
  if (question.kind === 'number' && answer.kind === 'number') return checkNumber(answer.number, question);
  if (answer.kind !== 'signature') return undefined;
  // Without strokes the name was confirmed as the signature.
  return checkSignature({ ...answer, confirmed: answer.ink === null })[0]?.message;
};

export const checkAnswers = (questions: readonly Question[], given: readonly GivenAnswer[]): FieldError[] => {
  const asked = questions.filter(isAsked);
  const keys = new Set<string>(asked.map(({ key }) => key));
  const twice = given.filter(({ key }, at) => given.findIndex((one) => one.key === key) < at);
  return [
    ...given.filter(({ key }) => !keys.has(key)).map(({ key }) => ({ field: key, message: NOT_ASKED })),
    ...twice.map(({ key }) => ({ field: key, message: ANSWERED_TWICE })),
    ...asked.flatMap((question): FieldError[] => {
      const answer = given.find(({ key }) => key === question.key);
      const message =
        !answer || isEmpty(answer)
          ? question.isRequired
            ? sayMissing(question)
            : undefined
          : checkAnswer(question, answer);
      return message === undefined ? [] : [{ field: question.key, message }];
    }),
  ];
};

/** Only what says something is kept, in the order of the form. */
export const keptAnswers = (questions: readonly Question[], given: readonly GivenAnswer[]): GivenAnswer[] =>
  questions.flatMap(({ key }) => given.filter((answer) => answer.key === key && !isEmpty(answer)));

export const SAY_REASON = 'Write why.';
export const checkReason = (reason: string): FieldError[] =>
  reason.trim() === '' ? [{ field: 'reason', message: SAY_REASON }] : [];

export const IS_MISTAKE = 'This form was entered by mistake. Count it again to correct it.';

export const NOT_YET = 'This day is still to come.';
export const checkDay = (day: string, today: string): FieldError[] =>
  day > today ? [{ field: 'day', message: NOT_YET }] : [];

const SPANISH: Readonly<Record<string, string>> = {
  [ANSWER_THIS]: 'Responda esta pregunta.',
  [CHOOSE_ONE]: 'Elija una opción.',
  [CHOOSE_SOME]: 'Elija al menos una opción.',
  [CHOOSE_FROM_LIST]: 'Elija de la lista.',
  [ENTER_DAY]: 'Escriba una fecha.',
  [ENTER_NUMBER]: 'Escriba un número.',
  [TWO_DECIMALS]: 'Escriba un número con 2 decimales como máximo.',
  [SIGN_HERE]: 'Firme aquí.',
  [ADD_PHOTO]: 'Agregue una foto.',
  [PHOTO_GONE]: 'Esta foto ya no se guarda. Agréguela otra vez.',
};

const BOUNDS: readonly (readonly [RegExp, (least: string, most?: string) => string])[] = [
  [/^Enter a number from (\S+) to (\S+)\.$/, (least, most) => `Escriba un número de ${least} a ${most}.`],
  [/^Enter a number from (\S+) up\.$/, (least) => `Escriba un número desde ${least}.`],
  [/^Enter a number up to (\S+)\.$/, (most) => `Escriba un número hasta ${most}.`],
];

/** What a caregiver may read of these sentences; undefined: it is none of them. */
export const answersInSpanish = (sentence: string): string | undefined => {
  const known = SPANISH[sentence];
  if (known !== undefined) return known;
  for (const [pattern, say] of BOUNDS) {
    const [, first, second] = pattern.exec(sentence) ?? [];
    if (first !== undefined) return say(first, second);
  }
  return undefined;
};
