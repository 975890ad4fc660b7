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

/** Answers whether a row is among them. */
export const readRanges = (text: string): ((row: number) => boolean) => {
  const ranges = text
    .split(',')
    .filter(Boolean)
    .map((range) => {
      const [from = 0, to = from] = range.split('-').map(Number);
      return { from, to };
    });
  return (row) => ranges.some(({ from, to }) => row >= from && row <= to);
};
