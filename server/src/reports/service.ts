import { done, type Result, refuse } from '@homecare/domain/errors.ts';
import { seesConfidentialColumns } from '@homecare/domain/permissions.ts';
import type { previewReport as PreviewReport } from '@homecare/domain/reports/contract.ts';
import type { ReportEntry } from '@homecare/domain/reports/list.ts';
import {
  periodOf,
  type RawParameters,
  type ReportParameters,
  readParameters,
  sayParameters,
} from '@homecare/domain/reports/parameters.ts';
import { sayTooLong } from '@homecare/domain/reports/size.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { answerPdf, printStamp } from '../platform/documents/answer.ts';
import { logDocument } from '../platform/documents/log.ts';
import { XLSX_TYPE, xlsxOf } from '../platform/documents/spreadsheet.ts';
import { FileAnswer, type PdfAnswer, type UseCase } from '../platform/http/bind.ts';
import type { Asked, Report } from './documents/declare.ts';
import { isLandscape, reportBlocks, spreadsheetOf } from './documents/print.ts';
import { PAGE_REPORTS } from './documents.ts';

/** Every report is processed alike: parameters, rows, table; then a page, a workbook, or the screen. */

export const listReports = async () =>
  done({
    folder: 'Reports' as const,
    reports: PAGE_REPORTS.map(({ entry }) => ({ ...entry, inputs: [...entry.inputs] })),
  });

const askedBy = (scope: Scope, parameters: ReportParameters): Asked => ({
  scope,
  parameters,
  today: scope.today(),
  seesConfidential: seesConfidentialColumns(scope.user.role),
});

/** The maximum of rows on screen; files contain all. */
export const PREVIEW_ROWS = 5_000;

export const previewReport: UseCase<typeof PreviewReport> = async (scope, { file, ...raw }) => {
  const found = PAGE_REPORTS.find((one) => one.entry.file === file);
  if (!found) return refuse('notFound');
  const { entry, report } = found;
  const read = readParameters(entry, raw, scope.today());
  if (!read.ok) return read;
  const { table } = await report.run(askedBy(scope, read.data));
  return done({
    ...table,
    rows: table.rows.slice(0, PREVIEW_ROWS),
    count: table.rows.length,
    name: entry.name,
    parameters: sayParameters(entry, read.data).map(([name, value]): [string, string] => [name, value]),
    printed: printStamp(scope),
  });
};

/** `{report}_{from}_{to}`, with ids and dates, never names. */
const fileNameOf = (entry: ReportEntry, parameters: ReportParameters, ending: 'pdf' | 'xlsx') => {
  const { from, to } = periodOf(entry, parameters);
  return `${entry.file}_${from}_${to}.${ending}`;
};

/** The parameters that may be logged. */
const loggedOf = (entry: ReportEntry, parameters: ReportParameters): Record<string, string> =>
  Object.fromEntries(sayParameters(entry, parameters));

export const answerReport =
  ({ entry, report }: { readonly entry: ReportEntry; readonly report: Report }) =>
  async (scope: Scope, raw: RawParameters): Promise<Result<FileAnswer | PdfAnswer>> => {
    const begun = performance.now();
    const read = readParameters(entry, raw, scope.today());
    if (!read.ok) return read;
    const asked = askedBy(scope, read.data);
    if (report.exists && !(await report.exists(asked))) return refuse('notFound');
    const { table, ids, sheets } = await report.run(asked);
    const tooLong = sayTooLong(table.rows.length);
    if (tooLong !== null) return refuse('tooLarge', tooLong);
    const parameters = sayParameters(entry, read.data);
    const about = {
      kind: entry.name,
      subjectIds: ids,
      parameters: loggedOf(entry, read.data),
      rows: table.rows.length,
      sensitive: report.holdsSsn === true && asked.seesConfidential,
    };
    const words = parameters.map(([name, value]) => `${name}: ${value}`);
    if (raw.export !== 'xls') {
      const foot = [entry.name, ...words].join(' · ');
      return answerPdf(scope, {
        ...about,
        title: entry.name,
        fileName: fileNameOf(entry, read.data, 'pdf'),
        namesClient: report.namesClient,
        parts: [
          {
            title: entry.name,
            subject: words.join(' · '),
            foot,
            aside: [words.join(' · ')],
            blocks: reportBlocks(table),
            ...(report.signed && { signed: report.signed }),
            ...(isLandscape(table) && { landscape: true }),
          },
          ...sheets,
        ],
      });
    }
    const body = await xlsxOf(
      spreadsheetOf(entry.name, table, [
        ['Report', entry.name],
        ...parameters,
        ['Printed by', scope.user.initials],
        ['Printed', printStamp(scope)],
        ['Rows', String(table.rows.length)],
        ...table.captions.map((caption): [string, string] => ['Figures', caption]),
      ]),
    );
    await logDocument(scope, {
      ...about,
      format: 'xlsx',
      pages: null,
      durationMs: performance.now() - begun,
      outcome: 'done',
    });
    return done(new FileAnswer(XLSX_TYPE, body, fileNameOf(entry, read.data, 'xlsx')));
  };
