export function structureProblems(
  sources: ReadonlyMap<string, string>,
  migrations: ReadonlyMap<string, string>,
): Generator<string>;
export function importsOf(file: string, source: string): string[];
export function leadsUp(from: string, to: string): boolean;
export function checkStructure(): string[];
