export function wireNameProblems(file: string, source: string): string[];
export function ownWordProblems(file: string, source: string): string[];
export function checkNames(): string[];
