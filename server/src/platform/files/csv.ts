import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import type { Pace } from '../jobs/pace.ts';

export interface CsvRow {
  /** As in a spreadsheet, counted from 1 and with the empty rows. */
  readonly at: number;
  readonly cells: readonly string[];
}

/** Workbooks, PDFs and pictures: what people choose by mistake. */
const SIGNATURES = [
  [0x50, 0x4b],
  [0xd0, 0xcf, 0x11, 0xe0],
  [0x25, 0x50, 0x44, 0x46],
  [0x89, 0x50],
  [0xff, 0xd8],
];
const begins = (bytes: Buffer, with_: readonly number[]) => with_.every((byte, at) => bytes[at] === byte);

/** UTF-8, UTF-16 with its mark as spreadsheets write it, else Windows-1252; undefined: this is no text. */
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

/** Our exports set a mark before what a spreadsheet would calculate. */
const withoutMark = (cell: string) => (/^'[=+\-@\t\r\0]/.test(cell) ? cell.slice(1) : cell);

const DELIMITERS = [',', ';', '\t', '|'];

/** The one that parts most cells of the first row that says anything. */
const delimiterOf = (text: string) => {
  const head = /^\s*((?:"(?:[^"]|"")*"|[^"\r\n])*)/.exec(text.slice(0, 100_000))?.[1] ?? '';
  const bare = head.replace(/"(?:[^"]|"")*"/g, '');
  const count = (delimiter: string) => bare.split(delimiter).length;
  return DELIMITERS.toSorted((a, b) => count(b) - count(a))[0] ?? ',';
};

/** Read in pieces, so that nothing else waits for a long file. */
const PIECE = 32 * 1024;
function* piecesOf(text: string) {
  for (let at = 0; at < text.length; at += PIECE) yield text.slice(at, at + PIECE);
}

/** Rows with anything in them. Comma, semicolon, tab and bar are understood. */
export const readCsv = async (text: string, maxRows: number, pace: Pace): Promise<CsvRead> => {
  const parser = parse({
    delimiter: delimiterOf(text),
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    // 5" pipe
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
