import { date, type ExportColumn, money, text } from '../list-export/rules.ts';
import type { Answer, FilledRow, FormVersion, Question } from './schema.ts';
import { sayAnswer, sayQuestion } from './words.ts';

/** All that was answered to one form as a table: a column for each question of all its versions. */

export interface ReportRow extends FilledRow {
  readonly answers: readonly Answer[];
}

export interface ReportColumn {
  readonly key: string;
  readonly title: string;
  readonly question: Question;
  /** Of which it has the answers. */
  readonly versions: readonly number[];
}

/**
 * Answers to one question that can be read below each other. Another kind, unit or field of the record is another question to
 * whoever reads the table, although the form calls it by the same key.
 */
const measureOf = (question: Question): string =>
  [
    question.key,
    question.kind,
    ...(question.kind === 'number' ? [question.unit] : question.kind === 'field' ? [question.field] : []),
  ].join(' ');

type Version = Pick<FormVersion, 'no' | 'definition'>;

/** In the order of the newest version; behind them what only earlier ones asked, named by the last of them. */
export const reportQuestions = (newestFirst: readonly Version[]): ReportColumn[] => {
  const asked = newestFirst.flatMap(({ no, definition }) =>
    definition.questions.filter(({ kind }) => kind !== 'heading').map((question) => ({ no, question })),
  );
  return [...Map.groupBy(asked, ({ question }) => measureOf(question))].flatMap(([key, found]) => {
    const [last] = found;
    if (!last) return [];
    const { no, question } = last;
    const title = sayQuestion(question);
    return [
      {
        ...{ key, question, versions: found.map((one) => one.no) },
        title: no === newestFirst[0]?.no ? title : `${title}, until version ${no}`,
      },
    ];
  });
};

const answerTo = ({ version, answers }: ReportRow, { question, versions }: ReportColumn) =>
  versions.includes(version) ? answers.find(({ key }) => key === question.key) : undefined;

export const cellOf = (row: ReportRow, column: ReportColumn): string => {
  const answer = answerTo(row, column);
  return answer ? sayAnswer(answer) : '';
};

/** A number with two decimals is what columns of money hold: hundredths. */
const exportColumnOf = (column: ReportColumn): ExportColumn<ReportRow> => {
  const { title, question } = column;
  switch (question.kind) {
    case 'date':
      return date(title, (row) => {
        const answer = answerTo(row, column);
        return answer?.kind === 'date' ? answer.day : null;
      });
    case 'number':
      return money(title, (row) => {
        const answer = answerTo(row, column);
        return answer?.kind === 'number' ? Math.round(answer.number * 100) : null;
      });
    default:
      return text(title, 28, (row) => cellOf(row, column) || null);
  }
};

export const reportColumns = (columns: readonly ReportColumn[]): readonly ExportColumn<ReportRow>[] => [
  text('Form', 8, ({ id }) => String(id)),
  date('Date', ({ day }) => day),
  text('Person', 28, ({ person }) => person),
  text('Person ID', 10, ({ personId }) => String(personId)),
  text('Filled by', 24, ({ by }) => by),
  text('On', 10, ({ via }) => (via === 'phone' ? 'Phone' : 'Office')),
  text('Version', 8, ({ version }) => String(version)),
  text('Corrected', 10, ({ corrections }) => (corrections > 0 ? String(corrections) : null)),
  ...columns.map(exportColumnOf),
];
