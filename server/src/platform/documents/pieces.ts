import { PAD as INK_PAD, inkPath, readInk } from '@homecare/domain/signing/ink.ts';
import type { Block, Check, FieldBox, Signature } from './blocks.ts';
import { bodyPieces } from './body-outline.ts';
import {
  INK,
  INNER,
  lineHeight,
  PAGE,
  type Piece,
  PORTRAIT,
  putCheck,
  putLines,
  putText,
  type Room,
  rule,
  SIZE,
  WINDOW,
  wrap,
} from './page.ts';
import { tablePieces } from './table.ts';
import { timelinePieces } from './timeline.ts';

const X = PAGE.margin;
const COLUMNS = 12;
const PAD = 3;

const gap = (height: number): Piece => ({ height, draw: () => undefined, blank: true });

// ---- section bar

const sectionBar = (text: string, { x, width }: Room): Piece => {
  const inner = width - 2 * PAD;
  const lines = wrap(text, inner, SIZE.section, 'bold');
  const more = (lines.length - 1) * lineHeight(SIZE.section);
  return {
    height: 17 + more,
    keepNext: true,
    beginsSection: true,
    draw: (marks, y) => {
      marks.push({ is: 'rect', x, y, width, height: 14 + more, fill: INK.shade, bare: true });
      const at = { x: x + PAD, y: y + 1, width: inner };
      putLines(marks, lines, at, { size: SIZE.section, weight: 'bold' });
    },
  };
};

// ---- boxes with label and value

const LABEL_HEIGHT = 10;
const VALUE = SIZE.body;

const boxLines = ({ value, span, label }: FieldBox, room: Room) => {
  const width = (room.width * span) / COLUMNS - 2 * PAD;
  return {
    label: wrap(label, width, SIZE.label),
    value: value ? wrap(value, width, VALUE) : [],
  };
};

const rowsOf = (fields: readonly FieldBox[]): FieldBox[][] => {
  const rows: FieldBox[][] = [];
  let used = COLUMNS;
  for (const field of fields) {
    if (used + field.span > COLUMNS) {
      rows.push([]);
      used = 0;
    }
    rows.at(-1)?.push(field);
    used += field.span;
  }
  return rows;
};

const boxRow = (fields: readonly FieldBox[], room: Room): Piece => {
  const texts = fields.map((field) => boxLines(field, room));
  const heights = fields.map((field, n) => {
    const { label = [], value = [] } = texts[n] ?? {};
    const lines = Math.max(value.length, field.lines ?? 1);
    return LABEL_HEIGHT + (label.length - 1) * lineHeight(SIZE.label) + lines * lineHeight(VALUE) + 2;
  });
  const height = Math.max(...heights);
  return {
    height,
    draw: (marks, y) => {
      let { x } = room;
      fields.forEach((field, n) => {
        const width = (room.width * field.span) / COLUMNS;
        const { label = [], value = [] } = texts[n] ?? {};
        marks.push({ is: 'rect', x, y, width, height });
        const at = { x: x + PAD, y: y + 2, width: width - 2 * PAD };
        putLines(marks, label, at, { size: SIZE.label, grey: true });
        const top = at.y + label.length * lineHeight(SIZE.label);
        putLines(marks, value, { ...at, y: top }, { size: VALUE });
        if (value.length === 0)
          marks.push({
            is: 'input',
            kind: (field.lines ?? 1) > 1 ? 'lines' : 'text',
            x: x + 1,
            y: top - 1,
            width: width - 2,
            height: y + height - top,
            label: field.label,
          });
        x += width;
      });
    },
  };
};

// ---- the address of a letter

const addressPiece = (lines: readonly string[]): Piece => {
  const texts = lines.flatMap((line) => wrap(line, WINDOW.width, SIZE.body));
  return {
    height: Math.max(WINDOW.end - WINDOW.y, texts.length * lineHeight(SIZE.body)),
    startsAt: WINDOW.y,
    draw: (marks, y) => {
      putLines(marks, texts, { x: WINDOW.x, y, width: WINDOW.width }, { size: SIZE.body });
    },
  };
};

// ---- squares to tick

const CHECK_PITCH = 14;

