import type { Letterhead, PrintedDocument, SheetPart, SheetRow } from './blocks.ts';
import { CODE, putLowerCode, putUpperCode } from './codes.ts';
import { printable } from './fonts.ts';
import { contentEnd } from './foot.ts';
import {
  INK,
  LANDSCAPE,
  type LaidPage,
  lineHeight,
  type Mark,
  putCheck,
  putLines,
  putText,
  rule,
  SIZE,
  widthOf,
  wrap,
} from './page.ts';

/** Positions on a day sheet in points, designed in millimeters. */
const mm = (value: number) => (value * 72) / 25.4;
const X = LANDSCAPE.margin;
const RIGHT = LANDSCAPE.width - LANDSCAPE.margin;
const LABEL = mm(62);
const COLUMN = mm(12);
/** The upper code with its clear space. */
const HEAD = CODE.upper + CODE.clear + 2;
const FOOT = mm(30);
const BAND = 9.5;
const ROW = { least: 9.6, most: mm(7), step: 0.2 } as const;

/** Heights of rows other than tasks. */
interface Heights {
  readonly days: number;
  readonly clock: number;
  readonly sum: number;
  readonly daily: number;
}
const USUAL: Heights = { days: mm(8), clock: mm(8), sum: mm(5), daily: mm(6.5) };
/** Used if this saves a sheet. */
const DENSE: Heights = { days: 20, clock: 20, sum: 12, daily: mm(5) };
const HINT = { task: 6, clock: 6.5, half: 5.5 } as const;

interface Grid {
  readonly part: SheetPart;
  readonly marks: Mark[];
  readonly right: number;
  readonly heights: Heights;
  /** The height of a task row, unless its name needs more. */
  readonly row: number;
}

const columnX = (n: number) => X + LABEL + n * COLUMN;

/** Places a short text. There are many hints, and they never wrap. */
const put = (marks: Mark[], text: string, x: number, y: number, size: number, grey = true) => {
  marks.push({ is: 'text', x, y, text, size, weight: 'regular', ...(grey && { grey: true as const }) });
};

// ---- head

const FACTS = { top: 22, between: 10, label: 6.5, first: 8.5, line: 7.5, banner: 9 } as const;
/** If the header reaches lower, too little room is left for tasks, so its longest names are set smaller. */
const LOWEST_HEAD = 160;
const SMALLER = 0.72;

/** Draws agency, title and fact boxes; returns their lower end. */
const putHead = (marks: Mark[], part: SheetPart, letterhead: Letterhead, page: number) => {
  const begun = marks.length;
  const low = headAt(marks, part, letterhead, page, 1);
  if (low <= LOWEST_HEAD) return low;
  marks.length = begun;
  return headAt(marks, part, letterhead, page, SMALLER);
};

const headAt = (
  marks: Mark[],
  part: SheetPart,
  { agency, phone, logo }: Letterhead,
  page: number,
  scale: number,
) => {
  const y = LANDSCAPE.margin;
  const room = RIGHT - CODE.upper - CODE.clear - X;
  putUpperCode(marks, RIGHT, y, part.code, page);
  const name = [agency, phone].filter(Boolean).join(' · ');
  if (logo) marks.push({ is: 'logo', x: X, y: y - 3, width: LABEL - 20, height: 22 });
  else
    putLines(
      marks,
      wrap(name, LABEL - 10, 8, 'bold').slice(0, 2),
      { x: X, y, width: LABEL },
      { size: 8, weight: 'bold' },
    );
  const at = { x: X + LABEL, y: y - 2, width: room - LABEL - 165 };
  const title = page === 1 ? part.title : `${part.title} · continued`;
  const below = Math.max(y + FACTS.top, at.y + putText(marks, title, at, { size: 12.5, weight: 'bold' }) + 1);
  const bold = { size: FACTS.banner * scale, weight: 'bold' } as const;
  const banner = part.banner ? putText(marks, part.banner, { x: X, y: below, width: room }, bold) : 0;
  return putFacts(marks, part, { y: below + banner + 2, room, scale });
};

