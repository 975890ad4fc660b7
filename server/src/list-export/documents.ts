import { done, type Result } from '@homecare/domain/errors.ts';
import type { ExportFormat } from '@homecare/domain/list-export/contract.ts';
import { exportName } from '@homecare/domain/list-export/file-name.ts';
import { csvOf, type ExportColumn } from '@homecare/domain/list-export/rules.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { printStamp } from '../platform/documents/answer.ts';
import { logDocument } from '../platform/documents/log.ts';
import { XLSX_TYPE, xlsxOf } from '../platform/documents/spreadsheet.ts';
import { FileAnswer } from '../platform/http/bind.ts';

interface Exported<Row> {
  /** First part of the file's name. */
  readonly list: string;
  readonly title: string;
  readonly format: ExportFormat;
  readonly columns: readonly ExportColumn<Row>[];
  readonly rows: readonly Row[];
  readonly idOf: (row: Row) => number;
  /** In words, for readers of the workbook. */
  readonly parameters: readonly (readonly [string, string])[];
  /** For the log, without the search term, which may be a name. */
  readonly logged: Readonly<Record<string, string | boolean>>;
}

const bodyOf = async <Row>(scope: Scope, { title, format, columns, rows, parameters }: Exported<Row>) => {
  if (format === 'csv') return Buffer.from(csvOf(columns, rows));
  return xlsxOf({
    title,
    columns,
    rows: rows.map((row) => columns.map(({ value }) => value(row))),
    parameters: [
      ['Report', title],
      ...parameters,
      ['Printed by', scope.user.initials],
      ['Printed', printStamp(scope)],
      ['Rows', String(rows.length)],
    ],
  });
};

const TYPES: Record<ExportFormat, string> = { csv: 'text/csv; charset=utf-8', xlsx: XLSX_TYPE };

/** The file of a list, and its row in the document log. */
export const answerExport = async <Row>(
  scope: Scope,
  exported: Exported<Row>,
): Promise<Result<FileAnswer>> => {
  const begun = performance.now();
  const { list, format, rows, idOf, logged } = exported;
  const body = await bodyOf(scope, exported);
  await logDocument(scope, {
    kind: `${list} list`,
    subjectIds: rows.map(idOf),
    parameters: logged,
    format,
    pages: null,
    rows: rows.length,
    sensitive: false,
    durationMs: performance.now() - begun,
    outcome: 'done',
  });
  const name = exportName(list, scope.today().toString(), format);
  return done(new FileAnswer(TYPES[format], body, name, { rows: rows.length }));
};
