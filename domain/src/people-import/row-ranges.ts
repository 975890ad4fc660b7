/** Rows of a file as a short text: '3,5-9,12'. Half of a full file fits into the field of a request. */

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

/** Answers whether a row is among them; in whatever order they are, and however many. */
export const readRanges = (text: string): ((row: number) => boolean) => {
  const ranges = text
    .split(',')
    .filter(Boolean)
    .map((range) => {
      const [from = 0, to = from] = range.split('-').map(Number);
      return { from, to };
    })
    .toSorted((a, b) => a.from - b.from);
  /** How far the ranges up to each one reach. */
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
