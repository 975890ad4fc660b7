export function structureProblems(
  sources: ReadonlyMap<string, string>,
  migrations: ReadonlyMap<string, string>,
): Generator<string>;
export function checkStructure(): string[];
