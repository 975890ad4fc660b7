import { sum } from '@homecare/domain/sum.ts';
import type { Band, Cell, Check, Column, NoteRow, Row, TableBlock } from './blocks.ts';
import {
  INK,
  lineHeight,
  type Mark,
  type Piece,
  PORTRAIT,
  putCheck,
  putLines,
  type Room,
  rule,
  SIZE,
  widthOf,
  wrap,
} from './page.ts';

const PAD = 3;
const HEAD = { size: 7.5, bold: true, fill: INK.shade } as const;
const BLANK_HEIGHT = 18;
/** For tables that are not written in. */
const DENSE = { size: 7.5, least: 11.5, pad: 2.5 } as const;

interface Placed {
  readonly x: number;
  readonly width: number;
  readonly align: NonNullable<Column['align']>;
}

/** Distributes the width by shares; a column narrower than its minimum takes space from those that have some to spare. */
const place = (columns: readonly Column[], room: Room, least: readonly number[] = []): Placed[] => {
  const all = sum(columns.map(({ width }) => width));
  const shares = columns.map(({ width }) => (room.width * width) / all);
  const spareOf = (share: number, n: number) => share - (least[n] ?? 0);
  const spares = shares.map(spareOf);
  const spare = sum(spares.filter((own) => own > 0));
  const missing = -sum(spares.filter((own) => own < 0));
  const taken = spare > 0 ? Math.min(1, missing / spare) : 0;
  const given = missing > 0 ? Math.min(1, spare / missing) : 0;
  let { x } = room;
  return columns.map(({ align = 'left' }, n) => {
    const share = shares[n] ?? 0;
    const own = spareOf(share, n);
    const placed = { x, width: share - own * (own > 0 ? taken : given), align };
    x += placed.width;
    return placed;
  });
};

type Weighted = { readonly text: string; readonly bold: boolean };
const textOf = (cell: Cell): Weighted =>
  typeof cell === 'string'
    ? { text: cell, bold: false }
    : 'bold' in cell
      ? { text: cell.bold, bold: true }
      : { text: cell.check.label, bold: false };
const checkOf = (cell: Cell) => (typeof cell !== 'string' && 'check' in cell ? cell.check : undefined);

interface RowStyle {
  readonly size: number;
  readonly bold?: boolean;
  readonly fill?: string;
  readonly least: number;
  /** Padding above and below the lines of a cell, together. */
  readonly pad?: number;
  /** Column heads, for rows that are filled in on screen. */
  readonly inputs?: readonly string[];
}

const row = (cells: readonly Cell[], columns: readonly Placed[], style: RowStyle): Piece => {
  const { size, fill, least } = style;
  const [left] = columns;
  const whole = sum(columns.map((column) => column.width));
  const cellAt = (n: number) => {
    const cell = cells[n] ?? '';
    const { text, bold } = textOf(cell);
    return { text, check: checkOf(cell), weight: bold || style.bold ? 'bold' : 'regular' } as const;
  };
  const wrapped = columns.map(({ width }, n) => {
    const { text, check, weight } = cellAt(n);
    return text === '' ? [] : wrap(text, width - 2 * PAD - (check ? SIZE.check + 4 : 0), size, weight);
  });
  const lines = wrapped.reduce((most, { length }) => Math.max(most, length), 1);
  // Kept as text until the row is drawn, because lists of lines for all rows of a long table take much more memory.
  const texts = wrapped.map((own, n) =>
    own.length === 1 && own[0] === cellAt(n).text ? own[0] : own.join('\n'),
  );
  const linesOf = (n: number) => (texts[n] ? texts[n].split('\n') : []);
  const pad = style.pad ?? 5;
  const height = Math.max(least, lines * lineHeight(size) + pad);
  return {
    height,
    draw: (marks, y) => {
      const box = { is: 'rect', x: left?.x ?? 0, y, width: whole, height } as const;
      marks.push(fill ? { ...box, fill } : box);
      columns.forEach((column, n) => {
        const { x, width, align } = column;
        if (n > 0) rule(marks, x, y, x, y + height);
        const label = style.inputs?.[n];
        const inside = { x: x + 1, y: y + 1, width: width - 2, height: height - 2 };
        if (label !== undefined) marks.push({ is: 'input', kind: 'text', ...inside, label });
        const { check, weight } = cellAt(n);
        putCell(
          marks,
          { lines: linesOf(n), weight, check },
          { x, y: y + pad / 2, width, align, height: height - pad / 2 },
          size,
        );
      });
    },
  };
};

