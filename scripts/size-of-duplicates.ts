/** Fewer doubled lines are how the language is written; fewer signs are a list of short names. */
const LEAST_LINES = 6;
const LEAST_SIGNS = 100;

/** Lines that say something, without white space around them: imports and closing brackets are in every file. */
const linesOf = (text: string): string[] =>
  text
    .replace(/\/\*[\s\S]*?\*\/|^\s*(?:\/\/|--).*$/gm, '')
    .replace(/^import [^;]*;$/gm, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/**
 * In how many places lines of a file repeat earlier ones, in it or in an earlier file. A place is as long as the lines go on alike.
 */
export const duplicatesIn = (texts: readonly string[]): number => {
  const files = texts.map(linesOf);
  const seen = new Map<string, readonly [file: number, line: number]>();
  let places = 0;
  for (const [file, lines] of files.entries()) {
    const keys = lines.map((_, line) => lines.slice(line, line + LEAST_LINES).join('\n'));
    for (let line = 0; line + LEAST_LINES <= lines.length; ) {
      const first = seen.get(keys[line] ?? '');
      const same = first ? sameLines(files[first[0]] ?? [], first[1], lines, line) : 0;
      const isPlace = same > 0 && lines.slice(line, line + same).join('').length >= LEAST_SIGNS;
      if (isPlace) places += 1;
      for (const end = line + (isPlace ? same : 1); line < end; line += 1) {
        const key = keys[line] ?? '';
        if (!seen.has(key)) seen.set(key, [file, line]);
      }
    }
  }
  return places;
};

const sameLines = (one: readonly string[], from: number, other: readonly string[], at: number): number => {
  let same = 0;
  const isSelf = one === other;
  while (at + same < other.length && one[from + same] === other[at + same] && !(isSelf && from + same >= at))
    same += 1;
  return same;
};
