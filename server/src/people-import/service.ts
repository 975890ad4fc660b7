import { readFile as readBytes } from 'node:fs/promises';
import type { InputOf, OutputOf } from '@homecare/domain/call.ts';
import type { CandidateDraft } from '@homecare/domain/candidates/schema.ts';
import { done, type FieldError, type Result, refuse, refuseFields } from '@homecare/domain/errors.ts';
import type { PersonDraft } from '@homecare/domain/people/schema.ts';
import { type ImportTarget, importColumns } from '@homecare/domain/people-import/columns.ts';
import type * as calls from '@homecare/domain/people-import/contract.ts';
import {
  checkMapping,
  type Mapping,
  suggestMapping,
  suggestTarget,
} from '@homecare/domain/people-import/mapping.ts';
import {
  columnsOfMapping,
  FileNumbers,
  judgeCandidate,
  judgePerson,
  UNKNOWN_ZIP,
} from '@homecare/domain/people-import/rows.ts';
import {
  checkImportFile,
  hasProblems,
  imported,
  MAX_IMPORT_COLUMNS,
  MAX_IMPORT_ROWS,
  MAX_LISTED,
  NO_HEADS,
  NO_ROWS,
  NOT_TEXT,
  OPEN_QUOTE,
  TOO_MANY_COLUMNS,
  TOO_MANY_ROWS,
  tooManyClients,
} from '@homecare/domain/people-import/rules.ts';
import { insertCheckedCandidates, locateCandidates } from '../candidates/service.ts';
import { clientCount, insertCheckedPeople, locatePeople, lockClientCount } from '../people/bulk.ts';
import { getProcedureCodes } from '../people/reading.ts';
import { duplicatesOfMany } from '../people/uniqueness.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { type Change, mutate, type Tx } from '../platform/db/mutate.ts';
import { violatedUnique } from '../platform/db/pool.ts';
import { type CsvRow, decodeText, readCsv } from '../platform/files/csv.ts';
import type { IncomingFile } from '../platform/files/store.ts';
import { newPace, type Pace } from '../platform/jobs/pace.ts';
import { type Report, reporting } from './progress.ts';

interface Table {
  readonly heads: readonly string[];
  readonly rows: readonly CsvRow[];
}

const wrongFile = (message: string) => refuseFields([{ field: 'file', message }]);

/** The rows of an uploaded file; the first one names the columns. */
const readTable = async (file: IncomingFile | undefined, pace: Pace): Promise<Result<Table>> => {
  const fault = checkImportFile(file);
  if (!file || fault) return wrongFile(fault ?? NO_ROWS);
  const text = decodeText(await readBytes(file.path));
  if (text === undefined) return refuseFields([{ field: 'file', message: NOT_TEXT }], 'unsupported');
  const read = await readCsv(text, MAX_IMPORT_ROWS + 1, pace);
  if (!read.ok) return wrongFile(read.fault === 'tooLong' ? TOO_MANY_ROWS : OPEN_QUOTE(read.row));
  const [head, ...rows] = read.rows;
  if (!head) return wrongFile(NO_HEADS);
  const last = head.cells.findLastIndex((cell) => cell.trim() !== '');
  const heads = head.cells.slice(0, last + 1).map((cell) => cell.trim());
  if (heads.length > MAX_IMPORT_COLUMNS) return wrongFile(TOO_MANY_COLUMNS);
  return rows.length === 0 ? wrongFile(NO_ROWS) : done({ heads, rows });
};

/** Enough to see what a column holds. */
const SAMPLE_ROWS = 3;

export const readFile = async (
  _scope: Scope,
  _input: InputOf<typeof calls.readFile>,
  file: IncomingFile | undefined,
): Promise<Result<OutputOf<typeof calls.readFile>>> => {
  const table = await readTable(file, newPace());
  if (!table.ok) return table;
  const { rows } = table.data;
  const heads = [...table.data.heads];
  const suggested = (target: ImportTarget) => [...suggestMapping(heads, target)];
  return done({
    heads,
    sample: rows
      .slice(0, SAMPLE_ROWS)
      .map(({ cells }) => heads.map((_, at) => (cells[at] ?? '').slice(0, 80))),
    rows: rows.length,
    target: suggestTarget(heads),
    suggested: {
      providers: suggested('providers'),
      clients: suggested('clients'),
      people: suggested('people'),
      candidates: suggested('candidates'),
    },
  });
};

// ---- checking

type Checked = InputOf<typeof calls.checkFile>;

