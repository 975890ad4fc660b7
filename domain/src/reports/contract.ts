import { z } from 'zod';
import { type Call, fileOutput, getCall, postCall } from '../call.ts';
import { ENTRIES, REPORT_INPUTS, type ReportEntry, SIDES } from './list.ts';
import { RawParameters } from './parameters.ts';
import { ReportPreview } from './schema.ts';

/** What the page shows about a report: its name, its folder and its inputs. */
const Listed = z.strictObject({
  name: z.string(),
  file: z.string(),
  folder: z.literal('Reports'),
  side: z.enum(SIDES),
  inputs: z.array(z.enum(REPORT_INPUTS)),
  /** Uses the current month if none is given. */
  monthNow: z.literal(true).optional(),
});

/** The reports of the page (docs/rules/reports.md, rule 1). */
export const getReports = postCall(['info.php'], {
  name: 'reports.getReports',
  roles: ['admin', 'user'],
  effect: 'read',
  input: z.strictObject({ requestInfo: z.literal('reports') }),
  output: z.strictObject({ folder: z.string(), reports: z.array(Listed) }),
});

/** The rows for the screen. A POST, so that no parameters appear in a URL. */
export const previewReport = postCall(['reports/preview-report'], {
  name: 'reports.previewReport',
  roles: ['admin', 'user'],
  effect: 'read',
  input: RawParameters.extend({ file: z.string().max(60) }),
  output: ReportPreview,
});

/** `.php` is optional, and billing reports also work without their folder. */
const pathsOf = ({ folder, file }: ReportEntry): readonly [string, ...string[]] => [
  `${folder}/${file}.php`,
  `${folder}/${file}`,
  `modules/${folder}/${file}.php`,
  ...(folder === 'Reports' ? [] : [`${file}.php`]),
];

/** A GET by folder and file that returns a PDF or workbook (docs/rules/reports.md, rule 7). */
export const reportCall = (entry: ReportEntry) =>
  getCall(pathsOf(entry), {
    name: `reports.${entry.file}`,
    roles: entry.folder === 'Reports' ? ['admin', 'user'] : ['admin'],
    ...(entry.needs && { needs: entry.needs }),
    effect: 'read',
    input: RawParameters,
    output: fileOutput,
  });

/** The documents of billing and payroll. The server declares the reports of the page, because it has their list. */
export const DOCUMENT_CALLS = ENTRIES.map((entry) => ({ entry, call: reportCall(entry) }));

/** For the list of all calls. */
export const documentCalls: readonly Call[] = DOCUMENT_CALLS.map(({ call }) => call);
