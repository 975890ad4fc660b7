import { checkDefinition } from '@homecare/domain/agency-forms/definition.ts';
import {
  type About,
  EVERY,
  type Filler,
  type FormDefinition,
  type Question,
  type RecordField,
  type When,
} from '@homecare/domain/agency-forms/schema.ts';
import type { FieldError } from '@homecare/domain/errors.ts';
import { isIsoDate, NO_DATE } from '../../ui/inputs.tsx';

/** A question as it is built: what belongs to another kind stays while a kind is tried. */
export interface QuestionDraft {
  readonly key: string;
  readonly kind: Question['kind'];
  readonly label: string;
  readonly help: string;
  readonly isRequired: boolean;
  readonly isLong: boolean;
  /** One on each line. */
  readonly options: string;
  readonly isMany: boolean;
  readonly unit: string;
  readonly least: number | string | null;
  readonly most: number | string | null;
  readonly field: RecordField;
}

export interface FormDraft {
  readonly title: string;
  readonly intro: string;
  readonly about: About;
  readonly by: Filler;
  readonly when: When['kind'];
  readonly days: number | string | null;
  readonly months: string;
  readonly since: string;
  readonly questions: readonly QuestionDraft[];
}

export const newQuestion = (key: string): QuestionDraft => ({
  ...{ key, kind: 'text', label: '', help: '', isRequired: false, isLong: false, options: '' },
  ...{ isMany: false, unit: '', least: null, most: null, field: 'name' },
});

export const newForm = (today: string, key: string): FormDraft => ({
  ...{ title: '', intro: '', about: 'client', by: 'either', when: 'hand', days: 7, months: '1' },
  since: today,
  questions: [newQuestion(key)],
});

const questionDraft = (question: Question): QuestionDraft => ({
  ...newQuestion(question.key),
  ...question,
  options: question.kind === 'choice' ? question.options.join('\n') : '',
});

export const storedForm = ({ when, questions, ...form }: FormDefinition): FormDraft => ({
  ...form,
  when: when.kind,
  days: 'days' in when ? when.days : 7,
  months: when.kind === 'every' ? String(when.months) : '1',
  questions: questions.map(questionDraft),
});

const boundOf = (typed: number | string | null) => (typeof typed === 'number' ? typed : null);

const optionsOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

const questionOf = (draft: QuestionDraft): Question => {
  const { kind, key } = draft;
  const label = draft.label.trim();
  const asked = { key, label, help: draft.help.trim(), isRequired: draft.isRequired };
  switch (kind) {
    case 'text':
      return { kind, ...asked, isLong: draft.isLong };
    case 'choice':
      return { kind, ...asked, options: optionsOf(draft.options), isMany: draft.isMany };
    case 'number': {
      const [least, most] = [boundOf(draft.least), boundOf(draft.most)];
      return { kind, ...asked, unit: draft.unit.trim(), least, most };
    }
    case 'field':
      return { kind, key, label, field: draft.field };
    case 'heading':
      return { kind, key, label };
    default:
      return { kind, ...asked };
  }
};

const whenOf = ({ when, days, months }: FormDraft): When => {
  const within = typeof days === 'number' ? days : 0;
  switch (when) {
    case 'hand':
      return { kind: when };
    case 'every':
      return { kind: when, months: EVERY.find((one) => String(one) === months) ?? 1 };
    default:
      return { kind: when, days: within };
  }
};

export const definitionOf = (draft: FormDraft): FormDefinition => ({
  title: draft.title.trim(),
  intro: draft.intro.trim(),
  about: draft.about,
  by: draft.by,
  when: whenOf(draft),
  since: draft.since,
  questions: draft.questions.map(questionOf),
});

const MOST_DAYS = 90;
const isDays = (days: FormDraft['days']) =>
  typeof days === 'number' && Number.isInteger(days) && days >= 0 && days <= MOST_DAYS;

/** What cannot be read yet. */
const unread = ({ when, days, since, questions }: FormDraft): FieldError[] => [
  ...(isIsoDate(since) ? [] : [{ field: 'since', message: NO_DATE }]),
  ...((when === 'start' || when === 'fall') && !isDays(days)
    ? [{ field: 'days', message: `Enter days from 0 to ${MOST_DAYS}.` }]
    : []),
  ...questions.flatMap(({ kind, least, most }, at) =>
    kind === 'number'
      ? (['least', 'most'] as const)
          .filter((name) => typeof { least, most }[name] === 'string')
          .map((name) => ({ field: `questions.${at}.${name}`, message: 'Enter a number' }))
      : [],
  ),
];

export const formFaults = (draft: FormDraft): FieldError[] => {
  const first = unread(draft);
  return first.length > 0 ? first : checkDefinition(definitionOf(draft));
};
