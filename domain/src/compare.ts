/** Texts by code unit, the same in every language, and numbers by size. Names are folded before (fold.ts). */
export const compareKeys = (a: string | number, b: string | number): number => (a < b ? -1 : a > b ? 1 : 0);
