import { z } from 'zod';

/**
 * Kinds of cells. Values: text and dates (YYYY-MM-DD) as text; hours in hundredths, money in cents, percent in tenths, counts
 * as they are, a scan by the id of its page; null is unknown or does not apply. A box is ticked and a blank written in on paper: neither has
 * a value.
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

/** Paper groups rows under a line; a workbook repeats what the line says, so that it can be filtered. */
export const MEDIA = ['paper', 'workbook'] as const;
export type Medium = (typeof MEDIA)[number];

const Head = z.strictObject({
  title: z.string(),
  /** On paper, where many columns are side by side. */
  short: z.string().optional(),
  kind: z.enum(CELL_KINDS),
  /** Characters. */
  width: z.number(),
  /** Its total is the sum of its cells. */
  sums: z.boolean(),
  /** Absent: on both. */
  only: z.enum(MEDIA).optional(),
});
export type Head = z.output<typeof Head>;

/** A small table below the rows: counts by month, amounts by status. */
const Summary = z.strictObject({
  title: z.string(),
  columns: z.array(Head.pick({ title: true, kind: true })),
  rows: z.array(z.array(CellValue)),
});
export type Summary = z.output<typeof Summary>;

/** Lines over the categories of the first column; drawn on the screen, the table beside it says the same. */
const Chart = z.strictObject({
  title: z.string(),
  kind: z.enum(CELL_KINDS),
  categories: z.array(z.string()),
  series: z.array(z.strictObject({ name: z.string(), values: z.array(z.number().nullable()) })),
});
export type Chart = z.output<typeof Chart>;

/** A report as data: what preview, PDF and workbook are made of. */
export const ReportTable = z.strictObject({
  columns: z.array(Head),
  rows: z.array(z.array(CellValue)),
  /** One cell for each column; the first says how many rows there are. */
  totals: z.array(CellValue),
  /** The column by which the PDF groups; it has then a line of its own. */
  group: z.int().nullable(),
  /** The column by which the PDF sums a second time inside a group. */
  part: z.int().nullable(),
  summaries: z.array(Summary),
  /** What a reader must know before the rows. */
  notes: z.array(z.string()),
  /** What the figures of the columns are figures of. */
  captions: z.array(z.string()),
  charts: z.array(Chart),
});
export type ReportTable = z.output<typeof ReportTable>;

export const ReportPreview = ReportTable.extend({
  name: z.string(),
  parameters: z.array(z.tuple([z.string(), z.string()])),
  /** MM-DD-YYYY HH:mm */
  printed: z.string(),
  /** Rows in all; the preview may hold fewer. */
  count: z.int(),
});
export type ReportPreview = z.output<typeof ReportPreview>;
