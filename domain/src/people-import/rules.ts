import { counted } from '../counted.ts';
import { TOO_LARGE } from '../files/rules.ts';
import type { ImportTarget } from './columns.ts';

/** Larger files are refused without being read. */
export const MAX_IMPORT_BYTES = 10_000_000;
export const MAX_IMPORT_ROWS = 20_000;
export const MAX_IMPORT_COLUMNS = 300;
/** The most problems in one answer; further ones are only counted. */
export const MAX_LISTED = 20_000;

export const NOT_TEXT =
  'Error: This file cannot be read. In Excel choose Save As, Excel Workbook or CSV UTF-8, and import that file';
export const NO_ROWS = 'Error: This file has no rows below its first one';
export const ALL_LEFT_OUT = 'Nothing to import: every row is left out.';
export const NO_HEADS = 'Error: The first row names no columns';
export const TOO_MANY_ROWS = `Error: A file has at most ${MAX_IMPORT_ROWS.toLocaleString('en-US')} rows. Split it`;
export const TOO_MANY_COLUMNS = `Error: A file has at most ${MAX_IMPORT_COLUMNS} columns`;
export const OPEN_QUOTE = (row: number) => `Error: A quotation mark in row ${row} is opened and never closed`;

/** What can be checked about a file before it is sent. */
export const checkImportFile = (file: { readonly size: number } | undefined) => {
  if (!file) return 'Error: Choose a file';
  if (file.size === 0) return NO_ROWS;
  return file.size > MAX_IMPORT_BYTES ? TOO_LARGE : undefined;
};

/** A maximum of 0 means no limit. */
export const tooManyClients = (active: number, adding: number, maxClients: number): string | undefined =>
  maxClients > 0 && adding > 0 && active + adding > maxClients
    ? `Your agency can have ${counted(maxClients, 'active client', 'active clients')}: ` +
      `${active.toLocaleString('en-US')} ${active === 1 ? 'is' : 'are'} active and this file adds ${adding.toLocaleString('en-US')} more.`
    : undefined;

export const imported = (target: ImportTarget, count: number) =>
  target === 'candidates'
    ? `Success: ${counted(count, 'candidate', 'candidates')} imported`
    : `Success: ${counted(count, 'person', 'people')} imported`;

/** `entered` counts rows that were already on record. */
export const importedAuthorizations = (count: number, entered: number) =>
  `Success: ${counted(count, 'authorization')} imported${
    entered > 0 ? `, ${counted(entered, 'row was', 'rows were')} entered already` : ''
  }`;

export const ALL_ENTERED = 'Nothing was imported: every row is entered already.';

export const hasProblems = (count: number) =>
  `Nothing was imported: ${counted(count, 'problem is', 'problems are')} in the file.`;

/** The import found other questions than the user had read, because somebody has entered data meanwhile. */
export const otherQuestions = (found: number) =>
  `Nothing was imported: ${counted(found, 'value is', 'values are')} unlikely now. Check the file again.`;
