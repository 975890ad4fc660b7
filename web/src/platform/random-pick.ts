/** From 0 to below `count`, each as likely as the others: numbers past the last whole multiple are drawn again. */
export const randomPick = (count: number): number => {
  const limit = 2 ** 32 - (2 ** 32 % count);
  for (;;) {
    const [drawn = limit] = crypto.getRandomValues(new Uint32Array(1));
    if (drawn < limit) return drawn % count;
  }
};
