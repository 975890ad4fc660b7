import { csvOf, type ExportColumn } from '@homecare/domain/list-export/rules.ts';
import { type ImportTarget, importColumns } from '@homecare/domain/people-import/columns.ts';
import type { ImportProblem } from '@homecare/domain/people-import/contract.ts';
import { saveAs } from '../../platform/send-file.ts';

const column = <Row>(title: string, value: (row: Row) => string): ExportColumn<Row> => ({
  title,
  kind: 'text',
  width: 20,
  value,
});

const save = (text: string, name: string) =>
  saveAs(new Blob([text], { type: 'text/csv;charset=utf-8' }), name);

/** An empty file with the names of all columns. */
export const saveTemplate = (target: ImportTarget, categories: readonly string[]) =>
  save(
    csvOf(
      importColumns(target, categories).map(({ label }) => column<never>(label, () => '')),
      [],
    ),
    `${target}-template.csv`,
  );

const PROBLEM_COLUMNS: readonly ExportColumn<ImportProblem>[] = [
  column('Row', ({ row }) => String(row)),
  column('Field', ({ field }) => field),
  column('Problem', ({ message }) => message),
  column('Value', ({ value }) => value),
];

export const saveProblems = (problems: readonly ImportProblem[]) =>
  save(csvOf(PROBLEM_COLUMNS, problems), 'import-problems.csv');