interface CellText {
  readonly lines: readonly string[];
  readonly weight: 'bold' | 'regular';
  readonly check: Check | undefined;
}
const putCell = (
  marks: Mark[],
  { lines, weight, check }: CellText,
  { x, y, width, align, height }: Placed & { y: number; height: number },
  size: number,
) => {
  const centred = check && lines.length === 0;
  if (check) {
    const squareX = centred ? x + (width - SIZE.check) / 2 : x + PAD;
    putCheck(marks, squareX, centred ? y + (height - 2.5 - SIZE.check) / 2 : y + 0.5, check);
  }
  const left = x + PAD + (check ? SIZE.check + 4 : 0);
  putLines(marks, lines, { x: left, y, width: x + width - PAD - left }, { size, weight, align });
};

const isBand = (row: Row): row is Band => 'band' in row;
const isNote = (row: Row): row is NoteRow => 'note' in row;

const WHOLE: readonly Column[] = [{ head: '', width: 1 }];

/** A longer word may be broken, such as an unshortened number or a web address. */
const MOST_OF_WIDTH = 0.2;

/** The width each column needs so that no word in its head, rows and total is broken. */
const widestWords = ({ columns, rows, total }: TableBlock, room: Room): number[] => {
  const widest = columns.map(() => 0);
  const read = (cells: readonly Cell[], size: number, isBold: boolean) => {
    for (const [n, cell] of cells.entries()) {
      const { text, bold } = textOf(cell);
      for (const word of text.split(/\s+/)) {
        const width = widthOf(word, size, isBold || bold ? 'bold' : 'regular');
        if (width > (widest[n] ?? 0)) widest[n] = width;
      }
    }
  };
  const heads = columns.map(({ head }) => head);
  read(heads, HEAD.size, true);
  for (const cells of rows) if (!isBand(cells) && !isNote(cells)) read(cells, DENSE.size, false);
  if (total) read(total, DENSE.size, true);
  return widest.map((width) => Math.min(width, room.width * MOST_OF_WIDTH) + 2 * PAD + 0.01);
};

/** A band stays with the row below it. */
const band = ({ band: text }: Band, room: Room, style: RowStyle): Piece => ({
  ...row([text], place(WHOLE, room), { ...style, bold: true, fill: INK.shade }),
  keepNext: true,
});

/** A note stays with the row above it. */
const note = ({ note: text }: NoteRow, room: Room, style: RowStyle): Piece => ({
  ...row([text], place(WHOLE, room), style),
  keepBack: 1,
});

/** Head, rows, empty rows, total. The head repeats on each page. */
export const tablePieces = (block: TableBlock, room: Room = PORTRAIT): Piece[] => {
  // A table that is not written in is laid out by its words; one that is keeps the widths of its form.
  const columns = place(block.columns, room, block.dense ? widestWords(block, room) : []);
  const heads = block.columns.map((column) => column.head);
  const style = block.dense ? { least: DENSE.least, pad: DENSE.pad } : { least: 13 };
  const head: Piece[] = heads.some((one) => one !== '')
    ? [{ ...row(heads, columns, { ...style, ...HEAD }), keepNext: true }]
    : [];
  const plain = block.dense
    ? { ...DENSE, least: block.rowHeight ?? DENSE.least }
    : { size: SIZE.table, least: block.rowHeight ?? 14 };
  const rows = block.rows.map((cells) => {
    if (isBand(cells)) return band(cells, room, plain);
    return isNote(cells) ? note(cells, room, plain) : row(cells, columns, plain);
  });
  const none =
    block.rows.length === 0 && block.none !== undefined ? [row([block.none], place(WHOLE, room), plain)] : [];
  const blank = Array.from({ length: block.blankRows ?? 0 }, () =>
    row([], columns, { size: SIZE.table, least: block.blankHeight ?? BLANK_HEIGHT, inputs: heads }),
  );
  const bold = { ...plain, ...(!block.dense && { least: 14 }), bold: true };
  const total = block.total ? [{ ...row(block.total, columns, bold), keepBack: 1 }] : [];
  const body = [...none, ...rows, ...blank, ...total].map((piece) => ({ ...piece, repeat: head }));
  return [...head, ...body, { height: 3, draw: () => undefined, blank: true }];
};