interface Entry<T> {
  readonly row: CsvRow;
  readonly record: T;
}

interface Judgement<T> {
  readonly target: ImportTarget;
  readonly mapping: Mapping;
  readonly entries: readonly Entry<T>[];
  readonly faults: readonly Fault[];
}
interface Fault {
  readonly row: CsvRow;
  readonly error: FieldError;
}

/** Every row by the rules of the form, and its numbers against those of the rows before. */
const judgeRows = async <T>(
  rows: readonly CsvRow[],
  judge: (row: CsvRow) => { readonly record: T; readonly errors: readonly FieldError[] },
  report: Report,
  pace: Pace,
) => {
  const entries: Entry<T>[] = [];
  const faults: Fault[] = [];
  for (const [at, row] of rows.entries()) {
    const { record, errors } = judge(row);
    entries.push({ row, record });
    for (const error of errors) faults.push({ row, error });
    if (!pace.isDue()) continue;
    report('checking', at, rows.length);
    await pace.rest();
  }
  return { entries, faults };
};

const serviceCodes = async (scope: Scope) => {
  const { data } = await getProcedureCodes(scope);
  return new Map(
    Object.entries(data).flatMap(([code, label]) => [
      [code.toLowerCase(), code] as const,
      [label.toLowerCase(), code] as const,
    ]),
  );
};

type JudgedFile =
  | ({ readonly of: 'people' } & Judgement<PersonDraft>)
  | ({ readonly of: 'candidates' } & Judgement<CandidateDraft>);

/** All that a file says by itself; the numbers of other people are compared apart. */
const judgeFile = async (
  scope: Scope,
  { target, columns: mapping }: Checked,
  file: IncomingFile | undefined,
  report: Report,
): Promise<Result<JudgedFile>> => {
  const pace = newPace();
  report('reading', 0, 0);
  const table = await readTable(file, pace);
  if (!table.ok) return table;
  const { heads, rows } = table.data;
  if (!mapping || mapping.length !== heads.length)
    return refuse('badInput', 'Error: The columns do not fit this file. Choose the file again');
  const [first, ...others] = checkMapping(target, mapping);
  if (first) return refuseFields([first, ...others]);
  const columns = columnsOfMapping(target, mapping);
  if (target === 'candidates') {
    const judged = await judgeRows(rows, ({ cells }) => judgeCandidate(cells, { columns }), report, pace);
    const located = await locateCandidates(
      scope,
      judged.entries.map(({ record }) => record),
    );
    const entries = judged.entries.map(({ row }, at) => ({ row, record: located[at] ?? {} }));
    const broken = new Set(judged.faults.map(({ row }) => row));
    const lost = entries
      .filter(({ row, record }) => !broken.has(row) && record.AddressLatitude === undefined)
      .map(({ row }) => ({ row, error: { field: 'Address', message: UNKNOWN_ZIP } }));
    return done({ of: 'candidates', target, mapping, entries, faults: [...judged.faults, ...lost] });
  }
  const context = { target, columns, today: scope.today(), codes: await serviceCodes(scope) };
  const numbers = new FileNumbers();
  const judged = await judgeRows(
    rows,
    ({ at, cells }) => {
      const { record, errors } = judgePerson(cells, context);
      return { record, errors: [...errors, ...numbers.add(record, at)] };
    },
    report,
    pace,
  );
  return done({ of: 'people', target, mapping, ...judged });
};

/** Numbers of one question to the database. */
const NUMBERS_AT_ONCE = 1_000;

const takenNumbers = async (
  db: Tx | Scope['site']['db'],
  scope: Scope,
  entries: readonly Entry<PersonDraft>[],
): Promise<Fault[]> => {
  const faults: Fault[] = [];
  for (let at = 0; at < entries.length; at += NUMBERS_AT_ONCE) {
    const some = entries.slice(at, at + NUMBERS_AT_ONCE);
    const taken = await duplicatesOfMany(
      db,
      scope,
      some.map(({ record }) => record),
    );
    for (const [index, { row }] of some.entries())
      for (const error of taken[index] ?? []) faults.push({ row, error });
  }
  return faults;
};

const labelOf = (target: ImportTarget, field: string) =>
  importColumns(target).find(({ key }) => key === field)?.label ?? field;

