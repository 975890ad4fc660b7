import type * as calls from '@homecare/domain/agency-forms/contract.ts';
import { type AnswerChange, correctionsOf } from '@homecare/domain/agency-forms/logged.ts';
import type { Answer, FilledForm, FormDefinition, Question } from '@homecare/domain/agency-forms/schema.ts';
import {
  CORRECTION_WORDS,
  FIELD_WORDS,
  sayAnswer,
  sayQuestion,
} from '@homecare/domain/agency-forms/words.ts';
import { showDate, showStamp } from '@homecare/domain/calendar.ts';
import type { InputOf } from '@homecare/domain/call.ts';
import { counted } from '@homecare/domain/counted.ts';
import { type Result, refuse } from '@homecare/domain/errors.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { answerPdf } from '../platform/documents/answer.ts';
import type { Block } from '../platform/documents/blocks.ts';
import type { PdfAnswer } from '../platform/http/bind.ts';
import { readPhoto } from './photos.ts';
import { findStoredForm } from './queries.ts';
import { loadFilled } from './reading.ts';

/** Forms on paper: as they were filled and signed, with what was corrected since, or empty to be written on. */

type Photos = ReadonlyMap<string, Uint8Array>;

const NO_ANSWER = 'No answer';
const SIGNED_BEFORE = 'Who signed above signed the answers above. The corrections below came later.';

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
  readonly banner?: string | null;
  readonly blocks: readonly Block[];
}

const print = (
  scope: Scope,
  { personId, title, fileName, subject, aside, banner = null, blocks, id }: Printed,
) =>
  answerPdf(scope, {
    kind: 'agencyForm',
    subjectIds: personId === null ? [] : [personId],
    parameters: { form: id },
    title,
    fileName,
    namesClient: personId !== null,
    fillable: personId === null,
    parts: [{ title, subject, foot: `${title} ${id}`, aside, banner, blocks }],
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

/** Before and after, side by side; a signature or photo is there itself. */
const changeBlocks = ({ question, now, said: [old, after] }: AnswerChange, photos: Photos): Block[] => {
  const label = sayQuestion(question);
  const before = { label: `Before: ${label}`, value: old ?? NO_ANSWER };
  if (now?.kind === 'signature' || now?.kind === 'photo')
    return [
      { kind: 'fields', fields: [{ ...before, span: 12 }] },
      { kind: 'gap', height: 4 },
      filledBlock(question, now, photos),
    ];
  return [
    {
      kind: 'fields',
      fields: [
        { ...before, span: 6 },
        { label: `Corrected: ${label}`, value: after ?? NO_ANSWER, span: 6 },
      ],
    },
  ];
};

/** Who filled it when; then what was corrected by whom, when and why, in its order. */
const historyBlocks = (form: FilledForm, photos: Photos, zone: string): Block[] => {
  const isSigned = form.asFilled.some(({ kind }) => kind === 'signature');
  const isCorrected = form.corrections > 0;
  const filled = `Filled by ${form.by} ${form.via === 'phone' ? 'on the phone' : 'at the office'} ${showStamp(form.at, zone)}.`;
  return [
    { kind: 'gap', height: 8 },
    {
      kind: 'paragraph',
      style: 'small',
      text: isSigned && isCorrected ? `${filled} ${SIGNED_BEFORE}` : filled,
    },
    ...correctionsOf(form).flatMap(({ kind, at, by, reason, changes }): Block[] => [
      { kind: 'section', text: `${CORRECTION_WORDS[kind]} by ${by}, ${showStamp(at, zone)}` },
      { kind: 'paragraph', text: reason },
      ...changes.flatMap((change) => changeBlocks(change, photos)),
    ]),
  ];
};

/** What a reader must not miss above answers that are no longer the last word. */
const bannerOf = ({ isMistake, corrections }: FilledForm): string | null => {
  if (isMistake) return 'Entered by mistake: this form does not count';
  return corrections > 0 ? `As it was filled. Corrected ${counted(corrections, 'time')}: see the end` : null;
};

const loadPhotos = async (scope: Scope, { id, asFilled, corrected }: FilledForm): Promise<Photos> => {
  const photos = new Map<string, Uint8Array>();
  for (const answer of [asFilled, ...corrected.map(({ answers }) => answers)].flat()) {
    if (answer.kind === 'photo' && photos.has(answer.photo)) continue;
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
  const { definition, asFilled, personId, person, day, version } = form;
  const photos = await loadPhotos(scope, form);
  return print(scope, {
    ...{ id, title: definition.title, fileName: `form_${id}.pdf`, personId },
    subject: `${person}, ID ${personId}, ${showDate(day)}`,
    aside: [showDate(day), `Version ${version}`],
    banner: bannerOf(form),
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
          asFilled.find(({ key }) => key === question.key),
          photos,
        ),
      ),
      ...historyBlocks(form, photos, scope.settings.timeZone),
    ],
  });
};
