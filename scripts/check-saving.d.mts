export function savingProblems(source: string): string[];
export function roleProblems(source: string): string[];
export function checkSaving(): string[];