const putFacts = (
  marks: Mark[],
  { facts }: SheetPart,
  { y, room, scale }: { readonly y: number; readonly room: number; readonly scale: number },
) => {
  const [firstSize, lineSize] = [FACTS.first * scale, FACTS.line * scale];
  const width = (room - (facts.length - 1) * FACTS.between) / Math.max(1, facts.length);
  const ends = facts.map(({ label, lines: [first = '', ...others] }, n) => {
    const x = X + n * (width + FACTS.between);
    put(marks, label, x, y, FACTS.label);
    const top = y + lineHeight(FACTS.label);
    const low = top + putText(marks, first, { x, y: top, width }, { size: firstSize, weight: 'bold' });
    if (others.length === 0) return low;
    return low + putText(marks, others.join('\n'), { x, y: low, width }, { size: lineSize });
  });
  return Math.max(...ends) + 3;
};

// ---- grid

const NAME = { least: 5, step: 0.5, beside: 1 } as const;

/** The largest type in which a name fits its row, so that nothing of a long one is lost. */
const nameIn = (text: string, height: number, weight: 'bold' | 'regular') => {
  for (let size = Math.min(SIZE.table, height - 2.1); size > NAME.least; size -= NAME.step) {
    const lines = wrap(text, LABEL - 8, size, weight);
    if (lines.length * lineHeight(size) <= height - (lines.length > 1 ? NAME.beside : 0))
      return { lines, size };
  }
  return { lines: wrap(text, LABEL - 8, NAME.least, weight), size: NAME.least };
};

/** The height a row needs for its name in the smallest type. */
const leastHeight = ({ label }: SheetRow) => {
  const lines = wrap(label, LABEL - 8, NAME.least).length;
  return Math.max(ROW.least, lines * lineHeight(NAME.least) + NAME.beside);
};

const putLabel = (marks: Mark[], text: string, y: number, height: number, bold = false) => {
  const weight = bold ? 'bold' : 'regular';
  const { lines, size } = nameIn(text, height, weight);
  const top = y + (height - lines.length * lineHeight(size)) / 2;
  putLines(marks, lines, { x: X + 4, y: top, width: LABEL - 8 }, { size, weight });
};

const putHints = (marks: Mark[], row: SheetRow, y: number, size: number) =>
  row.hints?.forEach((hint, n) => {
    if (hint !== null) put(marks, hint, columnX(n) + 2, y + 1, size);
  });

const putClosed = (marks: Mark[], { closed }: SheetRow, y: number, height: number) =>
  closed?.forEach((isClosed, n) => {
    if (isClosed) marks.push({ is: 'hatch', x: columnX(n), y, width: COLUMN, height });
  });

const line = ({ marks, right }: Grid, y: number, black = false) =>
  rule(marks, X, y, right, y, black ? { thick: 0.75, black: true } : { thick: 0.5 });

const clockRow = ({ marks, part, heights }: Grid, row: SheetRow, y: number) => {
  putLabel(marks, row.label, y, heights.clock, true);
  putHints(marks, row, y, HINT.clock);
  part.columns.forEach(({ fill }, n) => {
    if (fill === 'hatched') return;
    const x = columnX(n) + COLUMN - 10.5;
    put(marks, 'AM', x, y + 5.5, HINT.half);
    put(marks, 'PM', x, y + 13.5, HINT.half);
  });
};

const dayHead = ({ marks, part, heights }: Grid, y: number) => {
  putLabel(marks, 'Day', y, heights.days, true);
  part.columns.forEach(({ weekday, day }, n) => {
    const at = { x: columnX(n), y: y + (heights.days - 19) / 2, width: COLUMN };
    putLines(marks, [weekday], at, { size: SIZE.label, align: 'center' });
    putLines(marks, [day], { ...at, y: at.y + 8 }, { size: 9.5, weight: 'bold', align: 'center' });
  });
};

/** Grey and hatched columns, below everything written there. */
const putFills = ({ marks, part, heights: { days } }: Grid, top: number, bottom: number) =>
  part.columns.forEach(({ fill }, n) => {
    const box = { x: columnX(n), y: top, width: COLUMN, height: bottom - top };
    if (fill === 'grey') marks.push({ is: 'rect', ...box, fill: INK.shade, bare: true });
    // The date must stay readable.
    if (fill === 'hatched') marks.push({ is: 'hatch', ...box, y: top + days, height: box.height - days });
  });

type Taken = readonly {
  readonly title: string | null;
  readonly isLater: boolean;
  readonly rows: readonly SheetRow[];
}[];

/** The rows of one page, each with its group. */
const take = ({ groups }: SheetPart, from: number, count: number): Taken => {
  let at = 0;
  return groups.flatMap(({ title, rows }) => {
    const first = Math.max(0, from - at);
    const taken = rows.slice(first, Math.max(0, from + count - at));
    at += rows.length;
    return taken.length > 0 ? [{ title, isLater: first > 0, rows: taken }] : [];
  });
};

