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

const QUOTE = '"';

/** A quoted cell: `at` stands after its first mark; undefined when it is never closed. */
const readQuoted = (text: string, at: number): { cell: string; end: number } | undefined => {
  let cell = '';
  for (let from = at; ; ) {
    const mark = text.indexOf(QUOTE, from);
    if (mark < 0) return undefined;
    cell += text.slice(from, mark);
    if (text[mark + 1] !== QUOTE) return { cell, end: mark + 1 };
    cell += QUOTE;
    from = mark + 2;
  }
};

/** End of what is not quoted: the next delimiter or end of the line. */
const endOfPlain = (text: string, at: number, delimiter: number) => {
  let end = at;
  for (; end < text.length; end += 1) {
    const code = text.charCodeAt(end);
    if (code === delimiter || code === 10 || code === 13) break;
  }
  return end;
};

/** Our exports set a mark before what a spreadsheet would calculate. */
const withoutMark = (cell: string) => (/^'[=+\-@\t\r\0]/.test(cell) ? cell.slice(1) : cell);

/**
 * RFC 4180, row by row. Cells are cut out of the text: the streaming reader of our spreadsheet package puts each together
 * letter by letter, which took five times as long for 10,000 rows.
 */
function* rowsOf(text: string, delimiter: string): Generator<string[] | undefined> {
  const separator = delimiter.charCodeAt(0);
  let cells: string[] = [];
  for (let at = 0; at < text.length || cells.length > 0; ) {
    const quoted = text[at] === QUOTE ? readQuoted(text, at + 1) : { cell: '', end: at };
    if (!quoted) return yield undefined;
    const end = endOfPlain(text, quoted.end, separator);
    cells.push(withoutMark(quoted.cell + text.slice(quoted.end, end)));
    at = end + (text.startsWith('\r\n', end) ? 2 : 1);
    if (text[end] === delimiter) continue;
    yield cells;
    cells = [];
  }
}

const DELIMITERS = [',', ';', '\t', '|'];

/** The one that parts most cells of the first row that says anything. */
const delimiterOf = (text: string) => {
  const head = /^\s*((?:"(?:[^"]|"")*"|[^"\r\n])*)/.exec(text.slice(0, 100_000))?.[1] ?? '';
  const bare = head.replace(/"(?:[^"]|"")*"/g, '');
  const count = (delimiter: string) => bare.split(delimiter).length;
  return DELIMITERS.toSorted((a, b) => count(b) - count(a))[0] ?? ',';
};

/** Rows with anything in them. Comma, semicolon, tab and bar are understood. */
export const readCsv = async (text: string, maxRows: number, pace: Pace): Promise<CsvRead> => {
  const rows: CsvRow[] = [];
  let at = 0;
  for (const cells of rowsOf(text, delimiterOf(text))) {
    at += 1;
    if (!cells) return { ok: false, fault: 'openQuote', row: at };
    if (cells.some((cell) => cell.trim() !== '')) rows.push({ at, cells });
    if (rows.length > maxRows) return { ok: false, fault: 'tooLong', row: at };
    if (pace.isDue()) await pace.rest();
  }
  return { ok: true, rows };
};
