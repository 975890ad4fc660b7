// No component is longer than 120 lines, no other function than 60, but for what scripts/exceptions.mjs lists with its reason.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { LONG_FUNCTIONS } from './exceptions.mjs';
import { LONGEST_COMPONENT, LONGEST_FUNCTION, sizeOfSource } from './size-of-source.ts';
import { ROOT } from './steps.mjs';

interface Source {
  readonly path: string;
  readonly text: string;
}

/** Each function that is too long and not listed, and each entry of the list that is none. */
export const lengthProblems = (sources: readonly Source[], listed: readonly string[]): string[] => {
  const long = sources.flatMap(({ path, text }) =>
    sizeOfSource(path, text)
      .functions.map((one) => ({ ...one, most: one.isComponent ? LONGEST_COMPONENT : LONGEST_FUNCTION }))
      .filter(({ lines, most }) => lines > most)
      .map(({ name, lines, most }) => ({ key: `${path} ${name}`, lines, most })),
  );
  const keys = new Set(long.map(({ key }) => key));
  return [
    ...long
      .filter(({ key }) => !listed.includes(key))
      .map(({ key, lines, most }) => `${key}: has ${lines} lines, more than ${most}`),
    ...listed.filter((key) => !keys.has(key)).map((key) => `${key}: is listed as too long and is not`),
  ];
};

const readSources = (): Source[] =>
  globSync('{domain,server,web}/src/**/*.{ts,tsx}', { cwd: ROOT })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !/\.(test|prove)\.tsx?$/.test(path))
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const problems = lengthProblems(readSources(), Object.keys(LONG_FUNCTIONS));
  console.log(problems.join('\n'));
  process.exitCode = problems.length > 0 ? 1 : 0;
}