const checkRow = (items: readonly Check[], columns: number): Piece => {
  const width = INNER / columns;
  const texts = items.map(({ label }) => wrap(label, width - SIZE.check - 8, SIZE.body));
  const lines = Math.max(...texts.map((text) => text.length));
  return {
    height: CHECK_PITCH + (lines - 1) * lineHeight(SIZE.body),
    draw: (marks, y) => {
      items.forEach((item, n) => {
        const x = X + n * width;
        putCheck(marks, x + 1, y + 2.5, item);
        putLines(marks, texts[n] ?? [], { x: x + SIZE.check + 5, y: y + 1, width }, { size: SIZE.body });
      });
    },
  };
};

const labelLine = (text: string): Piece => {
  const lines = wrap(text, INNER, SIZE.label);
  return {
    height: 11 + (lines.length - 1) * lineHeight(SIZE.label),
    keepNext: true,
    draw: (marks, y) => {
      putLines(marks, lines, { x: X, y: y + 1, width: INNER }, { size: SIZE.label, grey: true });
    },
  };
};

const checkPieces = (block: Extract<Block, { kind: 'checks' }>): Piece[] => {
  const rows: Piece[] = [];
  for (let at = 0; at < block.items.length; at += block.columns)
    rows.push(checkRow(block.items.slice(at, at + block.columns), block.columns));
  return [gap(3), ...(block.label === undefined ? [] : [labelLine(block.label)]), ...rows, gap(2)];
};

// ---- lines to write on, running text

const LINE_PITCH = 19;

const ruledLine = (pitch: number, label: string): Piece => ({
  height: pitch,
  draw: (marks, y) => {
    rule(marks, X, y + pitch - 3, X + INNER, y + pitch - 3);
    marks.push({ is: 'input', kind: 'text', x: X, y: y + 2, width: INNER, height: pitch - 5, label });
  },
});

const paragraphPieces = (
  { text, style = 'body', above = 0 }: Extract<Block, { kind: 'paragraph' }>,
  { x, width }: Room,
) => {
  const size = style === 'small' ? SIZE.label + 0.5 : SIZE.body;
  const weight = style === 'bold' ? 'bold' : 'regular';
  const lines = wrap(text, width, size, weight);
  const pieces = lines.map(
    (line, n): Piece => ({
      height: lineHeight(size) + (n === lines.length - 1 ? 2 : 0),
      // Keeps the first and the last line from being alone on a page.
      keepNext: n === 0 || n === lines.length - 2 ? n < lines.length - 1 : false,
      draw: (marks, y) => putLines(marks, [line], { x, y, width }, { size, weight }),
    }),
  );
  return above > 0 ? [gap(above), ...pieces] : pieces;
};

// ---- signatures

const SIGNATURE = { rule: 190, date: 90, between: 24, above: 24, close: 19 } as const;

/** The signature at the bottom of a page that is signed separately. */
export const footSignature = (one: Signature, { x }: Room): Piece => signature(one, true, SIGNATURE.close, x);

/** Role and printed name below the rule; the date is never prefilled. */
const signature = ({ role, name }: Signature, first: boolean, above: number, x: number = X): Piece => {
  const lines = wrap(name ? `${role} · ${name}` : role, SIGNATURE.rule + SIGNATURE.between - 6, SIZE.label);
  return {
    height: above + 5 + lines.length * lineHeight(SIZE.label),
    ...(!first && { keepBack: 1 }),
    draw: (marks, y) => {
      const base = y + above;
      const dateX = x + SIGNATURE.rule + SIGNATURE.between;
      const black = { black: true, thick: 0.75 } as const;
      rule(marks, x, base, x + SIGNATURE.rule, base, black);
      rule(marks, dateX, base, dateX + SIGNATURE.date, base, black);
      const style = { size: SIZE.label, grey: true };
      putLines(marks, lines, { x, y: base + 2, width: SIGNATURE.rule }, style);
      putLines(marks, ['Date'], { x: dateX, y: base + 2, width: SIGNATURE.date }, style);
    },
  };
};

/** A completed signature in its box with the name; to the right, what is known about it. */
const GIVEN = { width: 216, height: 72, between: 10 } as const;

