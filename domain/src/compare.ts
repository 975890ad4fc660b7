/** Compares texts by code unit, so that the order is the same in every language, and numbers by size. Fold names first (fold.ts). */
export const compareKeys = (a: string | number, b: string | number): number => (a < b ? -1 : a > b ? 1 : 0);
