import { date, type ExportColumn, money, text } from '../list-export/rules.ts';
import type { Answer, FilledRow, FormDefinition, Question } from './schema.ts';
import { sayAnswer, sayQuestion } from './words.ts';

/** All that was answered to one form as a table: a column for each question of all its versions. */

export interface ReportRow extends FilledRow {
  readonly answers: readonly Answer[];
}

/** In the order of the newest version, and behind them those that only earlier ones had. */
export const reportQuestions = (newestFirst: readonly FormDefinition[]): Question[] => {
  const found = new Map<string, Question>();
  for (const { questions } of newestFirst)
    for (const question of questions)
      if (question.kind !== 'heading' && !found.has(question.key)) found.set(question.key, question);
  return [...found.values()];
};

const answerTo = (row: ReportRow, { key }: Question) => row.answers.find((answer) => answer.key === key);

export const cellOf = (row: ReportRow, question: Question): string => {
  const answer = answerTo(row, question);
  return answer ? sayAnswer(answer) : '';
};

/** A number with two decimals is what columns of money hold: hundredths. */
const columnOf = (question: Question): ExportColumn<ReportRow> => {
  const title = sayQuestion(question);
  switch (question.kind) {
    case 'date':
      return date(title, (row) => {
        const answer = answerTo(row, question);
        return answer?.kind === 'date' ? answer.day : null;
      });
    case 'number':
      return money(title, (row) => {
        const answer = answerTo(row, question);
        return answer?.kind === 'number' ? Math.round(answer.number * 100) : null;
      });
    default:
      return text(title, 28, (row) => cellOf(row, question) || null);
  }
};

export const reportColumns = (questions: readonly Question[]): readonly ExportColumn<ReportRow>[] => [
  text('Form', 8, ({ id }) => String(id)),
  date('Date', ({ day }) => day),
  text('Person', 28, ({ person }) => person),
  text('Person ID', 10, ({ personId }) => String(personId)),
  text('Filled by', 24, ({ by }) => by),
  text('On', 10, ({ via }) => (via === 'phone' ? 'Phone' : 'Office')),
  text('Version', 8, ({ version }) => String(version)),
  text('Corrected', 10, ({ corrections }) => (corrections > 0 ? String(corrections) : null)),
  ...questions.map(columnOf),
];