const givenSignature = (
  { name, ink, lines }: Extract<Block, { kind: 'signed' }>,
  { x, width }: Room,
): Piece => {
  const right = x + GIVEN.width + GIVEN.between;
  const room = width - GIVEN.width - GIVEN.between;
  const texts = lines.flatMap((line) => wrap(line, room, SIZE.table));
  const strokes = ink === null ? undefined : readInk(ink);
  return {
    height: Math.max(GIVEN.height, texts.length * lineHeight(SIZE.table)) + GIVEN.between,
    draw: (marks, y) => {
      marks.push({ is: 'rect', x, y, width: GIVEN.width, height: GIVEN.height });
      if (strokes)
        marks.push({ is: 'path', x, y, scale: GIVEN.width / INK_PAD.width, d: inkPath(strokes), pen: true });
      else
        putText(
          marks,
          name,
          { x: x + GIVEN.between, y: y + GIVEN.between, width: GIVEN.width - 2 * GIVEN.between },
          {
            size: SIZE.title,
            weight: 'bold',
          },
        );
      putLines(marks, texts, { x: right, y, width: room }, { size: SIZE.table });
    },
  };
};

// ---- photos

const PHOTO_HEIGHT = 240;

const pictureBox = ({ bytes }: Extract<Block, { kind: 'picture' }>, { x, width }: Room): Piece => ({
  height: PHOTO_HEIGHT + 6,
  draw: (marks, y) => marks.push({ is: 'picture', x, y, width, height: PHOTO_HEIGHT, bytes }),
});

// ---- all of them

type Made = readonly Piece[];

const piecesOf = (block: Block, room: Room): Made => {
  switch (block.kind) {
    case 'section':
      return [gap(6), sectionBar(block.text, room)];
    case 'fields':
      return rowsOf(block.fields).map((fields) => boxRow(fields, room));
    case 'table':
      return tablePieces(block, room);
    case 'checks':
      return checkPieces(block);
    case 'lines':
      return [
        ...(block.label === undefined ? [] : [labelLine(block.label)]),
        ...Array.from({ length: block.count }, () =>
          ruledLine(block.pitch ?? LINE_PITCH, block.label ?? 'Notes'),
        ),
      ];
    case 'paragraph':
      return paragraphPieces(block, room);
    case 'timeline':
      return timelinePieces(block);
    case 'body':
      return bodyPieces(block.label);
    case 'signatures':
      return block.signatures.map((one, n) =>
        signature(one, n === 0, block.close ? SIGNATURE.close : SIGNATURE.above),
      );
    case 'signed':
      return [givenSignature(block, room)];
    case 'picture':
      return [labelLine(block.label), pictureBox(block, room)];
    case 'address':
      return [addressPiece(block.lines)];
    case 'gap':
      return [gap(block.height)];
    case 'page':
      return [{ height: 0, draw: () => undefined, breakBefore: true }];
  }
};

/** At least two pieces, and this many points, of the signed content move to a new page together with the signatures. */
const SIGNED = { height: 150, least: 2 } as const;

/** Keeps signatures with what is signed, back to the start of its section if there is room. */
const keepWithSignatures = (before: readonly Piece[]): Piece[] => {
  let first = before.length;
  let [height, count] = [0, 0];
  while (first > 0) {
    const piece = before[first - 1];
    height += piece?.height ?? 0;
    if (!piece || piece.breakBefore || (height > SIGNED.height && count >= SIGNED.least)) break;
    first -= 1;
    if (!piece.blank) count += 1;
    if (piece.beginsSection) break;
  }
  return before.map((piece, n) => (n < first ? piece : { ...piece, keepNext: true }));
};

/** Turns blocks into unsplittable pieces, each with the section bar to repeat when it begins a page. */
export const layOut = (blocks: readonly Block[], room: Room = PORTRAIT): Piece[] => {
  let bar: Piece | undefined;
  let pieces: Piece[] = [];
  for (const block of blocks) {
    const own = piecesOf(block, room);
    if (block.kind === 'section') bar = sectionBar(`${block.text} · continued`, room);
    if (block.kind === 'page') bar = undefined;
    const isHead = block.kind === 'section' || block.kind === 'page' || block.kind === 'gap';
    if (block.kind === 'signatures') pieces = keepWithSignatures(pieces);
    const above = bar;
    // Pushed one by one, because a long table has more pieces than a call takes arguments.
    for (const piece of own)
      pieces.push(isHead || !above ? piece : { ...piece, repeat: [above, ...(piece.repeat ?? [])] });
  }
  return pieces;
};
