/** Tenths of a percent, rounded down, so that only all of them are 1000; null of nothing. */
export const tenthsOf = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.floor((part * 1000) / whole);
