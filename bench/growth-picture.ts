export interface Curve {
  readonly name: string;
  readonly points: readonly { readonly x: number; readonly y: number }[];
}

const [WIDTH, HEIGHT] = [860, 520];
const FRAME = { left: 70, top: 20, right: 650, bottom: 470 };
const COLORS = [
  '#1c7ed6',
  '#e8590c',
  '#2b8a3e',
  '#c2255c',
  '#5f3dc4',
  '#087f5b',
  '#a61e4d',
  '#364fc7',
  '#d9480f',
  '#495057',
  '#0b7285',
];

const powersOfTen = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => 10 ** (from + index));

/** Milliseconds by clients, both in powers of ten: what grows as its data does is a slope of one. */
export const drawGrowth = (curves: readonly Curve[]): string => {
  const xs = curves.flatMap(({ points }) => points.map(({ x }) => x));
  const ys = curves.flatMap(({ points }) => points.map(({ y }) => y));
  const [left, right] = [Math.log10(Math.min(...xs)), Math.log10(Math.max(...xs))];
  const [low, high] = [Math.floor(Math.log10(Math.min(...ys))), Math.ceil(Math.log10(Math.max(...ys)))];
  const xOf = (x: number) =>
    FRAME.left + ((Math.log10(x) - left) / (right - left)) * (FRAME.right - FRAME.left);
  const yOf = (y: number) =>
    FRAME.bottom - ((Math.log10(y) - low) / (high - low)) * (FRAME.bottom - FRAME.top);
  const show = (value: number) => value.toLocaleString('en-US');
  const rows = powersOfTen(low, high).map(
    (y) =>
      `<path d="M${FRAME.left} ${yOf(y).toFixed(1)}H${FRAME.right}" stroke="#dee2e6"/><text x="${FRAME.left - 8}" y="${(yOf(y) + 4).toFixed(1)}" text-anchor="end">${show(y)} ms</text>`,
  );
  const columns = [...new Set(xs)].map(
    (x) =>
      `<path d="M${xOf(x).toFixed(1)} ${FRAME.top}V${FRAME.bottom}" stroke="#dee2e6"/><text x="${xOf(x).toFixed(1)}" y="${FRAME.bottom + 20}" text-anchor="middle">${show(x)} clients</text>`,
  );
  // Names beside the last points, each with a line of its own.
  const ends: { name: string; index: number; y: number }[] = [];
  const byHeight = curves
    .map(({ name, points }, index) => ({ name, index, y: yOf(points.at(-1)?.y ?? 1) }))
    .toSorted((a, b) => a.y - b.y);
  for (const one of byHeight) {
    const above = ends.at(-1);
    ends.push({ ...one, y: above ? Math.max(one.y, above.y + 16) : one.y });
  }
  const lines = curves.map(
    ({ points }, index) =>
      `<polyline fill="none" stroke="${COLORS[index % COLORS.length]}" stroke-width="2" points="${points.map(({ x, y }) => `${xOf(x).toFixed(1)},${yOf(y).toFixed(1)}`).join(' ')}"/>`,
  );
  const labels = ends.map(
    ({ name, index, y }) =>
      `<text x="${FRAME.right + 10}" y="${(y + 4).toFixed(1)}" fill="${COLORS[index % COLORS.length]}">${name}</text>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" font-family="sans-serif" font-size="12">`,
    '<title>Milliseconds of calls by clients</title>',
    '<rect width="100%" height="100%" fill="#fff"/>',
    ...rows,
    ...columns,
    ...lines,
    ...labels,
    '</svg>\n',
  ].join('\n');
};
