import { z } from 'zod';
import { fileOutput, getCall, postCall, uploadCall } from '../call.ts';
import { followed, since } from '../followed.ts';
import { dateText, MAX_ID, monthText, rev, wireBool, wireInt } from '../wire.ts';
import { MAX_SCAN_BYTES, PAGE_PARTS, SCAN_TOO_LARGE } from './scans.ts';
import {
  ClientScan,
  FiledPage,
  PlanScanError,
  ScanCount,
  ScanError,
  ScanUpload,
  TrayPage,
} from './schema.ts';

/** Open errors of scanned timesheets, newest month first. */
export const getScanData = getCall(['modules/getScanData.php', 'getScanData.php'], {
  name: 'timesheets.getScanData',
  roles: ['admin', 'user'],
  effect: 'read',
  input: z.strictObject({}),
  output: z.array(ScanError),
});

const scans = { roles: ['admin', 'user'], needs: ['version2'] } as const;
const id = wireInt(1, MAX_ID).pipe(z.int());

/** Scan errors of one care plan, newest half first. */
export const getScanList = getCall(['modules/TS_scan/getlist.php', 'TS_scan/getlist.php'], {
  ...scans,
  name: 'timesheets.getScanList',
  effect: 'read',
  input: z.strictObject({ id }),
  output: z.array(PlanScanError),
});

/** Polled every minute while the care plan list is open (docs/rules/timesheets.md, rule 5). */
export const getScanCount = getCall(['modules/TS_scan/getcount.php', 'TS_scan/getcount.php'], {
  ...scans,
  name: 'timesheets.getScanCount',
  effect: 'poll',
  input: z.strictObject({}),
  output: ScanCount,
});

/**
 * Creates or changes the single row of a plan, month and half. `rev` is that of the row the user saw, or '' if there was
 * none; older clients leave it out. The rules check month and codes, because they have the better message.
 */
export const updateScanError = getCall(['modules/TS_scan/update.php', 'TS_scan/update.php'], {
  ...scans,
  name: 'timesheets.updateScanError',
  effect: 'write',
  creates: true,
  input: z.strictObject({
    id,
    date: z.string().max(20).default(''),
    /** 0 is the 1st half, anything else the 2nd (docs/rules/timesheets.md, rule 1). */
    period: wireInt(0, MAX_ID)
      .transform((half) => (half ? (1 as const) : (0 as const)))
      .default(0),
    error: z.string().max(40).default(''),
    /** Initials sent by older clients are ignored; those of the session count. */
    initials: z.string().max(100).optional(),
    rev,
  }),
  output: z.strictObject({ rev: z.int() }),
});

/** `id` is that of the scan error. */
export const deleteScanError = getCall(['modules/TS_scan/delete.php', 'TS_scan/delete.php'], {
  ...scans,
  name: 'timesheets.deleteScanError',
  effect: 'write',
  input: z.strictObject({ id, rev }),
  output: z.null(),
});

/** What has come in for a client's timesheets in a month, over all plans; `date` is YYYY-MM. */
export const scanByClient = getCall(['modules/TS_scan/scanByClient.php', 'TS_scan/scanByClient.php'], {
  ...scans,
  name: 'timesheets.scanByClient',
  effect: 'read',
  input: z.strictObject({ clientID: id, date: monthText }),
  output: z.array(ClientScan),
});

export const SPAN_BACKWARDS = 'Error: End date cannot be before start date';
export const SPAN_TOO_LONG = 'Choose at most 366 days.';

/**
 * Ids of the providers who owe a timesheet for a half within start..end, even if it is not over yet
 * (docs/rules/timesheets.md, rule 15). Below version 2, a billing card with a day in the half counts as a received
 * timesheet.
 */
