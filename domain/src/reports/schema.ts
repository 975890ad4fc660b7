import { z } from 'zod';

/**
 * The kinds of cells. Text and dates (YYYY-MM-DD) are text, hours hundredths, money cents, percent tenths, counts numbers, a
 * scan the id of its page; null is unknown or not applicable. A box is ticked and a blank filled in on paper, so they have
 * no value.
 */
export const CELL_KINDS = [
  'text',
  'date',
  'hours',
  'money',
  'count',
  'percent',
  'scan',
  'box',
  'blank',
] as const;
export type CellKind = (typeof CELL_KINDS)[number];

const CellValue = z.union([z.string(), z.number(), z.null()]);
export type CellValue = z.output<typeof CellValue>;

/** Paper groups rows under a heading line. A workbook repeats the heading in columns, so that it can be filtered. */
export const MEDIA = ['paper', 'workbook'] as const;
export type Medium = (typeof MEDIA)[number];

const Head = z.strictObject({
  title: z.string(),
  /** A shorter title for paper, where many columns are side by side. */
  short: z.string().optional(),
  kind: z.enum(CELL_KINDS),
  /** The width in characters. */
  width: z.number(),
  /** Whether its total is the sum of its cells. */
  sums: z.boolean(),
  /** Missing if the column is on both. */
  only: z.enum(MEDIA).optional(),
});
export type Head = z.output<typeof Head>;

/** A small table below the rows, such as counts by month or amounts by status. */
const Summary = z.strictObject({
  title: z.string(),
  columns: z.array(Head.pick({ title: true, kind: true })),
  rows: z.array(z.array(CellValue)),
});
export type Summary = z.output<typeof Summary>;

/** Lines over the categories in the first column. The screen draws them beside a table with the same data. */
const Chart = z.strictObject({
  title: z.string(),
  kind: z.enum(CELL_KINDS),
  categories: z.array(z.string()),
  series: z.array(z.strictObject({ name: z.string(), values: z.array(z.number().nullable()) })),
});
export type Chart = z.output<typeof Chart>;

/** A report as data, from which preview, PDF and workbook are made. */
export const ReportTable = z.strictObject({
  columns: z.array(Head),
  rows: z.array(z.array(CellValue)),
  /** One cell per column; the first one says how many rows there are. */
  totals: z.array(CellValue),
  /** The column by which the PDF groups, which becomes a heading line. */
  group: z.int().nullable(),
  /** The column for which the PDF adds subtotals within a group. */
  part: z.int().nullable(),
  summaries: z.array(Summary),
  /** What a reader must know before the rows. */
  notes: z.array(z.string()),
  /** What the figures in the columns mean. */
  captions: z.array(z.string()),
  charts: z.array(Chart),
});
export type ReportTable = z.output<typeof ReportTable>;

export const ReportPreview = ReportTable.extend({
  name: z.string(),
  parameters: z.array(z.tuple([z.string(), z.string()])),
  /** MM-DD-YYYY HH:mm */
  printed: z.string(),
  /** The number of all rows; the preview may have fewer. */
  count: z.int(),
});
export type ReportPreview = z.output<typeof ReportPreview>;
