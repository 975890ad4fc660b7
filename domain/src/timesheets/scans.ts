import { type GeneralReason, type Refusal, refuseFields } from '../errors.ts';
import { type PageCode, readPageCode } from '../plan-documents/page-code.ts';
import { halfStart } from './rules.ts';

/** Files with scanned timesheets: what may be uploaded, and where a page belongs (docs/rules/timesheets.md, rules 6 and 8). */

export const SCAN_KINDS = ['pdf', 'jpg', 'png'] as const;
export type ScanKind = (typeof SCAN_KINDS)[number];
/** Upload limits (docs/rules/timesheets.md, rule 6). */
export const MAX_SCAN_BYTES = 100_000_000;
export const MAX_SCAN_PAGES = 300;
/** The limit for one image. A Letter page at 600 dpi has 33.7 million pixels. */
export const MAX_SCAN_PIXELS = 40_000_000;

export const SCAN_NO_FILE = 'Error: Choose a file';
export const SCAN_WRONG_TYPE = 'Error: Incorrect filetype. Allowed filetype .pdf, .jpg, .png';
export const SCAN_TOO_LARGE = 'Error: File must be less than 100MB';
export const SCAN_TOO_MANY_PAGES = `Error: A file has at most ${MAX_SCAN_PAGES} pages. Split it and upload the parts.`;
export const SCAN_NO_PAGES = 'Error: This PDF has no pages.';
export const SCAN_ENCRYPTED =
  'Error: This PDF is protected by a password. Save it without one and upload it again.';
export const SCAN_BROKEN = 'Error: This file is damaged and cannot be opened. Scan it again.';
export const SCAN_TOO_MANY_PIXELS =
  'Error: This picture is too large. Scan it with at most 600 dots per inch and upload it again.';
export const SCAN_BUSY = 'Too many files are being checked. Try again in a minute.';

export const SCAN_SAME = 'Error: This file was uploaded already';
export const PAGE_NOT_SHOWN = 'Error: This page cannot be shown. Download its file to look at it.';
export const PAGE_BEING_READ = 'This page is still being read.';
export const PAGE_OF_DELETED = 'This care plan is deleted. No page can be assigned to it.';
export const PAGE_NO_PLAN = 'No care plan has this number.';
export const PAGE_NOT_BEGUN = 'This half of the month has not begun yet.';

export const SCAN_UPLOADED = 'Success: File uploaded';
export const SCAN_FILED = 'Success: Page assigned';
export const SCAN_PAGE_DELETED = 'Success: Page deleted';

const EXTENSIONS: Readonly<Record<string, ScanKind>> = { pdf: 'pdf', jpg: 'jpg', jpeg: 'jpg', png: 'png' };

/** The kind that a file name claims; undefined if it is not supported. */
export const kindOfScan = (name: string): ScanKind | undefined => {
  const extension = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(EXTENSIONS, extension) ? EXTENSIONS[extension] : undefined;
};

/** The message is shown at the field for the file. */
export const refuseFile = <R extends GeneralReason>(message: string, reason: R) =>
  refuseFields([{ field: 'file', message }], reason);

/** Checks an upload before it is sent. The server also checks the content. */
export const checkScanFile = (
  file: { readonly name: string; readonly size: number } | undefined,
): Refusal<'badInput' | 'unsupported' | 'tooLarge'> | undefined => {
  if (!file) return refuseFile(SCAN_NO_FILE, 'badInput');
  if (!kindOfScan(file.name)) return refuseFile(SCAN_WRONG_TYPE, 'unsupported');
  if (file.size > MAX_SCAN_BYTES) return refuseFile(SCAN_TOO_LARGE, 'tooLarge');
  return undefined;
};

// --- Where a page belongs ------------------------------------------------------------------------------------------

/** Why a page is in the tray, as the screen shows it. */
export const TRAY_REASONS = {
  noCode: 'No timesheet code was found on this page',
  foreign: 'The code on this page is not of this agency',
  twoCodes: 'This page has codes of different timesheets',
  noPlan: 'The care plan of this page is deleted or unknown',
  notBegun: 'The half month of this page has not begun yet',
  unreadable: 'This page could not be read',
  tooSlow: 'Not read: the pages before it took too long',
} as const;
export type TrayReason = keyof typeof TRAY_REASONS;
const isReason = (name: string): name is TrayReason => Object.hasOwn(TRAY_REASONS, name);
export const TRAY_REASON_NAMES: readonly TrayReason[] = Object.keys(TRAY_REASONS).filter(isReason);

export type CodeFound =
  | { readonly ok: true; readonly code: PageCode }
  | { readonly ok: false; readonly reason: TrayReason };

/** Copies of the same code count as one. Other barcodes (a stamp, an address) are ignored. */
export const codeOfPage = (texts: readonly string[], tag: string): CodeFound => {
  const codes = new Map(
    texts.flatMap((text) => {
      const code = readPageCode(text);
      return code ? [[text.trim(), code] as const] : [];
    }),
  );
  const own = [...codes.values()].filter((code) => code.tag === tag);
  const [code, ...others] = own;
  if (!code) return { ok: false, reason: codes.size > 0 ? 'foreign' : 'noCode' };
  return others.length > 0 ? { ok: false, reason: 'twoCodes' } : { ok: true, code };
};

/** The first day covered by a page, which cannot come in before that. */
export const beginOfPage = (month: string, period: 0 | 1 | null) => halfStart(month, period ?? 0);

/** What the plan says about a page's code; `version` is the plan's version at the start of the month. */
export interface PlanOfPage {
  readonly version: number;
}

export type PageFiling =
  | { readonly state: 'filed'; readonly code: PageCode; readonly outdated: boolean }
  | { readonly state: 'tray'; readonly reason: TrayReason };

/** Assigns a page by its code; `plan` is undefined if it does not exist or is deleted. */
export const filePage = (
  found: CodeFound,
  plan: PlanOfPage | undefined,
  today: Temporal.PlainDate,
): PageFiling => {
  if (!found.ok) return { state: 'tray', reason: found.reason };
  const { code } = found;
  if (!plan) return { state: 'tray', reason: 'noPlan' };
  const begin = beginOfPage(code.month, code.kind === 'M' ? null : code.period);
  if (begin > today.toString()) return { state: 'tray', reason: 'notBegun' };
  return { state: 'filed', code, outdated: code.version < plan.version };
};

/** What staff can assign a page in the tray to: a half, or the monthly report. */
export const PAGE_PARTS = ['0', '1', 'M'] as const;
export type PagePart = (typeof PAGE_PARTS)[number];
export const periodOf = (part: PagePart): 0 | 1 | null => (part === 'M' ? null : part === '1' ? 1 : 0);
export const partOf = (period: number | null): PagePart => (period === null ? 'M' : period === 0 ? '0' : '1');
export const PART_NAMES: Readonly<Record<PagePart, string>> = {
  0: '1st half',
  1: '2nd half',
  M: 'Monthly report',
};