export const getNoTimesheet = getCall(['modules/getNoTimesheet.php', 'getNoTimesheet.php'], {
  name: 'timesheets.getNoTimesheet',
  roles: ['admin', 'user'],
  effect: 'read',
  input: z
    .strictObject({ start: dateText, end: dateText })
    .refine(({ start, end }) => start <= end, { path: ['end'], message: SPAN_BACKWARDS })
    .refine(
      ({ start, end }) =>
        start > end || Temporal.PlainDate.from(start).until(end, { largestUnit: 'days' }).days < 366,
      { path: ['end'], message: SPAN_TOO_LONG },
    ),
  output: z.array(z.int()),
});

// --- Files and pages -----------------------------------------------------------------------------------------------

/**
 * Uploads a PDF, JPG or PNG. It is stored before the answer, and a job reads its pages later. A file with the same bytes as
 * an earlier one is refused (409) unless `again` confirms it.
 */
export const uploadScan = uploadCall(['modules/TS_scan/upload.php', 'TS_scan/upload.php'], {
  ...scans,
  name: 'timesheets.uploadScan',
  effect: 'write',
  creates: true,
  refusals: ['sameFile'],
  upload: { maxBytes: MAX_SCAN_BYTES, tooLarge: SCAN_TOO_LARGE },
  input: z.strictObject({ again: wireBool.default(false) }),
  output: ScanUpload,
});

/** Files that are being read, arrived in the last 24 hours, or have pages in the tray, newest first. */
export const listUploads = getCall(['timesheets/list-uploads'], {
  ...scans,
  name: 'timesheets.listUploads',
  effect: 'poll',
  input: z.strictObject({}),
  output: z.array(ScanUpload),
});

/** Pages that could not be assigned, oldest first. */
export const listTray = getCall(['timesheets/list-tray'], {
  ...scans,
  name: 'timesheets.listTray',
  effect: 'read',
  input: z.strictObject({ since }),
  output: z.array(TrayPage),
  // Files are numbered on arrival and pages by position in their file. If that is not the order, the server returns all pages.
  followed: followed<TrayPage>({ key: (page) => page.id, compare: (a, b) => a.id - b.id }),
});

/** A plan's assigned pages, newest half first. */
export const listPages = getCall(['timesheets/list-pages'], {
  ...scans,
  name: 'timesheets.listPages',
  effect: 'read',
  input: z.strictObject({ id }),
  output: z.array(FiledPage),
});

/** The location of a page: `path` leads to the original file as it came (docs/rules/timesheets.md, rule 12). */
export const getTs = getCall(['modules/TS_scan/getTs.php', 'TS_scan/getTs.php'], {
  ...scans,
  name: 'timesheets.getTs',
  effect: 'read',
  input: z.strictObject({ id }),
  output: z.strictObject({ path: z.string() }),
});

/** One page as an image. */
export const getPagePicture = getCall(['timesheets/page-picture'], {
  ...scans,
  name: 'timesheets.getPagePicture',
  effect: 'read',
  input: z.strictObject({ id }),
  output: fileOutput,
});

/** The original file of a page, with all its pages. */
export const getPageFile = getCall(['timesheets/page-file'], {
  ...scans,
  name: 'timesheets.getPageFile',
  effect: 'read',
  input: z.strictObject({ id }),
  output: fileOutput,
});

/** Assigns a page from the tray by hand, or reassigns a wrongly assigned one. */
export const assignPage = postCall(['timesheets/assign-page'], {
  ...scans,
  name: 'timesheets.assignPage',
  effect: 'write',
  input: z.strictObject({
    id,
    planId: id,
    date: monthText,
    /** '0' is the 1st half, '1' the 2nd half, 'M' a monthly report page. */
    part: z.enum(PAGE_PARTS),
    rev,
  }),
  output: z.null(),
});

/** Hides the page from every call; its file stays. */
export const deletePage = postCall(['timesheets/delete-page'], {
  ...scans,
  roles: ['admin'],
  name: 'timesheets.deletePage',
  effect: 'write',
  input: z.strictObject({ id, rev }),
  output: z.null(),
});
