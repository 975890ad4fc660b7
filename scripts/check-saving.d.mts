export const LEFT: readonly string[];
export function savingProblems(source: string): string[];
export function roleProblems(source: string): string[];
export function problemsOf(
  sources: readonly (readonly [file: string, source: string])[],
  left: readonly string[],
): string[];
export function checkSaving(): string[];
