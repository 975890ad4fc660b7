/** '1 row' or '1,200 rows'. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;

/** '32 billing records, 1 more with nothing to claim'. */
export const countedBeside = (
  count: number,
  others: number,
  words: string,
  [one, many]: readonly [one: string, many: string],
): string =>
  others > 0
    ? `${counted(count, one, many)}, ${others.toLocaleString('en-US')} more with ${words}`
    : counted(count, one, many);
