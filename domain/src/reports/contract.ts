import { z } from 'zod';
import { type Call, fileOutput, getCall, postCall } from '../call.ts';
import { ENTRIES, PAGE_REPORTS, type ReportEntry, type ReportFile } from './list.ts';
import { RawParameters } from './parameters.ts';
import { ReportPreview } from './schema.ts';

/** What the page shows of a report: its name, where it is asked for, and its inputs. */
const Listed = z.strictObject({
  name: z.string(),
  file: z.string(),
  folder: z.string(),
  side: z.enum(['people', 'work']),
  inputs: z.array(z.string()),
});

/** The reports of the page (specification part 2, 7.1). */
export const getReports = postCall(['info.php'], {
  name: 'reports.getReports',
  roles: ['admin', 'user'],
  effect: 'read',
  input: z.strictObject({ requestInfo: z.literal('reports') }),
  output: z.strictObject({ folder: z.string(), reports: z.array(Listed) }),
});

const PAGE_FILES = PAGE_REPORTS.map(({ file }) => file);

/** The rows on the screen. A POST: nothing of it stands in an address. */
export const previewReport = postCall(['reports/preview-report'], {
  name: 'reports.previewReport',
  roles: ['admin', 'user'],
  effect: 'read',
  input: RawParameters.extend({ file: z.enum(PAGE_FILES) }),
  output: ReportPreview,
});

/** `.php` or not is the same; those of billing answer without their prefix too. */
const pathsOf = ({ folder, file }: ReportEntry): readonly [string, ...string[]] => [
  `${folder}/${file}.php`,
  `${folder}/${file}`,
  `modules/${folder}/${file}.php`,
  ...(folder === 'Reports' ? [] : [`${file}.php`]),
];

const fileCall = (entry: ReportEntry) =>
  getCall(pathsOf(entry), {
    name: `reports.${entry.file}`,
    roles: entry.folder === 'Reports' ? ['admin', 'user'] : ['admin'],
    ...(entry.needs && { needs: entry.needs }),
    effect: 'read',
    input: RawParameters,
    output: fileOutput,
  });

/** PDF or workbook of each report: GET of folder and file (specification part 2, 7.5 and 7.7). */
export const REPORT_CALLS: readonly {
  readonly file: ReportFile;
  readonly call: ReturnType<typeof fileCall>;
}[] = ENTRIES.map((entry) => ({ file: entry.file, call: fileCall(entry) }));

/** For the list of all calls. */
export const reportFileCalls: readonly Call[] = REPORT_CALLS.map(({ call }) => call);
