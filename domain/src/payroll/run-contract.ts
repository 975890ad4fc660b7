import { z } from 'zod';
import { isWholeMonth, monthEdge, ONE_MONTH } from '../billing/contract.ts';
import { WRONG_MONTH } from '../billing/rules.ts';
import { fileOutput, getCall, postCall } from '../call.ts';
import { dateText, MAX_ID, monthText, wireInt } from '../wire.ts';
import { Layout, OWN } from './layouts.ts';
import { PayRules } from './pay-rules.ts';
import { PayrollRun, RunPreview, RunRow } from './run-schema.ts';
import { HALF_CHOICES } from './runs.ts';

const admin = { roles: ['admin'] } as const;
const number = wireInt(1, MAX_ID).pipe(z.int());
const rev = z.int().min(0).max(MAX_ID);
const month = z.string().refine((text) => monthText.safeParse(text).success, WRONG_MONTH);
const layout = z.string().max(40).default(OWN);
const half = z.enum(HALF_CHOICES, '1, 2 or both.').default('both');
/** The first day of a pay period that is not a half of a month. It may be in the month before. */
const period = dateText.optional();
/** As everywhere, `xls` means an .xlsx file. */
const format = z.enum(['csv', 'xls'], 'csv or xls.').default('csv');

const ALL_CLIENTS = 'private: a run is of all clients, as overtime counts all clients together.';
const wanted = z
  .strictObject({
    from: monthEdge,
    to: monthEdge,
    half,
    period,
    export: format,
    layout,
    private: z.literal('all', ALL_CLIENTS).default('all'),
    /** Accepted but ignored, because the session says who it is. */
    who: z.string().max(100).optional(),
  })
  .refine(({ from, to }) => isWholeMonth(from, to), { message: ONE_MONTH, path: ['to'] });

const EXPORT_PATHS = [
  'Billing_generator/ExportPayroll.php',
  'Billing_generator/ExportPayroll',
  'modules/Billing_generator/ExportPayroll.php',
  'ExportPayroll.php',
] as const;

/** Export Payroll opened by GET: the file as the next run would be. Nothing is stored (docs/rules/payroll.md, rule 13). */
export const previewPayroll = getCall(EXPORT_PATHS, {
  name: 'payroll.previewExport',
  ...admin,
  effect: 'read',
  input: wanted,
  output: fileOutput,
});

/** Export Payroll by POST: stores the run with its number, time and user, and returns its file. */
export const exportPayroll = postCall(EXPORT_PATHS, {
  name: 'payroll.export',
  ...admin,
  effect: 'write',
  input: wanted,
  output: fileOutput,
});

/** What the next run would contain, with what staff should check first. */
export const previewRun = postCall(['payroll/preview-run'], {
  name: 'payroll.previewRun',
  ...admin,
  effect: 'read',
  input: z.strictObject({ date: month, half, period, layout }),
  output: RunPreview,
});

/** Newest first. */
export const listRuns = getCall(['payroll/list-runs'], {
  name: 'payroll.listRuns',
  ...admin,
  effect: 'read',
  input: z.strictObject({}),
  output: z.array(PayrollRun),
});

/** A run with its rows as they were exported. */
export const getRun = getCall(['payroll/get-run'], {
  name: 'payroll.getRun',
  ...admin,
  effect: 'read',
  input: z.strictObject({ number }),
  output: PayrollRun.extend({ lines: z.array(RunRow) }),
});

/** The figures of a run in any layout. A layout decides how they are written, never what was paid. */
export const downloadRun = getCall(['payroll/download-run'], {
  name: 'payroll.downloadRun',
  ...admin,
  effect: 'read',
  input: z.strictObject({ number, layout, export: format }),
  output: fileOutput,
});

/** Totals, problems and corrections of a run, as a document to print. */
export const printRun = getCall(['payroll/print-run'], {
  name: 'payroll.printRun',
  ...admin,
  effect: 'read',
  input: z.strictObject({ number }),
  output: fileOutput,
});

// --- What an admin sets

export const getPayRules = getCall(['payroll/get-rules'], {
  name: 'payroll.getRules',
  ...admin,
  effect: 'read',
  input: z.strictObject({}),
  output: z.strictObject({ rules: PayRules, rev: z.int() }),
});

export const savePayRules = postCall(['payroll/save-rules'], {
  name: 'payroll.saveRules',
  ...admin,
  effect: 'write',
  input: z.strictObject({ rules: PayRules, rev }),
  output: z.strictObject({ rev: z.int() }),
});

/** The editable layouts, without the own layout. */
export const getLayouts = getCall(['payroll/get-layouts'], {
  name: 'payroll.getLayouts',
  ...admin,
  effect: 'read',
  input: z.strictObject({}),
  output: z.strictObject({ layouts: z.array(Layout), rev: z.int() }),
});

export const saveLayouts = postCall(['payroll/save-layouts'], {
  name: 'payroll.saveLayouts',
  ...admin,
  effect: 'write',
  input: z.strictObject({ layouts: z.array(Layout).max(100), rev }),
  output: z.strictObject({ rev: z.int() }),
});

/** All active providers, and all others that have a number in this layout. */
export const listNumbers = getCall(['payroll/list-numbers'], {
  name: 'payroll.listNumbers',
  ...admin,
  effect: 'read',
  input: z.strictObject({ layout }),
  output: z.array(
    z.strictObject({
      ID: z.int(),
      Provider: z.string(),
      archived: z.boolean(),
      number: z.string().nullable(),
    }),
  ),
});

/** Saves a layout's employee numbers by provider; null removes one. */
export const saveNumbers = postCall(['payroll/save-numbers'], {
  name: 'payroll.saveNumbers',
  ...admin,
  effect: 'write',
  input: z.strictObject({
    layout,
    numbers: z
      .array(z.strictObject({ ID: z.int().min(1).max(MAX_ID), number: z.string().max(100).nullable() }))
      .min(1)
      .max(5_000),
  }),
  output: z.strictObject({ saved: z.int() }),
});
