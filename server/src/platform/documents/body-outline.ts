import { INNER, type Mark, PAGE, type Piece, putLines, rule, SIZE, widthOf } from './page.ts';

type Point = readonly [x: number, y: number];

/** One half of a standing figure, from the neck down the arm and leg to the crotch, 200 units high. */
const HALF: readonly Point[] = [
  [5, 24],
  [6, 31],
  [20, 36],
  [27, 46],
  [31, 66],
  [34, 86],
  [39, 106],
  [43, 116],
  [40, 126],
  [35, 121],
  [32, 107],
  [27, 88],
  [22, 62],
  [20, 56],
  [19, 78],
  [22, 100],
  [22, 124],
  [18, 148],
  [18, 166],
  [12, 188],
  [18, 197],
  [6, 198],
  [5, 188],
  [6, 166],
  [5, 148],
  [2, 112],
];

const mirrored = HALF.map(([x, y]): Point => [-x, y]).toReversed();

/** A smooth line through points: a Catmull-Rom spline as Bézier curves. */
const smooth = (points: readonly Point[]): string => {
  const at = (n: number): Point => points[Math.min(points.length - 1, Math.max(0, n))] ?? [0, 0];
  const curves = points.slice(1).map(([x, y], n) => {
    const [before, from, after] = [at(n - 1), at(n), at(n + 2)];
    const first = [from[0] + (x - before[0]) / 6, from[1] + (y - before[1]) / 6];
    const second = [x - (after[0] - from[0]) / 6, y - (after[1] - from[1]) / 6];
    return `C${[...first, ...second, x, y].map((value) => value.toFixed(2)).join(' ')}`;
  });
  return `M${at(0).join(' ')}${curves.join('')}`;
};

const HEAD = 'M0 1C7 1 10 7 9.5 13C9 20 5 25 0 25C-5 25 -9 20 -9.5 13C-10 7 -7 1 0 1Z';
const FIGURE = `${HEAD}${smooth([...HALF, ...mirrored])}`;

const SCALE = 0.82;
const HEIGHT = 186;
const PITCH = 19;

const figure = (
  marks: Mark[],
  centre: number,
  y: number,
  caption: string,
  sides: readonly [string, string],
) => {
  marks.push({ is: 'path', x: centre, y: y + 2, scale: SCALE, d: FIGURE });
  const style = { size: SIZE.label, grey: true };
  const middle = centre - widthOf(caption, SIZE.label) / 2;
  putLines(marks, [caption], { x: middle, y: y + 168, width: 60 }, style);
  putLines(marks, [sides[0]], { x: centre - 46, y: y + 60, width: 40 }, style);
  putLines(marks, [sides[1]], { x: centre + 40, y: y + 60, width: 40 }, style);
};

/** Front and back, with lines next to them to describe the marks. */
export const bodyPieces = (label: string): Piece[] => [
  {
    height: HEIGHT,
    draw: (marks, y) => {
      marks.push({ is: 'rect', x: PAGE.margin, y, width: INNER, height: HEIGHT - 3 });
      figure(marks, PAGE.margin + 62, y + 5, 'Front', ['R', 'L']);
      figure(marks, PAGE.margin + 172, y + 5, 'Back', ['L', 'R']);
      const left = PAGE.margin + 240;
      const right = PAGE.margin + INNER - 6;
      putLines(marks, [label], { x: left, y: y + 4, width: right - left }, { size: SIZE.label, grey: true });
      for (let line = 1; line <= 8; line += 1)
        rule(marks, left, y + 14 + line * PITCH, right, y + 14 + line * PITCH);
    },
  },
];
