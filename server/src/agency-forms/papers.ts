import type * as calls from '@homecare/domain/agency-forms/contract.ts';
import type { Answer, FilledForm, FormDefinition, Question } from '@homecare/domain/agency-forms/schema.ts';
import { FIELD_WORDS, sayAnswer, sayQuestion } from '@homecare/domain/agency-forms/words.ts';
import { showDate, showStamp } from '@homecare/domain/calendar.ts';
import type { InputOf } from '@homecare/domain/call.ts';
import { type Result, refuse } from '@homecare/domain/errors.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { answerPdf } from '../platform/documents/answer.ts';
import type { Block } from '../platform/documents/blocks.ts';
import type { PdfAnswer } from '../platform/http/bind.ts';
import { readPhoto } from './photos.ts';
import { findStoredForm } from './queries.ts';
import { loadFilled } from './reading.ts';

/** Forms on paper: filled, or empty to be written on. */

type Photos = ReadonlyMap<string, Uint8Array>;

const helped = (question: Question): string =>
  'help' in question && question.help ? `${sayQuestion(question)}: ${question.help}` : sayQuestion(question);

const choiceBlock = (
  question: Extract<Question, { readonly kind: 'choice' }>,
  chosen: readonly string[],
): Block => ({
  kind: 'checks',
  label: helped(question),
  columns: question.options.length > 4 ? 2 : Math.max(1, question.options.length),
  items: question.options.map((label) => ({ label, checked: chosen.includes(label) })),
});

const LINES = { long: 5, short: 1 } as const;

const blankBlock = (question: Question): Block => {
  switch (question.kind) {
    case 'heading':
      return { kind: 'section', text: question.label };
    case 'choice':
      return choiceBlock(question, []);
    case 'signature':
      return { kind: 'signatures', signatures: [{ role: question.label }] };
    default: {
      const isLong = question.kind === 'photo' || (question.kind === 'text' && question.isLong);
      return {
        kind: 'fields',
        fields: [{ label: helped(question), span: 12, lines: LINES[isLong ? 'long' : 'short'] }],
      };
    }
  }
};

const signedBlock = (
  label: string,
  { name, ink }: Extract<Answer, { readonly kind: 'signature' }>,
): Block => ({
  kind: 'signed',
  name,
  ink,
  lines: [label, name, ink === null ? 'The typed name is the signature' : 'Signed by hand on the screen'],
});

/** Where nothing was answered the box stays empty. */
const filledBlock = (question: Question, answer: Answer | undefined, photos: Photos): Block => {
  if (question.kind === 'choice')
    return choiceBlock(question, answer?.kind === 'choice' ? answer.chosen : []);
  if (question.kind === 'heading') return blankBlock(question);
  if (answer?.kind === 'signature') return signedBlock(question.label, answer);
  const bytes = answer?.kind === 'photo' ? photos.get(answer.photo) : undefined;
  if (bytes) return { kind: 'picture', label: question.label, bytes };
  const value = answer ? sayAnswer(answer) : '';
  return { kind: 'fields', fields: [{ label: sayQuestion(question), span: 12, value }] };
};

interface Printed {
  readonly id: number;
  readonly title: string;
  readonly fileName: string;
  readonly subject: string;
  readonly personId: number | null;
  readonly aside: readonly string[];
  readonly blocks: readonly Block[];
}

const print = (scope: Scope, { personId, title, fileName, subject, aside, blocks, id }: Printed) =>
  answerPdf(scope, {
    kind: 'agencyForm',
    subjectIds: personId === null ? [] : [personId],
    parameters: { form: id },
    title,
    fileName,
    namesClient: personId !== null,
    fillable: personId === null,
    parts: [{ title, subject, foot: `${title} ${id}`, aside, blocks }],
  });

const introOf = ({ intro }: FormDefinition): Block[] =>
  intro === ''
    ? []
    : [
        { kind: 'paragraph', text: intro },
        { kind: 'gap', height: 6 },
      ];

export const printBlank = async (
  scope: Scope,
  { id }: InputOf<typeof calls.printBlank>,
): Promise<Result<PdfAnswer>> => {
  const form = await findStoredForm(scope.site.db, id);
  if (!form) return refuse('notFound');
  const { definition, no } = form;
  // What is taken from the record is written by hand on paper.
  const name = definition.questions.some((one) => one.kind === 'field' && one.field === 'name');
  const head: Block[] = name
    ? []
    : [
        {
          kind: 'fields',
          fields: [
            { label: FIELD_WORDS.name, span: 8 },
            { label: 'Date', span: 4 },
          ],
        },
      ];
  return print(scope, {
    ...{ id, title: definition.title, fileName: `form_${id}_blank.pdf`, subject: '', personId: null },
    aside: [`Version ${no}`],
    blocks: [...introOf(definition), ...head, ...definition.questions.map(blankBlock)],
  });
};

/** Who filled it when, and what was corrected why. */
const historyBlocks = (form: FilledForm, zone: string): Block[] => [
  { kind: 'gap', height: 8 },
  {
    kind: 'paragraph',
    style: 'small',
    text: [
      `Filled by ${form.by} ${form.via === 'phone' ? 'on the phone' : 'at the office'} ${showStamp(form.at, zone)}.`,
      ...form.corrected.map(({ at, by, reason }) => `Corrected by ${by} ${showStamp(at, zone)}: ${reason}`),
    ].join('\n'),
  },
];

const loadPhotos = async (scope: Scope, { id, answers }: FilledForm): Promise<Photos> => {
  const photos = new Map<string, Uint8Array>();
  for (const answer of answers) {
    const found = answer.kind === 'photo' ? await readPhoto(scope, id, answer.photo) : undefined;
    if (found && answer.kind === 'photo') photos.set(answer.photo, new Uint8Array(found.bytes));
  }
  return photos;
};

export const printFilled = async (
  scope: Scope,
  { id }: InputOf<typeof calls.printFilled>,
): Promise<Result<PdfAnswer>> => {
  const found = await loadFilled(scope.site.db, id);
  if (!found.ok) return found;
  const form = found.data;
  const { definition, answers, personId, person, day, version } = form;
  const photos = await loadPhotos(scope, form);
  return print(scope, {
    ...{ id, title: definition.title, fileName: `form_${id}.pdf`, personId },
    subject: `${person}, ID ${personId}, ${showDate(day)}`,
    aside: [showDate(day), `Version ${version}`],
    blocks: [
      ...introOf(definition),
      {
        kind: 'fields',
        fields: [
          { label: FIELD_WORDS.name, span: 8, value: person },
          { label: 'Date', span: 4, value: showDate(day) },
        ],
      },
      ...definition.questions.map((question) =>
        filledBlock(
          question,
          answers.find(({ key }) => key === question.key),
          photos,
        ),
      ),
      ...historyBlocks(form, scope.settings.timeZone),
    ],
  });
};
