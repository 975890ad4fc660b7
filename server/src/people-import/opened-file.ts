import { readFile as readBytes } from 'node:fs/promises';
import type { InputOf, OutputOf } from '@homecare/domain/call.ts';
import { done, type Result, refuse, refuseAll, refuseFields } from '@homecare/domain/errors.ts';
import { SSN } from '@homecare/domain/people/kind-and-status.ts';
import type { Question } from '@homecare/domain/people/questions.ts';
import { type ImportTarget, importColumns, importTargets } from '@homecare/domain/people-import/columns.ts';
import type * as calls from '@homecare/domain/people-import/contract.ts';
import { checkMapping, type Mapping } from '@homecare/domain/people-import/mapping.ts';
import { readRanges } from '@homecare/domain/people-import/row-ranges.ts';
import type { CheckedRow } from '@homecare/domain/people-import/rows.ts';
import {
  ALL_LEFT_OUT,
  checkImportFile,
  hasProblems,
  MAX_IMPORT_COLUMNS,
  MAX_IMPORT_ROWS,
  MAX_LISTED,
  NO_HEADS,
  NO_ROWS,
  NOT_TEXT,
  OPEN_QUOTE,
  TOO_MANY_COLUMNS,
  TOO_MANY_ROWS,
} from '@homecare/domain/people-import/rules.ts';
import { ownCategories } from '../payroll/pay-categories.ts';
import { ROWS_AT_ONCE } from '../people/bulk.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { type CsvRow, decodeText, readCsv } from '../platform/files/csv.ts';
import type { IncomingFile } from '../platform/files/store.ts';
import { readWorkbook } from '../platform/files/workbook.ts';
import { newPace, type Pace } from '../platform/jobs/pace.ts';
import type { Report } from './progress.ts';

/** An uploaded file of any kind, its rows checked one by one, and the problems found. */

export interface Table {
  readonly heads: readonly string[];
  readonly rows: readonly CsvRow[];
}

const wrongFile = (message: string) => refuseFields([{ field: 'file', message }]);

const notReadable = () => refuseFields([{ field: 'file', message: NOT_TEXT }], 'unsupported');

/** Rows of a workbook or a text file. */
const readRows = async ({ path, size }: IncomingFile, pace: Pace): Promise<Result<readonly CsvRow[]>> => {
  const bytes = await readBytes(path);
  const text = decodeText(bytes);
  if (text === undefined) {
    const rows = await readWorkbook(path, size);
    if (!rows) return notReadable();
    return rows.length > MAX_IMPORT_ROWS + 1 ? wrongFile(TOO_MANY_ROWS) : done(rows);
  }
  const read = await readCsv(text, MAX_IMPORT_ROWS + 1, pace);
  if (read.ok) return done(read.rows);
  return wrongFile(read.fault === 'tooLong' ? TOO_MANY_ROWS : OPEN_QUOTE(read.row));
};

/** The rows of an uploaded file; the first one names the columns. */
export const readTable = async (file: IncomingFile | undefined, pace: Pace): Promise<Result<Table>> => {
  const fault = checkImportFile(file);
  if (!file || fault) return wrongFile(fault ?? NO_ROWS);
  const read = await readRows(file, pace);
  if (!read.ok) return read;
  const [head, ...rows] = read.data;
  if (!head) return wrongFile(NO_HEADS);
  const last = head.cells.findLastIndex((cell) => cell.trim() !== '');
  const heads = head.cells.slice(0, last + 1).map((cell) => cell.trim());
  if (heads.length > MAX_IMPORT_COLUMNS) return wrongFile(TOO_MANY_COLUMNS);
  return rows.length === 0 ? wrongFile(NO_ROWS) : done({ heads, rows });
};

export interface Entry<T> {
  readonly row: CsvRow;
  readonly record: T;
}

export interface Fault {
  readonly row: CsvRow;
  readonly error: CheckedRow<unknown>['errors'][number];
  /** Its number belongs to someone on record. */
  readonly isKnown?: boolean;
}

/** A checked row, the questions about it, and whether it is about someone on record. */
type Validated<T> = CheckedRow<T> & {
  readonly questions?: readonly Question[];
  readonly isKnown?: boolean;
};

export interface CheckedRows<T> {
  readonly entries: readonly Entry<T>[];
  readonly faults: readonly Fault[];
  readonly questions: readonly Fault[];
  /** Rows about people who are on record by name and birth date. */
  readonly known: readonly CsvRow[];
}

