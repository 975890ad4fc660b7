/** A uniformly random number from 0 to below `count`. Draws again above the last whole multiple, to avoid a bias. */
export const randomPick = (count: number): number => {
  const limit = 2 ** 32 - (2 ** 32 % count);
  for (;;) {
    const [drawn = limit] = crypto.getRandomValues(new Uint32Array(1));
    if (drawn < limit) return drawn % count;
  }
};
