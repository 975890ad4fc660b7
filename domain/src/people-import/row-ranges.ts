/** Row numbers as a short text: '3,5-9,12'. A request has room for every other row of the longest file. */

export const MAX_RANGES_TEXT = 60_000;
export const RANGES = /^(?:\d{1,6}(?:-\d{1,6})?(?:,\d{1,6}(?:-\d{1,6})?)*)?$/;

export const writeRanges = (rows: readonly number[]): string => {
  const ranges: { from: number; to: number }[] = [];
  for (const row of rows.toSorted((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last && row <= last.to + 1) last.to = row;
    else ranges.push({ from: row, to: row });
  }
  return ranges.map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`)).join(',');
};

/** Returns a function that tells whether a row is included. Ranges may be in any order and overlap. */
export const readRanges = (text: string): ((row: number) => boolean) => {
  const ranges = text
    .split(',')
    .filter(Boolean)
    .map((range) => {
      const [from = 0, to = from] = range.split('-').map(Number);
      return { from, to };
    })
    .toSorted((a, b) => a.from - b.from);
  /** The highest row covered by the ranges up to each one. */
  const reach: number[] = [];
  for (const { to } of ranges) reach.push(Math.max(reach.at(-1) ?? 0, to));
  return (row) => {
    let [low, high] = [0, ranges.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ranges[middle]?.from ?? 0) <= row) low = middle + 1;
      else high = middle;
    }
    return low > 0 && (reach[low - 1] ?? 0) >= row;
  };
};