/** In the order of the file, with what stands in the cell: an SSN is shown to nobody again. */
const problemsOf = (
  { target, mapping }: Pick<JudgedFile, 'target' | 'mapping'>,
  faults: readonly Fault[],
): calls.ImportProblem[] =>
  faults
    .toSorted((a, b) => a.row.at - b.row.at)
    .slice(0, MAX_LISTED)
    .map(({ row, error: { field, message } }) => ({
      row: row.at,
      field: labelOf(target, field),
      message,
      value: field === 'SSI #' ? '' : (row.cells[mapping.indexOf(field)]?.trim() ?? '').slice(0, 60),
    }));

const countKind = (entries: readonly Entry<PersonDraft>[], kind: 'Provider' | 'Client') =>
  entries.filter(({ record }) => record['Provider or Client'] === kind).length;

export const checkFile = (
  scope: Scope,
  input: Checked,
  file: IncomingFile | undefined,
): Promise<Result<calls.ImportCheck>> =>
  reporting(scope, input.run, async (report) => {
    const judged = await judgeFile(scope, input, file, report);
    if (!judged.ok) return judged;
    const { data } = judged;
    const people = data.of === 'people' ? data.entries : [];
    const faults = [...data.faults, ...(await takenNumbers(scope.site.db, scope, people))];
    const clients = countKind(people, 'Client');
    const { maxClients } = await scope.site.capabilities();
    return done({
      rows: data.entries.length,
      providers: countKind(people, 'Provider'),
      clients,
      problems: problemsOf(data, faults),
      problemCount: faults.length,
      problemRows: new Set(faults.map(({ row }) => row.at)).size,
      refusal: tooManyClients(await clientCount(scope), clients, maxClients) ?? null,
    });
  });

// ---- importing

type Imported = Promise<Result<OutputOf<typeof calls.importFile>>>;

/** A refusal names the first problems; the dry run lists them all. */
const NAMED_PROBLEMS = 20;

const refuseProblems = (judged: JudgedFile, faults: readonly Fault[]) => {
  const errors = problemsOf(judged, faults)
    .slice(0, NAMED_PROBLEMS)
    .map(({ row, field, message }) => ({ field, message: `Row ${row}: ${message}` }));
  return refuse('conflict', hasProblems(faults.length), errors);
};

export const importFile = (scope: Scope, input: Checked, file: IncomingFile | undefined): Imported =>
  reporting(scope, input.run, async (report) => {
    const judged = await judgeFile(scope, input, file, report);
    if (!judged.ok) return judged;
    const { data } = judged;
    if (data.faults.length > 0) return refuseProblems(data, data.faults);
    const located =
      data.of === 'people'
        ? await locatePeople(
            scope,
            data.entries.map(({ record }) => record),
          )
        : [];
    const { maxClients } = await scope.site.capabilities();
    try {
      return await mutate(scope, 'peopleImport.import', async (tx, record, flush) =>
        data.of === 'people'
          ? savePeople(tx, scope, data, located, maxClients, record, async (count) => {
              report('saving', count, located.length);
              await flush();
            })
          : saveCandidates(tx, scope, data, record, report),
      );
    } catch (error) {
      const constraint = violatedUnique(error);
      if (data.of !== 'people' || !constraint?.startsWith('people_')) throw error;
      // The unique indexes found a number that somebody has; who it is, is asked only then.
      const faults = await takenNumbers(scope.site.db, scope, data.entries);
      if (faults.length === 0) throw error;
      return refuseProblems(data, faults);
    }
  });

type Recorder = (change: Change) => void;

const savePeople = async (
  tx: Tx,
  scope: Scope,
  judged: JudgedFile & { readonly of: 'people' },
  people: readonly PersonDraft[],
  maxClients: number,
  record: Recorder,
  onSaved: (count: number) => Promise<void>,
): Imported => {
  const clients = countKind(judged.entries, 'Client');
  const full = clients > 0 ? tooManyClients(await lockClientCount(tx), clients, maxClients) : undefined;
  if (full) return refuse('conflict', full);
  const ids = await insertCheckedPeople(tx, scope, people, record, onSaved);
  return done({ imported: ids.length }, { info: imported(judged.target, ids.length) });
};

const saveCandidates = async (
  tx: Tx,
  scope: Scope,
  { entries, target }: JudgedFile & { readonly of: 'candidates' },
  record: Recorder,
  report: Report,
): Imported => {
  await insertCheckedCandidates(
    tx,
    scope,
    entries.map((entry) => entry.record),
    record,
  );
  report('saving', entries.length, entries.length);
  return done({ imported: entries.length }, { info: imported(target, entries.length) });
};