const putGroups = (grid: Grid, taken: Taken, from: number) => {
  const { marks, right } = grid;
  let y = from;
  for (const { title, isLater, rows } of taken) {
    if (title !== null) {
      marks.push({ is: 'rect', x: X, y, width: right - X, height: BAND, fill: INK.shade, bare: true });
      const heading = isLater ? `${title} · continued` : title;
      putLines(marks, [heading], { x: X + 4, y: y + 0.4, width: LABEL }, { size: 7.5, weight: 'bold' });
      line(grid, y);
      y += BAND;
    }
    for (const row of rows) {
      const height = Math.max(grid.row, leastHeight(row));
      line(grid, y);
      putLabel(marks, row.label, y, height);
      putHints(marks, row, y - 0.5, HINT.task);
      y += height;
    }
  }
  return y;
};

/** The height of everything except tasks. */
const besides = ({ clocks, sums, daily }: SheetPart, heights: Heights, isFirst: boolean) =>
  heights.days +
  (isFirst ? clocks.length * heights.clock + sums.length * heights.sum : 0) +
  daily.length * heights.daily;

const putGrid = (grid: Grid, taken: Taken, from: number, isFirst: boolean) => {
  const { marks, part, right, heights } = grid;
  // Fills are drawn first, but their lower end is only known once the groups are placed.
  const under: Mark[] = [];
  let y = from;
  dayHead(grid, y);
  y += heights.days;
  if (isFirst) {
    for (const row of part.clocks) {
      line(grid, y, true);
      clockRow(grid, row, y);
      y += heights.clock;
    }
    for (const row of part.sums) {
      line(grid, y);
      putLabel(marks, row.label, y, heights.sum);
      putHints(marks, row, y, HINT.task);
      y += heights.sum;
    }
  }
  line(grid, y, true);
  y = putGroups(grid, taken, y);
  for (const row of part.daily) {
    line(grid, y, row === part.daily[0]);
    putLabel(marks, row.label, y, heights.daily, true);
    putClosed(marks, row, y, heights.daily);
    y += heights.daily;
  }
  putFills({ ...grid, marks: under }, from, y);
  marks.unshift(...under);
  for (let n = 0; n <= part.columns.length; n += 1)
    rule(marks, columnX(n), from, columnX(n), y, { thick: 0.5 });
  for (const side of [X, right]) rule(marks, side, from, side, y, { thick: 0.75, black: true });
  line(grid, from, true);
  line(grid, y, true);
};

// ---- foot

const OFFICE = { width: 172, pitch: 11 } as const;
const SIGN = { rule: 190, date: 90, gap: 10, relation: 60, first: 43, pitch: 29, least: 4.5 } as const;

/** Role and name below a rule. The rule grows for a long name, which is set smaller and finally on two lines. */
const signerOf = (text: string, room: number) => {
  const needed = widthOf(text, 5.5);
  const width = needed <= SIGN.rule ? SIGN.rule : Math.min(room, needed);
  const size = Math.max(SIGN.least, Math.min(SIZE.label, (SIZE.label * width) / widthOf(text, SIZE.label)));
  return { lines: widthOf(text, size) > width ? wrap(text, width, size) : [text], width, size };
};

const putOffice = (marks: Mark[], { office }: SheetPart, y: number, end: number) => {
  const x = RIGHT - OFFICE.width;
  marks.push({ is: 'rect', x, y: y + 5, width: OFFICE.width, height: end - y - 6 });
  putLines(marks, [office.title], { x: x + 5, y: y + 8, width: 80 }, { size: 7.5, weight: 'bold' });
  put(marks, 'Received', x + 5, y + 24, SIZE.label);
  rule(marks, x + 36, y + 32, x + 98, y + 32);
  put(marks, 'Initials', x + 104, y + 24, SIZE.label);
  rule(marks, x + 128, y + 32, x + OFFICE.width - 6, y + 32);
  office.checks.forEach((label, n) => {
    const [column, row] = [n % 2, Math.floor(n / 2)];
    const at = { x: x + 5 + column * 78, y: y + 39 + row * 13 };
    putCheck(marks, at.x, at.y, { label });
    put(marks, label, at.x + SIZE.check + 4, at.y + 0.2, SIZE.label, false);
  });
};

