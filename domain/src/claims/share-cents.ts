/**
 * Shares an amount by weight without losing anything: whole cents that add up to the amount, each within a cent of its exact
 * share. If the amount equals the weights' sum, each gets exactly its weight.
 */
export const shareCents = (total: number, weights: readonly number[]): number[] => {
  const sizes = weights.map((weight) => BigInt(Math.abs(weight)));
  const sum = sizes.reduce((a, b) => a + b, 0n);
  if (sum === 0n) return weights.map((_, index) => (index === 0 ? total : 0));
  const amount = BigInt(Math.abs(total));
  const exact = sizes.map((size, index) => ({
    index,
    cents: (amount * size) / sum,
    rest: (amount * size) % sum,
  }));
  const missing = amount - exact.reduce((a, { cents }) => a + cents, 0n);
  // The largest remainders get the cents lost to rounding down; on a tie, the earlier one.
  const first = new Set(
    exact
      .toSorted((a, b) => (a.rest === b.rest ? a.index - b.index : a.rest > b.rest ? -1 : 1))
      .slice(0, Number(missing))
      .map(({ index }) => index),
  );
  return exact.map(({ index, cents }) => {
    const share = Number(cents) + (first.has(index) ? 1 : 0);
    return total < 0 && share !== 0 ? -share : share;
  });
};
