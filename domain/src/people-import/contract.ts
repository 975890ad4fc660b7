import { z } from 'zod';
import { getCall, uploadCall } from '../call.ts';
import { wireInt, wireJson } from '../wire.ts';
import { IMPORT_TARGETS } from './columns.ts';
import { MAX_RANGES_TEXT, RANGES } from './row-ranges.ts';
import { MAX_IMPORT_BYTES, MAX_IMPORT_COLUMNS, MAX_IMPORT_ROWS, MAX_LISTED } from './rules.ts';

const upload = { maxBytes: MAX_IMPORT_BYTES };
const target = z.enum(IMPORT_TARGETS);
const mapping = z.array(z.string().max(100).nullable()).max(MAX_IMPORT_COLUMNS);
/** Numbers of rows, as in a spreadsheet. */
const rowNumbers = z.array(z.int().min(1)).max(MAX_IMPORT_ROWS);
/** Chosen by the screen: under it the progress is asked for. */
const run = z.string().regex(/^[\w-]{8,64}$/);

/** Step 1: what is in the file. Nothing is kept of it. */
export const readFile = uploadCall(['people-import/read-file'], {
  name: 'peopleImport.readFile',
  roles: ['admin'],
  effect: 'read',
  upload,
  input: z.strictObject({}),
  output: z.strictObject({
    heads: z.array(z.string()),
    /** The first rows, as they are in the file. */
    sample: z.array(z.array(z.string())),
    rows: z.int(),
    /** Pay categories of the agency, each with a column for its rate. */
    categories: z.array(z.string()),
    target,
    /** Per target, the field that each column most likely means. */
    suggested: z.record(target, mapping),
  }),
});

const checked = z.strictObject({
  target,
  /** The field of each column of the file; null: not imported. Travels as JSON text. */
  columns: wireJson(mapping),
  /** Rows that are passed over, by choice of who imports: '3,5-9'. */
  leaveOut: z.string().max(MAX_RANGES_TEXT).regex(RANGES).optional(),
  run,
});

export const ImportProblem = z.strictObject({
  /** As in a spreadsheet: the row with the names of the columns is 1. */
  row: z.int(),
  /** Caption of the field; '' is the whole row. */
  field: z.string(),
  message: z.string(),
  /** What is in the cell; never an SSN. */
  value: z.string(),
});
export type ImportProblem = z.output<typeof ImportProblem>;

/** Step 2, the dry run: every problem of every row. Nothing is written. */
export const checkFile = uploadCall(['people-import/check'], {
  name: 'peopleImport.check',
  roles: ['admin'],
  effect: 'read',
  upload,
  input: checked,
  output: z.strictObject({
    rows: z.int(),
    /** Rows that nothing keeps from being imported; the next two are of these. */
    ready: z.int(),
    providers: z.int(),
    clients: z.int(),
    /** Rows of somebody who is on record already, and rows with a problem: each can be left out. */
    onRecord: rowNumbers,
    faulty: rowNumbers,
    /** Of a file of authorizations: those that are added. */
    authorizations: z.int(),
    /** Rows of such a file that are entered already: nothing is added for them. */
    entered: z.int(),
    problems: z.array(ImportProblem).max(MAX_LISTED),
    /** All of them, also those past the list. */
    problemCount: z.int(),
    /** Rows that have at least one. */
    problemRows: z.int(),
    /** What is possible but unlikely, apart from the problems; nothing of it keeps a row from being imported. */
    questions: z.array(ImportProblem).max(MAX_LISTED),
    questionCount: z.int(),
    /** Why the file as a whole cannot be imported. */
    refusal: z.string().nullable(),
  }),
});
export type ImportCheck = z.output<(typeof checkFile)['output']>;

/** Step 3: the same file once more, checked again; all rows or none. */
export const importFile = uploadCall(['people-import/import'], {
  name: 'peopleImport.import',
  roles: ['admin'],
  effect: 'write',
  creates: true,
  upload,
  /** `confirmed`: how many questions were read and answered with a yes; anyone who does not send it is not asked. */
  input: checked.extend({ confirmed: wireInt().optional() }),
  output: z.strictObject({ imported: z.int() }),
});

export const IMPORT_PHASES = ['reading', 'checking', 'saving'] as const;

/** How far a check or an import is; null when this server knows of none. */
export const getProgress = getCall(['people-import/progress'], {
  name: 'peopleImport.progress',
  roles: ['admin'],
  effect: 'poll',
  input: z.strictObject({ run }),
  output: z.strictObject({ phase: z.enum(IMPORT_PHASES), done: z.int(), total: z.int() }).nullable(),
});
export type ImportProgress = z.output<(typeof getProgress)['output']>;
