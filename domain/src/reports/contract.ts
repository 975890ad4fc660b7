import { z } from 'zod';
import { type Call, fileOutput, getCall, postCall } from '../call.ts';
import { ENTRIES, REPORT_INPUTS, type ReportEntry, SIDES } from './list.ts';
import { RawParameters } from './parameters.ts';
import { ReportPreview } from './schema.ts';

/** What the page shows of a report: its name, where it is asked for, and its inputs. */
const Listed = z.strictObject({
  name: z.string(),
  file: z.string(),
  folder: z.literal('Reports'),
  side: z.enum(SIDES),
  inputs: z.array(z.enum(REPORT_INPUTS)),
  /** The current month when none is given. */
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

/** The rows on the screen. A POST: nothing of it is in an address. */
export const previewReport = postCall(['reports/preview-report'], {
  name: 'reports.previewReport',
  roles: ['admin', 'user'],
  effect: 'read',
  input: RawParameters.extend({ file: z.string().max(60) }),
  output: ReportPreview,
});

/** `.php` or not is the same; those of billing answer without their prefix too. */
const pathsOf = ({ folder, file }: ReportEntry): readonly [string, ...string[]] => [
  `${folder}/${file}.php`,
  `${folder}/${file}`,
  `modules/${folder}/${file}.php`,
  ...(folder === 'Reports' ? [] : [`${file}.php`]),
];

/** GET of folder and file (docs/rules/reports.md, rule 7): PDF or workbook. */
export const reportCall = (entry: ReportEntry) =>
  getCall(pathsOf(entry), {
    name: `reports.${entry.file}`,
    roles: entry.folder === 'Reports' ? ['admin', 'user'] : ['admin'],
    ...(entry.needs && { needs: entry.needs }),
    effect: 'read',
    input: RawParameters,
    output: fileOutput,
  });

/** Of billing and payroll; those of the page are declared by the server, which has their list. */
export const DOCUMENT_CALLS = ENTRIES.map((entry) => ({ entry, call: reportCall(entry) }));

/** For the list of all calls. */
export const documentCalls: readonly Call[] = DOCUMENT_CALLS.map(({ call }) => call);
