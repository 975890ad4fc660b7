/** Flags of the command line; npm keeps those without `--` before them for itself and tells them in the environment. */
export function givenFlags(
  words: readonly string[],
  flags: readonly string[],
  environment?: Readonly<Record<string, string | undefined>>,
): string[];
