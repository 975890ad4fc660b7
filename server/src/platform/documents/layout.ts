import { sum } from '@homecare/domain/sum.ts';
import type { DocumentPart, FlowPart, Letterhead, PrintedDocument } from './blocks.ts';
import { CODE, putLowerCode, putUpperCode } from './codes.ts';
import { contentEnd, drawFoot } from './foot.ts';
import {
  LANDSCAPE,
  type LaidPage,
  lineHeight,
  type Mark,
  PAGE,
  type Piece,
  putLines,
  putText,
  type Room,
  roomOf,
  rule,
  SIZE,
  widthOf,
  wrap,
} from './page.ts';
import { footSignature, layOut } from './pieces.ts';
import { sheetPages } from './sheet.ts';

export type PageMarks = readonly Mark[];

const paperOf = ({ landscape }: FlowPart) => (landscape ? LANDSCAPE : PAGE);
const rightOf = ({ x, width }: Room) => x + width;

/** The maximum size of logos (docs/rules/documents.md, rule 2). */
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

/** Draws letterhead and title; returns where the content begins. */
const firstHead = (marks: Mark[], part: FlowPart, letterhead: Letterhead): number => {
  const room = roomOf(paperOf(part));
  const [x, edge, top] = [room.x, rightOf(room), paperOf(part).margin];
  const right = part.code ? edge - CODE.upper - CODE.clear : edge;
  const below = part.code ? putUpperCode(marks, edge, top, part.code, 1) + 2 : 0;
  const half = (right - x) / 2 - 10;
  if (letterhead.logo) marks.push({ is: 'logo', x, y: top });
  const name = { x, y: top, width: half };
  const contact = { x: right - half, y: top + below, width: half };
  const words = contactLines(letterhead).join('\n');
  const height = Math.max(
    letterhead.logo
      ? LOGO.height
      : putText(marks, letterhead.agency, name, { size: SIZE.title, weight: 'bold' }),
    below + (words === '' ? 0 : putText(marks, words, contact, { size: SMALL, align: 'right' })),
    part.code ? CODE.upper + CODE.clear - 5 : 0,
  );
  const base = top + height + 5;
  rule(marks, x, base, edge, base, { thick: 1, black: true });
  return titleLines(marks, part, base + 7);
};

/** The title, with what is to its right and below it. */
const titleLines = (marks: Mark[], part: FlowPart, y: number): number => {
  const { x, width } = roomOf(paperOf(part));
  const aside = (part.aside ?? []).flatMap((line) => wrap(line, width / 2, SIZE.body));
  const widest = Math.max(0, ...aside.map((line) => widthOf(line, SIZE.body)));
  const beside = { x, y, width: width - (widest > 0 ? widest + 12 : 0) };
  const height = putText(marks, part.title, beside, { size: SIZE.title, weight: 'bold' });
  putLines(marks, aside, { x, y: y + 1, width }, { size: SIZE.body, align: 'right' });
  const below = y + Math.max(height, aside.length * lineHeight(SIZE.body) + 1);
  const bold = { size: SIZE.section, weight: 'bold' } as const;
  return below + (part.banner ? putText(marks, part.banner, { x, y: below, width }, bold) : 0) + 4;
};

const laterHead = (marks: Mark[], part: FlowPart, { agency }: Letterhead, page: number): number => {
  const { margin } = paperOf(part);
  const { x, width } = roomOf(paperOf(part));
  const edge = x + width;
  const room = part.code ? width - CODE.upper - CODE.clear : width;
  const below = part.code ? putUpperCode(marks, edge, margin, part.code, page) + 2 : 0;
  const line = [agency, part.title, part.subject].filter(Boolean).join(' · ');
  const lineEnd = putText(marks, line, { x, y: margin + below, width: room }, { size: SMALL });
  const height = Math.max(below + lineEnd + 3, part.code ? CODE.upper + CODE.clear : 0);
  const base = margin + height;
  rule(marks, x, base, edge, base, { thick: 0.75, black: true });
  return base + 8;
};

// ---- pages

