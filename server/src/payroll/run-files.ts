import type { InputOf } from '@homecare/domain/call.ts';
import { done, type Result, refuse } from '@homecare/domain/errors.ts';
import type { Layout } from '@homecare/domain/payroll/layouts.ts';
import type * as calls from '@homecare/domain/payroll/run-contract.ts';
import {
  fileColumns,
  fileRows,
  fileText,
  peopleFileName,
  type RunFacts,
  runFileName,
  runSpan,
} from '@homecare/domain/payroll/run-file.ts';
import { joinPeriods, sayRunPeriod } from '@homecare/domain/payroll/runs.ts';
import { HOURS_ARE_PAID } from '@homecare/domain/reports/figure-words.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { answerPdf, printStamp } from '../platform/documents/answer.ts';
import { logDocument } from '../platform/documents/log.ts';
import { XLSX_TYPE, xlsxOf } from '../platform/documents/spreadsheet.ts';
import { FileAnswer, type UseCase } from '../platform/http/bind.ts';
import { runSheet } from './documents/run-sheet.ts';
import { findRun, listLines, listLowWeeks } from './run-queries.ts';
import { factsOf, findWanted, makeRun, nextRun, UNKNOWN_LAYOUT } from './runs.ts';
import { findLayout } from './settings.ts';

/** The files of a run: CSV in a layout, a workbook, and the control sheet. */

type Format = InputOf<typeof calls.exportPayroll>['export'];

const TITLE = 'Export Payroll';
const WIDTH = 16;

const workbook = (scope: Scope, layout: Layout, facts: RunFacts): Promise<Buffer> => {
  const rows = fileRows(layout, facts);
  const run = facts.number === null ? 'preview' : String(facts.number);
  return xlsxOf({
    title: TITLE,
    columns: fileColumns(layout, facts).map(({ head }, at) => ({
      title: head,
      // The cells decide the kind, because a column has one source.
      kind: rows.map((row) => row[at]).find((cell) => cell?.value !== null)?.kind ?? 'text',
      width: WIDTH,
    })),
    rows: rows.map((row) => row.map(({ value }) => value)),
    parameters: [
      ['Report', TITLE],
      ['Run', run],
      ['Month', facts.month],
      [facts.period ? 'Pay period' : 'Half', sayRunPeriod(facts)],
      ['Days', runSpan(facts)],
      ['Layout', layout.name],
      ['Printed by', scope.user.initials],
      ['Printed', printStamp(scope)],
      ['Rows', String(rows.length)],
      ['Figures', HOURS_ARE_PAID],
    ],
  });
};

const answer = async (
  scope: Scope,
  layout: Layout,
  facts: RunFacts,
  format: Format,
): Promise<Result<FileAnswer>> => {
  const begun = performance.now();
  const name = format === 'csv' ? runFileName(layout, facts) : peopleFileName(facts, '.xlsx');
  const body = format === 'csv' ? Buffer.from(fileText(layout, facts)) : await workbook(scope, layout, facts);
  await logDocument(scope, {
    kind: 'ExportPayroll',
    subjectIds: facts.rows.map(({ providerId }) => providerId),
    parameters: {
      run: facts.number ?? 'preview',
      month: facts.month,
      half: sayRunPeriod(facts),
      layout: layout.id,
    },
    format: format === 'csv' ? 'csv' : 'xlsx',
    pages: null,
    rows: facts.rows.length,
    sensitive: false,
    durationMs: performance.now() - begun,
    outcome: 'done',
  });
  const type = format === 'csv' ? 'text/csv; charset=utf-8' : XLSX_TYPE;
  return done(new FileAnswer(type, body, name));
};

type Asked = InputOf<typeof calls.exportPayroll>;
const askedRun = ({ from, half, period }: Asked) => ({ month: from.slice(0, 7), half, period });

export const previewExport = async (scope: Scope, asked: Asked): Promise<Result<FileAnswer>> => {
  const { db } = scope.site;
  const layout = await findLayout(db, asked.layout);
  if (!layout) return refuse('badInput', UNKNOWN_LAYOUT);
  const wanted = await findWanted(db, askedRun(asked));
  if (typeof wanted === 'string') return refuse('badInput', wanted);
  const { facts } = await nextRun(scope, db, wanted, layout);
  return answer(scope, layout, facts, asked.export);
};

const fileOfRun = async (scope: Scope, number: number, layout: Layout, format: Format) => {
  const { db } = scope.site;
  const run = await findRun(db, number);
  if (!run) return refuse('notFound');
  const rows = joinPeriods(await listLines(db, number));
  return answer(scope, layout, await factsOf(scope, db, layout, { ...run, rows }), format);
};

/** The file is written from the stored rows, so it is the same every time. */
export const exportPayroll = async (scope: Scope, asked: Asked): Promise<Result<FileAnswer>> => {
  const layout = await findLayout(scope.site.db, asked.layout);
  if (!layout) return refuse('badInput', UNKNOWN_LAYOUT);
  const made = await makeRun(scope, askedRun(asked), layout);
  return made.ok ? fileOfRun(scope, made.data.number, layout, asked.export) : made;
};

export const downloadRun: UseCase<typeof calls.downloadRun> = async (
  scope,
  { number, layout: id, export: format },
) => {
  const layout = await findLayout(scope.site.db, id);
  if (!layout) return refuse('badInput', UNKNOWN_LAYOUT);
  return fileOfRun(scope, number, layout, format);
};

export const printRun: UseCase<typeof calls.printRun> = async (scope, { number }) => {
  const run = await findRun(scope.site.db, number);
  if (!run) return refuse('notFound');
  const lines = joinPeriods(await listLines(scope.site.db, number));
  const lowWeeks = await listLowWeeks(scope.site.db, number);
  const title = 'Payroll control sheet';
  return answerPdf(scope, {
    kind: 'ExportPayroll',
    subjectIds: [number],
    parameters: { run: number },
    title,
    fileName: peopleFileName(run, '_control.pdf'),
    namesClient: false,
    rows: lines.length,
    parts: [
      {
        title,
        subject: `Run ${number}`,
        foot: `ExportPayroll ${number} · ${runSpan(run)}`,
        aside: [runSpan(run)],
        blocks: runSheet(run, lines, lowWeeks, scope.settings.timeZone),
      },
    ],
  });
};
