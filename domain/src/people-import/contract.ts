import { z } from 'zod';
import { getCall, uploadCall } from '../call.ts';
import { wireInt, wireJson } from '../wire.ts';
import { IMPORT_TARGETS } from './columns.ts';
import { MAX_RANGES_TEXT, RANGES } from './row-ranges.ts';
import { MAX_IMPORT_BYTES, MAX_IMPORT_COLUMNS, MAX_IMPORT_ROWS, MAX_LISTED } from './rules.ts';

const upload = { maxBytes: MAX_IMPORT_BYTES };
const target = z.enum(IMPORT_TARGETS);
const mapping = z.array(z.string().max(100).nullable()).max(MAX_IMPORT_COLUMNS);
/** Row numbers as in a spreadsheet. */
const rowNumbers = z.array(z.int().min(1)).max(MAX_IMPORT_ROWS);
/** Chosen by the screen, to ask for the progress by it. */
const run = z.string().regex(/^[\w-]{8,64}$/);

/** Step 1: returns what is in the file without storing anything. */
export const readFile = uploadCall(['people-import/read-file'], {
  name: 'peopleImport.readFile',
  roles: ['admin'],
  effect: 'read',
  upload,
  input: z.strictObject({}),
  output: z.strictObject({
    heads: z.array(z.string()),
    /** The first rows as they are in the file. */
    sample: z.array(z.array(z.string())),
    rows: z.int(),
    /** The agency's pay categories, each with a column for its rate. */
    categories: z.array(z.string()),
    target,
    /** For each target, the most likely field of each column. */
    suggested: z.record(target, mapping),
  }),
});

const checked = z.strictObject({
  target,
  /** The field of each column in the file; null if it is not imported. Sent as JSON text. */
  columns: wireJson(mapping),
  /** Rows that the user chose to skip: '3,5-9'. */
  leaveOut: z.string().max(MAX_RANGES_TEXT).regex(RANGES).optional(),
  run,
});

export const ImportProblem = z.strictObject({
  /** As in a spreadsheet, where the row with the column names is 1. */
  row: z.int(),
  /** The caption of the field; '' for the whole row. */
  field: z.string(),
  message: z.string(),
  /** The content of the cell, but never an SSN. */
  value: z.string(),
});
export type ImportProblem = z.output<typeof ImportProblem>;

/** Step 2: a dry run that returns every problem of every row. Nothing is written. */
export const checkFile = uploadCall(['people-import/check'], {
  name: 'peopleImport.check',
  roles: ['admin'],
  effect: 'read',
  upload,
  input: checked,
  output: z.strictObject({
    rows: z.int(),
    /** Rows that can be imported; the next two count among these. */
    ready: z.int(),
    providers: z.int(),
    clients: z.int(),
    /** Rows of people already on record, and rows with a problem. Each can be skipped. */
    onRecord: rowNumbers,
    faulty: rowNumbers,
    /** In a file of authorizations, how many will be added. */
    authorizations: z.int(),
    /** In such a file, rows that are already on record and add nothing. */
    entered: z.int(),
    problems: z.array(ImportProblem).max(MAX_LISTED),
    /** The total, including those beyond the list. */
    problemCount: z.int(),
    /** How many rows have at least one. */
    problemRows: z.int(),
    /** What is possible but unlikely. Unlike problems, questions do not prevent an import. */
    questions: z.array(ImportProblem).max(MAX_LISTED),
    questionCount: z.int(),
    /** Why the file as a whole cannot be imported. */
    refusal: z.string().nullable(),
  }),
});
export type ImportCheck = z.output<(typeof checkFile)['output']>;

/** Step 3: takes the same file again, checks it again, and imports all rows or none. */
export const importFile = uploadCall(['people-import/import'], {
  name: 'peopleImport.import',
  roles: ['admin'],
  effect: 'write',
  creates: true,
  upload,
  /** `confirmed` is how many questions were read and answered with yes. Clients that do not send it are not asked. */
  input: checked.extend({ confirmed: wireInt().optional() }),
  output: z.strictObject({ imported: z.int() }),
});

export const IMPORT_PHASES = ['reading', 'checking', 'saving'] as const;

/** How far a check or an import has got; null if this server knows of none. */
export const getProgress = getCall(['people-import/progress'], {
  name: 'peopleImport.progress',
  roles: ['admin'],
  effect: 'poll',
  input: z.strictObject({ run }),
  output: z.strictObject({ phase: z.enum(IMPORT_PHASES), done: z.int(), total: z.int() }).nullable(),
});
export type ImportProgress = z.output<(typeof getProgress)['output']>;
