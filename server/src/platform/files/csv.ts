import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import type { Pace } from '../jobs/pace.ts';

export interface CsvRow {
  /** The row number as in a spreadsheet, from 1, including empty rows. */
  readonly at: number;
  readonly cells: readonly string[];
}

/** Workbooks, PDFs and pictures, which people choose by mistake. */
const SIGNATURES = [
  [0x50, 0x4b],
  [0xd0, 0xcf, 0x11, 0xe0],
  [0x25, 0x50, 0x44, 0x46],
  [0x89, 0x50],
  [0xff, 0xd8],
];
const begins = (bytes: Buffer, with_: readonly number[]) => with_.every((byte, at) => bytes[at] === byte);

/** Decodes UTF-8, UTF-16 with a byte order mark as spreadsheets write it, otherwise Windows-1252; undefined if it is not text. */
export const decodeText = (bytes: Buffer): string | undefined => {
  if (begins(bytes, [0xff, 0xfe])) return plain(new TextDecoder('utf-16le').decode(bytes));
  if (begins(bytes, [0xfe, 0xff])) return plain(new TextDecoder('utf-16be').decode(bytes));
  if (SIGNATURES.some((signature) => begins(bytes, signature))) return undefined;
  try {
    return plain(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return plain(new TextDecoder('windows-1252').decode(bytes));
  }
};

const plain = (text: string) => (text.includes('\0') ? undefined : text);

export type CsvRead =
  | { readonly ok: true; readonly rows: readonly CsvRow[] }
  | { readonly ok: false; readonly fault: 'openQuote' | 'tooLong'; readonly row: number };

/** Our exports put an apostrophe before anything a spreadsheet would calculate. */
const withoutMark = (cell: string) => (/^'[=+\-@\t\r\0]/.test(cell) ? cell.slice(1) : cell);

const DELIMITERS = [',', ';', '\t', '|'];

/** The delimiter that makes the most cells of the first non-empty row. */
const delimiterOf = (text: string) => {
  const head = /^\s*((?:"(?:[^"]|"")*"|[^"\r\n])*)/.exec(text.slice(0, 100_000))?.[1] ?? '';
  const bare = head.replace(/"(?:[^"]|"")*"/g, '');
  const count = (delimiter: string) => bare.split(delimiter).length;
  return DELIMITERS.toSorted((a, b) => count(b) - count(a))[0] ?? ',';
};

/** Read in pieces, so that a long file holds nothing else up. */
const PIECE = 32 * 1024;
function* piecesOf(text: string) {
  for (let at = 0; at < text.length; at += PIECE) yield text.slice(at, at + PIECE);
}

/** Rows with content, separated by comma, semicolon, tab or bar. */
export const readCsv = async (text: string, maxRows: number, pace: Pace): Promise<CsvRead> => {
  const parser = parse({
    delimiter: delimiterOf(text),
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    // Allows 5" pipe.
    relax_quotes: true,
  });
  const rows: CsvRow[] = [];
  let at = 0;
  try {
    for await (const read of Readable.from(piecesOf(text)).pipe(parser)) {
      const cells: string[] = read.map(withoutMark);
      at += 1;
      if (cells.some((cell) => cell.trim() !== '')) rows.push({ at, cells });
      if (rows.length > maxRows) return { ok: false, fault: 'tooLong', row: at };
      if (pace.isDue()) await pace.rest();
    }
  } catch (error) {
    if (!(error instanceof CsvError) || error.code !== 'CSV_QUOTE_NOT_CLOSED') throw error;
    return { ok: false, fault: 'openQuote', row: Number(error.records) + 1 };
  }
  return { ok: true, rows };
};
