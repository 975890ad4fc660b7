import type { DocumentPart, Letterhead, PrintedDocument } from './blocks.ts';
import { printable } from './fonts.ts';
import {
  INNER,
  lineHeight,
  type Mark,
  PAGE,
  type Piece,
  putLines,
  rule,
  SIZE,
  widthOf,
  wrap,
} from './page.ts';
import { layOut } from './pieces.ts';

export type PageMarks = readonly Mark[];

const X = PAGE.margin;
const RIGHT = PAGE.width - PAGE.margin;
/** Logos take at most so much room (documents-and-reports.md, A2). */
export const LOGO = { width: 150, height: 45 } as const;

// ---- head

const contactLines = ({ agency, address, phone, fax, email, medicaidProviderId, logo }: Letterhead) => {
  const numbers = [phone && `Phone ${phone}`, fax && `Fax ${fax}`].filter(Boolean).join(' · ');
  const last = [email, medicaidProviderId && `Medicaid provider ${medicaidProviderId}`]
    .filter(Boolean)
    .join(' · ');
  return [...(logo ? [agency] : []), ...address, numbers, last].filter((line) => line !== '');
};

const SMALL = 8;

/** Letterhead and title; answers where the content begins. */
const firstHead = (marks: Mark[], part: DocumentPart, letterhead: Letterhead): number => {
  const top = PAGE.margin;
  const half = INNER / 2 - 10;
  if (letterhead.logo) marks.push({ is: 'logo', x: X, y: top });
  const name = letterhead.logo ? [] : wrap(letterhead.agency, half, SIZE.title, 'bold');
  putLines(marks, name, { x: X, y: top, width: half }, { size: SIZE.title, weight: 'bold' });
  const lines = contactLines(letterhead).flatMap((line) => wrap(line, half, SMALL));
  putLines(marks, lines, { x: RIGHT - half, y: top, width: half }, { size: SMALL, align: 'right' });
  const height = Math.max(
    letterhead.logo ? LOGO.height : name.length * lineHeight(SIZE.title),
    lines.length * lineHeight(SMALL),
  );
  const base = top + height + 5;
  rule(marks, X, base, RIGHT, base, { thick: 1, black: true });
  const title = wrap(part.title, INNER, SIZE.title, 'bold');
  putLines(marks, title, { x: X, y: base + 7, width: INNER }, { size: SIZE.title, weight: 'bold' });
  return base + 7 + title.length * lineHeight(SIZE.title) + 4;
};

const laterHead = (marks: Mark[], part: DocumentPart, { agency }: Letterhead): number => {
  const line = [agency, part.title, part.subject].filter(Boolean).join(' · ');
  const lines = wrap(line, INNER, SMALL);
  putLines(marks, lines, { x: X, y: PAGE.margin, width: INNER }, { size: SMALL });
  const base = PAGE.margin + lines.length * lineHeight(SMALL) + 3;
  rule(marks, X, base, RIGHT, base, { thick: 0.75, black: true });
  return base + 8;
};

// ---- foot

const FOOT_TOP = PAGE.height - PAGE.margin - lineHeight(SIZE.foot);

const confidentialLines = ({ confidentiality }: PrintedDocument) =>
  confidentiality ? wrap(confidentiality, INNER, SIZE.foot) : [];

/** Where the content of every page ends. */
const contentEnd = (document: PrintedDocument) =>
  FOOT_TOP - confidentialLines(document).length * lineHeight(SIZE.foot) - 9;

const foot = (marks: Mark[], document: PrintedDocument, part: DocumentPart, page: string) => {
  const style = { size: SIZE.foot, grey: true };
  const end = contentEnd(document);
  rule(marks, X, end + 5, RIGHT, end + 5);
  const said = confidentialLines(document);
  putLines(marks, said, { x: X, y: end + 7, width: INNER }, { ...style, align: 'center' });
  const at = { x: X, y: FOOT_TOP, width: INNER };
  const side = (INNER - widthOf(page, SIZE.foot)) / 2 - 8;
  putLines(marks, wrap(part.foot, side, SIZE.foot).slice(0, 1), at, style);
  putLines(marks, [page], at, { ...style, align: 'center' });
  putLines(marks, [printable(document.printed)], at, { ...style, align: 'right' });
};

// ---- pages

/** Pieces that stay together on a page, with what is repeated when they begin one. */
interface Group {
  readonly pieces: readonly Piece[];
  readonly height: number;
  readonly repeat: readonly Piece[];
}

const heightOf = (pieces: readonly Piece[]) => pieces.reduce((sum, { height }) => sum + height, 0);
const groupOf = (pieces: readonly Piece[]): Group => ({
  pieces,
  height: heightOf(pieces),
  // A section bar or table head at the beginning repeats nothing: it stands there itself.
  repeat: pieces[0]?.repeat ?? [],
});

const groupUp = (pieces: readonly Piece[]): Group[] => {
  const groups: Piece[][] = [];
  let open = false;
  for (const piece of pieces) {
    const last = groups.at(-1);
    if (open && last) last.push(piece);
    else groups.push([piece]);
    let back = piece.keepBack ?? 0;
    while (back > 0 && groups.length > 1) {
      const moved = groups.pop() ?? [];
      const before = groups.at(-1);
      before?.push(...moved);
      if (!before?.slice(0, -moved.length).every((one) => one.blank)) back -= 1;
    }
    open = piece.keepNext === true;
  }
  return groups.map(groupOf);
};

/** More than a page: its pieces are placed one by one. */
const fitting = (groups: readonly Group[], room: number): Group[] =>
  groups.flatMap((group) => (group.height <= room ? [group] : group.pieces.map((piece) => groupOf([piece]))));

const drawAll = (marks: Mark[], pieces: readonly Piece[], from: number) => {
  let y = from;
  for (const piece of pieces) {
    piece.draw(marks, y);
    y += piece.height;
  }
  return y;
};

/** Pages of one part; `Page n of m` is known before the first is drawn. */
export const paginate = (document: PrintedDocument, part: DocumentPart): PageMarks[] => {
  const end = contentEnd(document);
  const pages: Mark[][] = [];
  let marks: Mark[] = [];
  let y = 0;
  let top = 0;
  const begin = () => {
    marks = [];
    pages.push(marks);
    const head = pages.length === 1 ? firstHead : laterHead;
    y = head(marks, part, document.letterhead);
    top = y;
  };
  begin();
  for (const group of fitting(groupUp(layOut(part.blocks)), end - top - 40)) {
    const breaks = group.pieces[0]?.breakBefore === true && y > top;
    if (breaks || (y + group.height > end && y > top)) {
      begin();
      y = drawAll(marks, group.repeat, y);
    }
    const isBlank = group.pieces.every((piece) => piece.blank);
    if (!(isBlank && y === top)) y = drawAll(marks, group.pieces, y);
  }
  pages.forEach((page, n) => void foot(page, document, part, `Page ${n + 1} of ${pages.length}`));
  return pages;
};