/** Pieces that stay together on a page, with what is repeated when they begin one. */
interface Group {
  readonly pieces: readonly Piece[];
  readonly height: number;
  readonly repeat: readonly Piece[];
}

const heightOf = (pieces: readonly Piece[]) => sum(pieces.map(({ height }) => height));
const groupOf = (pieces: readonly Piece[]): Group => ({
  pieces,
  height: heightOf(pieces),
  // A section bar or table head that begins the page needs no repetition.
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

/** A group taller than a page is placed piece by piece. */
const fitting = (groups: readonly Group[], room: number): Group[] =>
  groups.flatMap((group) => (group.height <= room ? [group] : group.pieces.map((piece) => groupOf([piece]))));

/** The pieces of a page, with their positions. */
type Placed = readonly [y: number, piece: Piece];

const placeAll = (placed: Placed[], pieces: readonly Piece[], from: number) => {
  let y = from;
  for (const piece of pieces) {
    y = Math.max(y, piece.startsAt ?? y);
    placed.push([y, piece]);
    y += piece.height;
  }
  return y;
};

/** Space at the lower left for the second copy of a code. */
const LOWER_CODE = CODE.lower + 2 * CODE.clear;

const flowPages = (document: PrintedDocument, part: FlowPart): LaidPage[] => {
  const paper = paperOf(part);
  const floor = contentEnd(document, paper);
  const signature = part.signed && footSignature(part.signed, roomOf(paper));
  const end = floor - (part.code ? LOWER_CODE : 0) - (signature?.height ?? 0);
  const head = (marks: Mark[], page: number) =>
    page === 1
      ? firstHead(marks, part, document.letterhead)
      : laterHead(marks, part, document.letterhead, page);
  const tops = [head([], 1), head([], 2)];
  const pages: LaidPage[] = [];
  let placed: Placed[] = [];
  let y = 0;
  let top = 0;
  const begin = () => {
    const [page, own]: [number, Placed[]] = [pages.length + 1, []];
    const draw = () => {
      const marks: Mark[] = [];
      head(marks, page);
      if (part.code) putLowerCode(marks, paper.margin, floor - LOWER_CODE + CODE.clear, part.code, page);
      signature?.draw(marks, end);
      for (const [at, piece] of own) piece.draw(marks, at);
      return marks;
    };
    pages.push({ draw, landscape: part.landscape === true, foot: part.foot });
    placed = own;
    top = tops[Math.min(page, 2) - 1] ?? 0;
    y = top;
  };
  begin();
  for (const group of fitting(groupUp(layOut(part.blocks, roomOf(paper))), end - top - 40)) {
    const isBlank = group.pieces.every((piece) => piece.blank);
    const breaks = group.pieces[0]?.breakBefore === true && y > top;
    if (isBlank && y + group.height > end) {
      // White space does not begin a page; the next piece does.
      y = end;
      continue;
    }
    if (breaks || (y + group.height > end && y > top)) {
      begin();
      y = placeAll(placed, group.repeat, y);
    }
    if (!(isBlank && y === top)) y = placeAll(placed, group.pieces, y);
  }
  return pages;
};

/** Pages of one part, without their footers. */
export const layPart = (document: PrintedDocument, part: DocumentPart): LaidPage[] =>
  part.kind === 'sheet' ? sheetPages(document, part) : flowPages(document, part);

/** `Page n of m` counts what belongs together; `own` is the first page's number in a bulk file. */
export const numberPages = (
  document: PrintedDocument,
  pages: readonly LaidPage[],
  own?: number,
): LaidPage[] =>
  pages.map((page, n) => ({
    ...page,
    draw: () => {
      const marks = page.draw();
      drawFoot(marks, document, page.landscape ? LANDSCAPE : PAGE, {
        left: page.foot,
        page: `Page ${n + 1} of ${pages.length}`,
        own: own === undefined ? undefined : own + n,
      });
      return marks;
    },
  }));

/** Pages of a part on its own. */
export const paginate = (document: PrintedDocument, part: DocumentPart): PageMarks[] =>
  numberPages(document, layPart(document, part)).map(({ draw }) => draw());
