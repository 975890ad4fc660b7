import { sum } from '../sum.ts';

/** The picture of a signature: strokes in a box of fixed size, however large the pad was on which they were drawn. */

export const PAD = { width: 600, height: 200 } as const;
/** Anybody's signature has fewer; more are no signature but a load. */
export const MOST_POINTS = 3_000;
/** Points nearer to each other than this look the same. */
const NEAR = 2;
/** A dot or a slip of the finger is no signature. */
const LEAST_LENGTH = 60;
/** '600,200 ' for each point. */
export const MOST_INK = MOST_POINTS * 8;

export type Point = readonly [x: number, y: number];
export type Stroke = readonly Point[];

const within = (value: number, most: number) => Math.min(most, Math.max(0, Math.round(value)));

/** A point of a pad of any size, as the picture has it. */
export const pointOn = (
  at: { readonly x: number; readonly y: number },
  pad: { readonly width: number; readonly height: number },
): Point => [
  within((at.x / pad.width) * PAD.width, PAD.width),
  within((at.y / pad.height) * PAD.height, PAD.height),
];

const distance = ([ax, ay]: Point, [bx, by]: Point) => Math.hypot(ax - bx, ay - by);

/** Whether a point adds anything to a stroke that ends at the other one. */
export const isApart = (last: Point | undefined, next: Point) =>
  last === undefined || distance(last, next) >= NEAR;

/** 'x,y x,y;x,y' */
export const writeInk = (strokes: readonly Stroke[]): string =>
  strokes.map((stroke) => stroke.map((point) => point.join(',')).join(' ')).join(';');

const SHAPE = /^\d{1,3},\d{1,3}([ ;]\d{1,3},\d{1,3})*$/;

/** Undefined: this is no picture, or one that leaves its box. */
export const readInk = (text: string): Stroke[] | undefined => {
  if (text.length > MOST_INK || !SHAPE.test(text)) return undefined;
  const strokes = text.split(';').map((stroke) =>
    stroke.split(' ').map((point): Point => {
      const [x, y] = point.split(',');
      return [Number(x), Number(y)];
    }),
  );
  const points = strokes.flat();
  const isInside = points.every(([x, y]) => x <= PAD.width && y <= PAD.height);
  return isInside && points.length <= MOST_POINTS ? strokes : undefined;
};

const lengthOf = (stroke: Stroke) =>
  sum(stroke.slice(1).map((point, n) => distance(stroke[n] ?? point, point)));

/** Whether so much was drawn that somebody can have meant it. */
export const isDrawn = (strokes: readonly Stroke[]) => sum(strokes.map(lengthOf)) >= LEAST_LENGTH;

/** As an SVG path, for screens and for paper. A stroke of one point is a dot. */
export const inkPath = (strokes: readonly Stroke[]): string =>
  strokes
    .map((stroke) => {
      const [first, ...others] = stroke.map(([x, y]) => `${x} ${y}`);
      return others.length === 0 ? `M${first} l1 0` : `M${first} L${others.join(' ')}`;
    })
    .join(' ');
