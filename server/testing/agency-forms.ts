import type { FormDefinition, GivenAnswer, Question } from '@homecare/domain/agency-forms/schema.ts';

const asked = { help: '', isRequired: false } as const;

/** A question of every kind. */
const QUESTIONS: readonly Question[] = [
  { kind: 'heading', key: 'qhead', label: 'At the home' },
  { kind: 'field', key: 'qname', label: 'Client', field: 'name' },
  { kind: 'field', key: 'qday', label: 'Visit', field: 'visitDate' },
  { kind: 'text', key: 'qwhat', label: 'What did you see?', ...asked, isRequired: true, isLong: true },
  {
    kind: 'choice',
    key: 'qsteady',
    label: 'How does the client walk?',
    ...asked,
    isRequired: true,
    options: ['Steady', 'With help', 'Not at all'],
    isMany: false,
  },
  { kind: 'date', key: 'qsince', label: 'Since when?', ...asked },
  { kind: 'number', key: 'qpulse', label: 'Pulse', ...asked, unit: 'bpm', least: 20, most: 250 },
  { kind: 'signature', key: 'qsign', label: 'Signature of the client', ...asked },
  { kind: 'photo', key: 'qphoto', label: 'Photo of the floor', ...asked },
];

/** Asked for after a fall, from a day on. */
export const fallCheck = (since: string, over: Partial<FormDefinition> = {}): FormDefinition => ({
  title: 'Fall check',
  intro: 'Look at the home and ask how it happened.',
  about: 'client',
  by: 'either',
  when: { kind: 'fall', days: 2 },
  since,
  questions: [...QUESTIONS],
  ...over,
});

export const PHOTO = '0123456789abcdef0123456789abcdef';

/** What must be answered, and the pulse. */
export const goodAnswers = (over: readonly GivenAnswer[] = []): GivenAnswer[] => [
  { kind: 'text', key: 'qwhat', text: 'A loose rug in the hall.' },
  { kind: 'choice', key: 'qsteady', chosen: ['With help'] },
  { kind: 'number', key: 'qpulse', number: 72 },
  ...over,
];