/** Checks every row by the rules of the form, as many at a time as one statement saves. */
export async function* validateRows<T>(
  rows: readonly CsvRow[],
  validate: (row: CsvRow) => Validated<T>,
  pace: Pace,
): AsyncGenerator<CheckedRows<T>, void> {
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    const entries: Entry<T>[] = [];
    const faults: Fault[] = [];
    const questions: Fault[] = [];
    const known: CsvRow[] = [];
    for (const row of rows.slice(at, at + ROWS_AT_ONCE)) {
      const validated = validate(row);
      entries.push({ row, record: validated.record });
      for (const error of validated.errors) faults.push({ row, error });
      for (const error of validated.questions ?? []) questions.push({ row, error });
      if (validated.isKnown) known.push(row);
      if (pace.isDue()) await pace.rest();
    }
    yield { entries, faults, questions, known };
  }
}

/** Collects all rows of a file. */
export const collect = async <T>(
  parts: AsyncIterable<CheckedRows<T>>,
  onMore: (count: number) => void = () => undefined,
): Promise<CheckedRows<T>> => {
  const entries: Entry<T>[] = [];
  const faults: Fault[] = [];
  const questions: Fault[] = [];
  const known: CsvRow[] = [];
  for await (const part of parts) {
    entries.push(...part.entries);
    faults.push(...part.faults);
    questions.push(...part.questions);
    known.push(...part.known);
    onMore(entries.length);
  }
  return { entries, faults, questions, known };
};

export type Imported = Promise<Result<OutputOf<typeof calls.importFile>>>;

/** The client has read and answered the questions. */
export const isSet = (count: number | null | undefined) => count !== null && count !== undefined;

export type Checked = InputOf<typeof calls.checkFile>;

/** A file with fitting columns; its rows can be checked repeatedly. */
export interface OpenedFile {
  readonly target: ImportTarget;
  readonly heads: readonly string[];
  readonly mapping: Mapping;
  readonly categories: readonly string[];
  /** Without the rows left out. */
  readonly rows: readonly CsvRow[];
  readonly pace: Pace;
}

export const openFile = async (
  scope: Scope,
  { target, columns: mapping, leaveOut }: Checked,
  file: IncomingFile | undefined,
  report: Report,
): Promise<Result<OpenedFile>> => {
  if (!importTargets(scope.settings.capabilities.billing).includes(target)) return refuse('switchedOff');
  const pace = newPace();
  report('reading', 0, 0);
  const table = await readTable(file, pace);
  if (!table.ok) return table;
  const { heads } = table.data;
  const isLeftOut = readRanges(leaveOut ?? '');
  const rows = table.data.rows.filter(({ at }) => !isLeftOut(at));
  if (rows.length === 0) return refuse('conflict', ALL_LEFT_OUT);
  if (!mapping || mapping.length !== heads.length)
    return refuse('badInput', 'Error: The columns do not fit this file. Choose the file again');
  const categories = await ownCategories(scope.site.db);
  return (
    refuseAll(checkMapping(target, mapping, categories)) ??
    done({ target, heads, mapping, categories, rows, pace })
  );
};

const labelOf = ({ target, categories }: OpenedFile, field: string) =>
  importColumns(target, categories).find(({ key }) => key === field)?.label ?? field;

/** In the order of the file, with the cell's content, except that an SSN is never shown again. */
export const problemsOf = (opened: OpenedFile, faults: readonly Fault[]): calls.ImportProblem[] =>
  faults
    .toSorted((a, b) => a.row.at - b.row.at)
    .slice(0, MAX_LISTED)
    .map(({ row, error: { field, message } }) => ({
      row: row.at,
      field: labelOf(opened, field),
      message,
      value: field === SSN ? '' : (row.cells[opened.mapping.indexOf(field)]?.trim() ?? '').slice(0, 60),
    }));

/** A refusal names the first problems; the dry run lists them all. */
const NAMED_PROBLEMS = 20;

export const refuseProblems = (file: OpenedFile, faults: readonly Fault[]) => {
  const errors = problemsOf(file, faults)
    .slice(0, NAMED_PROBLEMS)
    .map(({ row, field, message }) => ({ field, message: `Row ${row}: ${message}` }));
  return refuse('conflict', hasProblems(faults.length), errors);
};
