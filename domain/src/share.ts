/** Tenths of a percent, rounded down, so that 1000 always means all; null if there is nothing to count. */
export const tenthsOf = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.floor((part * 1000) / whole);
