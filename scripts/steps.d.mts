export const ROOT: string;
/** A sentence for the operator instead of a stack. */
export class Stop extends Error {}
/** Ends with the exit code and all that was said; never rejects for a failing program. */
export function run(
  program: string,
  args: readonly string[],
  options?: { readonly cwd?: string },
): Promise<{ code: number; output: string }>;
