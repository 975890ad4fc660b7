/** Dollars as they are typed → cents; undefined for what is no amount above 0. */
export const centsOf = (typed: number | string | null): number | undefined => {
  if (typeof typed !== 'number') return undefined;
  const cents = Math.round(typed * 100);
  return cents > 0 && Math.abs(cents / 100 - typed) < 1e-9 ? cents : undefined;
};

export const AMOUNT_MISSING = 'Enter an amount above 0 in dollars and cents';
