import type { Bar, TimelineBlock } from './blocks.ts';
import { printable } from './fonts.ts';
import { INK, INNER, type Mark, PAGE, type Piece, putLines, rule, SIZE, widthOf, wrap } from './page.ts';

const X = PAGE.margin;
const LABEL = 30;
const REMARK = 118;
const LANE = 10;
const AXIS = { x: X + LABEL, width: INNER - LABEL - REMARK } as const;

interface Scale {
  readonly from: number;
  readonly to: number;
  readonly at: (minute: number) => number;
}

/** Whole hours that contain all bars, at least those of a working day. */
const scaleOf = (block: TimelineBlock): Scale => {
  const bars = block.rows.flatMap((row) => row.bars);
  const from = Math.floor(Math.min(480, ...bars.map((bar) => bar.from)) / 60) * 60;
  const to = Math.ceil(Math.max(1080, ...bars.map((bar) => bar.to)) / 60) * 60;
  return { from, to, at: (minute) => AXIS.x + ((minute - from) / (to - from)) * AXIS.width };
};

const putBar = (marks: Mark[], { from, to, fill, texts }: Bar, y: number, { at }: Scale) => {
  const [x, width, height] = [at(from), at(to) - at(from), LANE - 2];
  marks.push({ is: 'rect', x, y, width, height, ...(fill === 'solid' && { fill: INK.shade }) });
  if (fill === 'hatched') hatch(marks, x, y, width, height);
  const text = texts.map(printable).find((one) => widthOf(one, SIZE.label) <= width - 6);
  if (text === undefined) return;
  if (fill === 'hatched') {
    const blank = { x: x + 2, y: y + 0.5, width: widthOf(text, SIZE.label) + 3, height: height - 1 };
    marks.push({ is: 'rect', ...blank, fill: '#ffffff', bare: true });
  }
  putLines(marks, [text], { x: x + 3, y: y - 0.2, width }, { size: SIZE.label });
};

/** Bars that overlap in time are placed below each other. */
const lanesOf = (bars: readonly Bar[]): readonly (readonly Bar[])[] => {
  const lanes: Bar[][] = [];
  for (const bar of bars.toSorted((a, b) => a.from - b.from)) {
    const free = lanes.find((lane) => lane.every((other) => other.to <= bar.from));
    if (free) free.push(bar);
    else lanes.push([bar]);
  }
  return lanes;
};

/** Strokes from lower left to upper right, clipped to the box. */
const hatch = (marks: Mark[], x: number, y: number, width: number, height: number) => {
  for (let start = 4 - height; start < width; start += 4) {
    const low = Math.max(0, start);
    const high = Math.min(width, start + height);
    rule(marks, x + low, y + height - (low - start), x + high, y + height - (high - start), { thick: 0.4 });
  }
};

const axis = ({ from, to, at }: Scale): Piece => ({
  height: 10,
  keepNext: true,
  draw: (marks, y) => {
    const step = to - from > 840 ? 180 : 120;
    for (let minute = Math.ceil(from / step) * step; minute <= to; minute += step) {
      const hour = String((minute / 60) % 24).padStart(2, '0');
      const half = widthOf(`${hour}:00`, SIZE.label) / 2;
      const x = Math.min(at(minute) - half, AXIS.x + AXIS.width - 2 * half);
      putLines(marks, [`${hour}:00`], { x, y, width: 40 }, { size: SIZE.label, grey: true });
    }
  },
});

const dayRow = (row: TimelineBlock['rows'][number], scale: Scale): Piece => {
  const lanes = lanesOf(row.bars);
  const remark = wrap(row.remark, REMARK - 6, SIZE.label, 'bold');
  const height = Math.max(Math.max(1, lanes.length) * LANE + 3, remark.length * 8.4 + 4);
  return {
    height,
    keepNext: true,
    draw: (marks, y) => {
      marks.push({ is: 'rect', x: X, y, width: INNER, height });
      putLines(
        marks,
        [row.label],
        { x: X + 3, y: y + 2, width: LABEL },
        { size: SIZE.table, weight: 'bold' },
      );
      rule(marks, AXIS.x, y, AXIS.x, y + height);
      rule(marks, AXIS.x + AXIS.width, y, AXIS.x + AXIS.width, y + height);
      lanes.forEach((bars, n) => {
        for (const bar of bars) putBar(marks, bar, y + 2 + n * LANE, scale);
      });
      for (const { from, to } of row.marks)
        rule(marks, scale.at(from), y + height - 1, scale.at(to), y + height - 1, { thick: 2, black: true });
      const at = { x: AXIS.x + AXIS.width + 4, y: y + 2, width: REMARK - 6 };
      putLines(marks, remark, at, { size: SIZE.label, weight: 'bold' });
    },
  };
};

const legend = (entries: TimelineBlock['legend']): Piece => ({
  height: 12,
  draw: (marks, y) => {
    let x: number = AXIS.x;
    for (const { fill, text } of entries) {
      const box = { is: 'rect', x, y: y + 3, width: 18, height: 6 } as const;
      marks.push(fill === 'solid' ? { ...box, fill: INK.shade } : box);
      if (fill === 'hatched') hatch(marks, x, y + 3, 18, 6);
      putLines(marks, [text], { x: x + 22, y: y + 2, width: INNER }, { size: SIZE.label });
      x += 22 + widthOf(text, SIZE.label) + 14;
    }
    rule(marks, x, y + 6, x + 18, y + 6, { thick: 2, black: true });
    putLines(marks, ['Overlap'], { x: x + 22, y: y + 2, width: INNER }, { size: SIZE.label });
  },
});

/** The days of a week below each other on one axis of hours. */
export const timelinePieces = (block: TimelineBlock): Piece[] => {
  const scale = scaleOf(block);
  return [axis(scale), ...block.rows.map((row) => dayRow(row, scale)), legend(block.legend)];
};
