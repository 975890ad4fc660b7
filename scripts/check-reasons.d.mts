export function reasonProblems(source: string): string[];
export function problemsOf(sources: readonly (readonly [file: string, source: string])[]): string[];
export function undescribed(reasons: readonly string[], page: string, tests: readonly string[]): string[];
export function reasonsIn(source: string): string[];
export function checkReasons(): string[];
