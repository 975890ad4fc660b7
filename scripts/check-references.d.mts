export interface World {
  readonly exists: (path: string) => boolean;
  readonly hasDecision: (number: string) => boolean;
  readonly rulesOf: (page: string) => readonly number[] | undefined;
}
export function referenceProblems(file: string, source: string, world: World): Generator<string>;
export function rulesIn(text: string): number[];
export function doubledDecisions(files: readonly string[]): string[];
export function checkReferences(): string[];
