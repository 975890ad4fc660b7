export function featureOf(path: string): string | undefined;
export function featureProblems(
  imports: ReadonlyMap<string, readonly string[]>,
  page: string,
): Generator<string>;
export function pictureOf(uses: readonly string[]): string;
