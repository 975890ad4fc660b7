interface Curve {
  readonly name: string;
  readonly visits: number;
  /** From the call-out to the cover. */
  readonly minutes: readonly number[];
}

const [WIDTH, HEIGHT] = [860, 440];
const FRAME = { left: 60, top: 20, right: 700, bottom: 390 };
const COLORS = ['#1c7ed6', '#e8590c'];
const LAST_MINUTE = 240;

const xOf = (minute: number) => FRAME.left + (minute / LAST_MINUTE) * (FRAME.right - FRAME.left);
const yOf = (share: number) => FRAME.bottom - share * (FRAME.bottom - FRAME.top);

const shareBy = ({ visits, minutes }: Curve, minute: number) =>
  minutes.filter((one) => one <= minute).length / Math.max(1, visits);

/** The share of open visits that are covered, by minutes since the call-out. */
export const coverPicture = (curves: readonly Curve[]): string => {
  const rows = [0, 0.25, 0.5, 0.75, 1].map(
    (share) =>
      `<path d="M${FRAME.left} ${yOf(share)}H${FRAME.right}" stroke="#dee2e6"/><text x="${FRAME.left - 8}" y="${yOf(share) + 4}" text-anchor="end">${share * 100} %</text>`,
  );
  const columns = [0, 60, 120, 180, 240].map(
    (minute) =>
      `<path d="M${xOf(minute)} ${FRAME.top}V${FRAME.bottom}" stroke="#dee2e6"/><text x="${xOf(minute)}" y="${FRAME.bottom + 20}" text-anchor="middle">${minute} min</text>`,
  );
  const lines = curves.map((curve, index) => {
    const points = Array.from({ length: LAST_MINUTE + 1 }, (_, minute) => minute)
      .map((minute) => `${xOf(minute).toFixed(1)},${yOf(shareBy(curve, minute)).toFixed(1)}`)
      .join(' ');
    const end = yOf(shareBy(curve, LAST_MINUTE));
    return `<polyline fill="none" stroke="${COLORS[index]}" stroke-width="2" points="${points}"/><text x="${FRAME.right + 10}" y="${end + 4}" fill="${COLORS[index]}">${curve.name}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="13" fill="#343a40"><title>Share of call-outs covered by the minutes since the call-out</title><rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>${[...rows, ...columns, ...lines].join('')}<text x="${FRAME.left}" y="${HEIGHT - 8}">Open visits that are covered, by minutes since the call-out</text></svg>\n`;
};