const putSignatures = (marks: Mark[], { signatures, statement }: SheetPart, y: number) => {
  const x = X + CODE.lower + CODE.clear + 2;
  const width = RIGHT - OFFICE.width - 12 - x;
  const lines = wrap(statement, width, 7.5).slice(0, 3);
  putLines(marks, lines, { x, y: y + 3, width }, { size: 7.5 });
  const black = { black: true, thick: 0.75 } as const;
  signatures.forEach(({ role, name, relation }, n) => {
    const base = y + SIGN.first + n * SIGN.pitch;
    const besides = SIGN.date + SIGN.gap + (relation ? SIGN.relation + SIGN.gap : 0);
    const signer = signerOf(printable(name ? `${role} · ${name}` : role), width - besides);
    const rest = width - signer.width - SIGN.date - 2 * SIGN.gap;
    const blanks = [
      signer,
      { lines: ['Date'], width: SIGN.date, size: SIZE.label },
      ...(relation ? [{ lines: ['Relation'], width: rest, size: SIZE.label }] : []),
    ];
    let left = x;
    for (const blank of blanks) {
      rule(marks, left, base, left + blank.width, base, black);
      const at = { x: left, y: base + 2, width: blank.width };
      putLines(marks, blank.lines, at, { size: blank.size, grey: true });
      left += blank.width + SIGN.gap;
    }
  });
};

// ---- sheets

/** How many task rows of this height each sheet gets; `roomOf` returns a sheet's space for them. */
const spread = ({ groups }: SheetPart, roomOf: (page: number) => number, height: number): number[] => {
  const counts = [0];
  let left = roomOf(1);
  for (const { title, rows } of groups) {
    const band = title === null ? 0 : BAND;
    rows.forEach((row, n) => {
      const own = Math.max(height, leastHeight(row));
      const isFull = own + (n === 0 ? band : 0) > left && counts.at(-1) !== 0;
      if (isFull) {
        counts.push(0);
        left = roomOf(counts.length);
      }
      left -= own + (n === 0 || isFull ? band : 0);
      counts.push((counts.pop() ?? 0) + 1);
    });
  }
  return counts;
};

/**
 * The fewest sheets that hold all rows, with the tallest possible rows, so that the last sheet, which is signed, has its share of
 * tasks. Other rows shrink only if that saves a sheet.
 */
const arrange = (part: SheetPart, roomOf: (heights: Heights, page: number) => number) => {
  const by = (heights: Heights, row: number) => spread(part, (page) => roomOf(heights, page), row);
  const fewest = by(DENSE, ROW.least).length;
  const heights = by(USUAL, ROW.least).length === fewest ? USUAL : DENSE;
  let row: number = ROW.most;
  while (row > ROW.least && by(heights, row).length > fewest) row = Math.max(ROW.least, row - ROW.step);
  return { heights, row, counts: by(heights, row) };
};

/** Pages of a day sheet, with signatures on the last. */
export const sheetPages = (document: PrintedDocument, given: SheetPart): LaidPage[] => {
  const end = contentEnd(document, LANDSCAPE);
  const head = (marks: Mark[], part: SheetPart, page: number) =>
    Math.max(LANDSCAPE.margin + HEAD, putHead(marks, part, document.letterhead, page));
  const tops = [head([], given, 1), head([], given, 2)];
  const { counts, heights, row } = arrange(
    given,
    (of, page) => end - FOOT - (tops[Math.min(page, 2) - 1] ?? 0) - besides(given, of, page === 1),
  );
  const pages = counts.length;
  // The code of each sheet contains their number: a half counts as received once all have come.
  const part = pages > 1 ? { ...given, code: { ...given.code, pages } } : given;
  const right = columnX(part.columns.length);
  let from = 0;
  const draw = (n: number, taken: ReturnType<typeof take>) => {
    const marks: Mark[] = [];
    const page = n + 1;
    const top = head(marks, part, page);
    putGrid({ part, marks, right, heights, row }, taken, top, n === 0);
    putLowerCode(marks, X, end - CODE.clear - CODE.lower, part.code, page);
    if (page === pages) putSignatures(marks, part, end - FOOT);
    else
      putLines(
        marks,
        [`More tasks and the signatures are on page ${page + 1}.`],
        { x: X + CODE.lower + CODE.clear + 2, y: end - FOOT + 30, width: 400 },
        { size: SIZE.body, weight: 'bold' },
      );
    putOffice(marks, part, end - FOOT, end);
    return marks;
  };
  return counts.map((count, n) => {
    const taken = take(part, from, count);
    from += count;
    return { draw: () => draw(n, taken), landscape: true, foot: part.foot };
  });
};
