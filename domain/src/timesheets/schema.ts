import { z } from 'zod';
import { CODE_KINDS } from '../plan-documents/page-code.ts';
import { dateText, monthText, stampText } from '../wire.ts';
import { SCAN_KINDS, TRAY_REASON_NAMES } from './scans.ts';

/** A scanned timesheet with errors: one row per plan, month and half (docs/rules/timesheets.md, rule 1). */
export const ScanError = z.strictObject({
  id: z.int(),
  /** The care plan. */
  CareID: z.int(),
  /** LastName, FirstName */
  Provider: z.string(),
  Client: z.string(),
  date: monthText,
  /** 0 is the 1st half of the month, 1 the 2nd. */
  period: z.int().min(0).max(1),
  /** First day of the half. */
  tsdate: dateText,
  /** Comma list of codes. */
  error: z.string().regex(/^[1-6](,[1-6])*$/),
  archive: z.boolean(),
  DateCreated: stampText,
});
export type ScanError = z.output<typeof ScanError>;

/** The same as in the list of one plan, where it can be changed. */
export const PlanScanError = ScanError.extend({ rev: z.int() });
export type PlanScanError = z.output<typeof PlanScanError>;

/** count: scanned timesheets (plan and half) of this month; errcount: timesheets of any month with open errors (TS Error). */
export const ScanCount = z.strictObject({ count: z.int(), errcount: z.int() });
export type ScanCount = z.output<typeof ScanCount>;

/** A page of an uploaded file, as tray and viewer show it. */
const ScanPage = z.strictObject({
  id: z.int(),
  /** The file: its name, and the page in it, from 1. */
  file: z.string(),
  page: z.int(),
  pages: z.int(),
  uploaded: stampText,
  by: z.string(),
  /** Degrees clockwise until it is upright: 0, 90, 180, 270. */
  turn: z.int(),
  rev: z.int(),
});

/** It waits for somebody to say where it belongs. */
export const TrayPage = ScanPage.extend({ reason: z.enum(TRAY_REASON_NAMES) });
export type TrayPage = z.output<typeof TrayPage>;

/** It is filed with a plan, the newest of a half first. */
export const FiledPage = ScanPage.extend({
  CareID: z.int(),
  date: monthText,
  /** 0 is the 1st half, 1 the 2nd, null a monthly report page. */
  period: z.int().min(0).max(1).nullable(),
  kind: z.enum(CODE_KINDS),
  /** Page of the printed timesheet; null when it was filed by hand. */
  sheet: z.int().nullable(),
  /** Saved changes of the plan when it was printed. */
  version: z.int().nullable(),
  /** Printed before a change of the plan from before the month: 5 Incorrect Timesheet is proposed. */
  outdated: z.boolean(),
  filed: stampText,
  /** Initials; null: by its code. */
  filedBy: z.string().nullable(),
});
export type FiledPage = z.output<typeof FiledPage>;

/** How far a file is: pages in all, read, filed with a plan, in the tray. */
export const ScanUpload = z.strictObject({
  id: z.int(),
  name: z.string(),
  kind: z.enum(SCAN_KINDS),
  pages: z.int(),
  read: z.int(),
  filed: z.int(),
  tray: z.int(),
  created: stampText,
  by: z.string(),
  finished: stampText.nullable(),
});
export type ScanUpload = z.output<typeof ScanUpload>;

/** What came in for one half of a plan of a client: pages, and the error on record ('' for none). */
export const ClientScan = z.strictObject({
  CareID: z.int(),
  ProviderID: z.int(),
  /** LastName, FirstName */
  Provider: z.string(),
  date: monthText,
  period: z.int().min(0).max(1),
  tsdate: dateText,
  /** Ids of its pages, the newest first; empty: nothing was scanned. */
  scan: z.array(z.int()),
  error: z.string().regex(/^([1-6](,[1-6])*)?$/),
  archive: z.boolean(),
});
export type ClientScan = z.output<typeof ClientScan>;
