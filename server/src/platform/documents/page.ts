import type { Check } from './blocks.ts';
import { fontOf, printable, type Weight } from './fonts.ts';

/** Letter paper in points. A drawing is a list of marks, each at a fixed place (docs/rules/documents.md, rule 1). */
export const PAGE = { width: 612, height: 792, margin: 36 } as const;
/** Timesheets are in landscape. */
export const LANDSCAPE = { width: 792, height: 612, margin: 28 } as const;
export type Paper = typeof PAGE | typeof LANDSCAPE;
export const INNER = PAGE.width - 2 * PAGE.margin;

/** The area for content on a page. */
export interface Room {
  readonly x: number;
  readonly width: number;
}
export const roomOf = ({ width, margin }: Paper): Room => ({ x: margin, width: width - 2 * margin });
export const PORTRAIT: Room = roomOf(PAGE);
export const SIZE = { body: 9.5, table: 8.5, title: 14, section: 10, label: 7, foot: 7, check: 8 } as const;
/** Greys that survive faxing and black-and-white copying. */
export const INK = { black: '#000000', grey: '#4d4d4d', rule: '#808080', shade: '#e4e4e4' } as const;

/**
 * What the window of a #10 envelope (4 1/2 by 1 1/8 inches, 7/8 from its left and 1/2 from its lower edge) shows of a letter folded
 * in thirds, however the letter slides in it. Nothing else may be above `end`, the fold.
 */
export const WINDOW = { x: 63, y: 180, width: 252, bottom: 228, end: 264 } as const;

export interface Box extends Room {
  readonly y: number;
  readonly height: number;
}

export type Mark =
  | {
      readonly is: 'text';
      readonly x: number;
      /** Top of the line. */
      readonly y: number;
      readonly text: string;
      readonly size: number;
      readonly weight: Weight;
      readonly grey?: true;
    }
  | {
      readonly is: 'line';
      readonly x1: number;
      readonly y1: number;
      readonly x2: number;
      readonly y2: number;
      readonly thick?: number;
      readonly black?: true;
    }
  | (Box & {
      readonly is: 'rect';
      readonly fill?: string;
      /** Filled, without a border. */
      readonly bare?: true;
    })
  | {
      readonly is: 'path';
      readonly x: number;
      readonly y: number;
      readonly scale: number;
      readonly d: string;
      /** Drawn like a pen: black, round, and thick enough to read. */
      readonly pen?: true;
    }
  /** In a box, or as large as a logo may be. */
  | (Pick<Box, 'x' | 'y'> & Partial<Box> & { readonly is: 'logo' })
  /** As large as its box allows. */
  | (Box & { readonly is: 'picture'; readonly bytes: Uint8Array })
  /** Strokes across a box where nothing is to be written. */
  | (Box & { readonly is: 'hatch' })
  /** A field for filling in on screen; prints nothing. */
  | (Box & {
      readonly is: 'input';
      readonly kind: 'text' | 'lines' | 'tick';
      /** The field's name for screen readers. */
      readonly label: string;
    })
  /** A QR code of this size, without its quiet zone. */
  | {
      readonly is: 'code';
      readonly x: number;
      readonly y: number;
      readonly size: number;
      readonly text: string;
    };

/** A page whose footer needs the number of pages. Its marks are made when it is painted, so that thousands of pages fit in memory. */
export interface LaidPage {
  readonly draw: () => Mark[];
  readonly landscape: boolean;
  readonly foot: string;
}

/** A piece that is never split across pages. */
export interface Piece {
  readonly height: number;
  readonly draw: (marks: Mark[], y: number) => void;
  /** Stays with the next piece. */
  readonly keepNext?: boolean;
  /** The bar above a section. */
  readonly beginsSection?: true;
  /** Takes this many preceding pieces along to a new page. */
  readonly keepBack?: number;
  /** Repeated at the top of the page that this piece begins. */
  readonly repeat?: readonly Piece[];
  /** Begins a new page. */
  readonly breakBefore?: boolean;
  /** At least this many points below the top of the page. */
  readonly startsAt?: number;
  /** White space that is dropped at the top of a page. */
  readonly blank?: boolean;
}

export const LEADING = 1.2;
export const lineHeight = (size: number) => size * LEADING;

export const widthOf = (text: string, size: number, weight: Weight = 'regular') =>
  fontOf(weight).width(text) * size;

/** Wraps text into lines that fit; a word longer than a line is broken between letters. */
export const wrap = (raw: string, width: number, size: number, weight: Weight = 'regular'): string[] =>
  printable(raw)
    .split('\n')
    .flatMap((paragraph) => wrapParagraph(paragraph, width, size, weight));

const wrapParagraph = (text: string, width: number, size: number, weight: Weight): string[] => {
  if (widthOf(text, size, weight) <= width) return [text.trimEnd()];
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (widthOf(longer, size, weight) <= width) line = longer;
    else {
      if (line !== '') lines.push(line);
      const parts = breakWord(word, width, size, weight);
      lines.push(...parts.slice(0, -1));
      line = parts.at(-1) ?? '';
    }
  }
  return [...lines, line];
};

const breakWord = (word: string, width: number, size: number, weight: Weight): string[] => {
  if (widthOf(word, size, weight) <= width) return [word];
  const parts: string[] = [];
  let part = '';
  for (const char of word) {
    if (part !== '' && widthOf(part + char, size, weight) > width) {
      parts.push(part);
      part = '';
    }
    part += char;
  }
  return [...parts, part];
};

interface TextStyle {
  readonly size: number;
  readonly weight?: Weight;
  readonly grey?: boolean;
  readonly align?: 'left' | 'right' | 'center';
}

/** Places lines below each other, within `width` from `x`. */
export const putLines = (
  marks: Mark[],
  lines: readonly string[],
  at: { readonly x: number; readonly y: number; readonly width: number },
  { size, weight = 'regular', grey, align = 'left' }: TextStyle,
) => {
  lines.forEach((text, n) => {
    if (text === '') return;
    const free = align === 'left' ? 0 : at.width - widthOf(text, size, weight);
    marks.push({
      is: 'text',
      x: at.x + (align === 'center' ? free / 2 : free),
      y: at.y + n * lineHeight(size),
      text,
      size,
      weight,
      ...(grey && { grey: true }),
    });
  });
};

/** Places a text within `width` from `x`, on as many lines as it needs; returns their height. */
export const putText = (
  marks: Mark[],
  text: string,
  at: { readonly x: number; readonly y: number; readonly width: number },
  style: TextStyle,
): number => {
  const lines = wrap(text, at.width, style.size, style.weight);
  putLines(marks, lines, at, style);
  return lines.length * lineHeight(style.size);
};

export const rule = (
  marks: Mark[],
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  style: { thick?: number; black?: true } = {},
) => {
  marks.push({ is: 'line', x1, y1, x2, y2, ...style });
};

/** An 8 pt square; a prefilled one has an X. */
export const putCheck = (marks: Mark[], x: number, y: number, { checked = false, label }: Check) => {
  const size = SIZE.check;
  marks.push({ is: 'rect', x, y, width: size, height: size });
  if (!checked) {
    marks.push({ is: 'input', kind: 'tick', x, y, width: size, height: size, label });
    return;
  }
  const black = { black: true, thick: 1 } as const;
  rule(marks, x + 1.5, y + 1.5, x + size - 1.5, y + size - 1.5, black);
  rule(marks, x + 1.5, y + size - 1.5, x + size - 1.5, y + 1.5, black);
};
