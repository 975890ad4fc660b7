import { z } from 'zod';
import { CODE_KINDS } from '../plan-documents/page-code.ts';
import { dateText, monthText, stampText } from '../wire.ts';
import { SCAN_KINDS, TRAY_REASON_NAMES } from './scans.ts';

/** A scanned timesheet with errors. There is one row per plan, month and half (docs/rules/timesheets.md, rule 1). */
export const ScanError = z.strictObject({
  id: z.int(),
  /** The care plan's id. */
  CareID: z.int(),
  /** 'LastName, FirstName' */
  Provider: z.string(),
  Client: z.string(),
  date: monthText,
  /** 0 is the 1st half of the month, 1 the 2nd. */
  period: z.int().min(0).max(1),
  /** The first day of the half. */
  tsdate: dateText,
  /** Codes separated by commas. */
  error: z.string().regex(/^[1-6](,[1-6])*$/),
  archive: z.boolean(),
  DateCreated: stampText,
});
export type ScanError = z.output<typeof ScanError>;

/** The same in the list of one plan, where it can be changed. */
export const PlanScanError = ScanError.extend({ rev: z.int() });
export type PlanScanError = z.output<typeof PlanScanError>;

/** count: scanned timesheets (by plan and half) of this month. errcount: timesheets of any month with open errors (TS Error). */
export const ScanCount = z.strictObject({ count: z.int(), errcount: z.int() });
export type ScanCount = z.output<typeof ScanCount>;

/** A page of an uploaded file, as the tray and the viewer show it. */
const ScanPage = z.strictObject({
  id: z.int(),
  /** The name of the file, and the page number within it, from 1. */
  file: z.string(),
  page: z.int(),
  pages: z.int(),
  uploaded: stampText,
  by: z.string(),
  /** Degrees to turn it clockwise until it is upright: 0, 90, 180 or 270. */
  turn: z.int(),
  rev: z.int(),
});

/** The page waits until somebody says where it belongs. */
export const TrayPage = ScanPage.extend({ reason: z.enum(TRAY_REASON_NAMES) });
export type TrayPage = z.output<typeof TrayPage>;

/** A page assigned to a plan. Within a half, the newest is first. */
export const FiledPage = ScanPage.extend({
  CareID: z.int(),
  date: monthText,
  /** 0 is the 1st half, 1 the 2nd, null a monthly report page. */
  period: z.int().min(0).max(1).nullable(),
  kind: z.enum(CODE_KINDS),
  /** The page of the printed timesheet; null if it was assigned by hand. */
  sheet: z.int().nullable(),
  /** How many changes of the plan had been saved when it was printed; null if unknown. */
  version: z.int().nullable(),
  /** Printed before a change to the plan that predates the month, so 5 Incorrect Timesheet is suggested. */
  outdated: z.boolean(),
  filed: stampText,
  /** Initials; null if it was assigned by its code. */
  filedBy: z.string().nullable(),
});
export type FiledPage = z.output<typeof FiledPage>;

/** The progress of a file: its pages, and how many are read, assigned to a plan, or in the tray. */
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

/** What has come in for one half of a client's plan: pages, and the recorded error ('' if none). */
export const ClientScan = z.strictObject({
  CareID: z.int(),
  ProviderID: z.int(),
  /** 'LastName, FirstName' */
  Provider: z.string(),
  date: monthText,
  period: z.int().min(0).max(1),
  tsdate: dateText,
  /** Ids of its pages, newest first; empty if nothing was scanned. */
  scan: z.array(z.int()),
  error: z.string().regex(/^([1-6](,[1-6])*)?$/),
  archive: z.boolean(),
});
export type ClientScan = z.output<typeof ClientScan>;
