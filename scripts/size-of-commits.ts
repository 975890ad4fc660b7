import { globSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PATTERNS, type PlacedSource, partOf } from './size-of-patterns.ts';
import { LONGEST_COMPONENT, LONGEST_FUNCTION, type SourceSize, sizeOfSource } from './size-of-source.ts';
import { ROOT, run, Stop } from './steps.mjs';

type Kind = 'product' | 'tests' | 'generated';
interface SourceFile extends SourceSize, PlacedSource {
  readonly kind: Kind;
}
/** The paths of the formatted sources of one commit. */
interface Commit {
  readonly name: string;
  readonly files: readonly SourceFile[];
}

const PACKAGES = ['domain', 'server', 'web'];
const ENDINGS = ['ts', 'tsx', 'css', 'sql'];
const TESTS = /\.(test|prove|e2e)\.tsx?$|(^|\/)(testing|samples)\/|\/test-[^/]+$|\.config\.ts$/;
const GENERATED = /\/platform\/db\/tables\.ts$/;

/** All that is not one of the three packages tests the product or stands in for somebody outside. */
const kindOf = (path: string): Kind => {
  if (GENERATED.test(path)) return 'generated';
  return TESTS.test(path) || !PACKAGES.some((name) => path.startsWith(`${name}/`)) ? 'tests' : 'product';
};

/** Compares the sources of two commits of a repository, read from git; its work tree is not looked at. */
export const sizeOfCommits = async (repository: string, before: string, after: string): Promise<string> => {
  const names = await Promise.all([nameOf(repository, before), nameOf(repository, after)]);
  const folder = await mkdtemp(join(tmpdir(), 'size-'));
  try {
    const renames = await renamesBetween(repository, names);
    const commits = [
      await readCommit(repository, names[0], join(folder, 'before'), renames),
      await readCommit(repository, names[1], join(folder, 'after'), new Map()),
    ] as const;
    return report(...commits, movedToTests(...commits));
  } finally {
    await rm(folder, { recursive: true });
  }
};

const git = async (repository: string, ...args: string[]) => {
  const { code, output } = await run('git', args, { cwd: repository });
  if (code !== 0) throw new Stop(output.trim());
  return output.trim();
};

const nameOf = async (repository: string, commit: string) => {
  const name = await git(
    repository,
    'rev-parse',
    '--short',
    '--verify',
    '--quiet',
    `${commit}^{commit}`,
  ).catch(() => '');
  if (name === '') throw new Stop(`There is no commit ${commit}.`);
  return name;
};

/** Where git follows the files of the first commit to. */
const renamesBetween = async (repository: string, names: readonly [string, string]) => {
  const renames = await git(
    repository,
    ...['diff', '--find-renames', '-l0', '--name-status', '--diff-filter=R', '-z', ...names],
  );
  return new Map(
    [...renames.matchAll(/R\d+\0([^\0]+)\0([^\0]+)/g)].map(([, from = '', to = '']) => [from, to] as const),
  );
};

const readCommit = async (
  repository: string,
  name: string,
  folder: string,
  renames: ReadonlyMap<string, string>,
): Promise<Commit> => {
  await mkdir(folder);
  const archive = `${folder}.tar`;
  await git(repository, 'archive', '--output', archive, name);
  await runOrStop('tar', ['-xf', archive, '-C', folder]);
  await format(folder);
  const paths = globSync(`**/*.{${ENDINGS}}`, { cwd: folder }).map((path) => path.replaceAll('\\', '/'));
  const files = paths.toSorted().map((path) => {
    const text = readFileSync(join(folder, path), 'utf8');
    return { path, now: renames.get(path) ?? path, text, kind: kindOf(path), ...sizeOfSource(path, text) };
  });
  return { name, files };
};

/** Both commits in the format of this tree: a wider line is no smaller product. */
const format = async (folder: string) => {
  const { formatter, javascript } = JSON.parse(readFileSync(join(ROOT, 'biome.json'), 'utf8'));
  await writeFile(join(folder, 'biome.json'), JSON.stringify({ root: true, formatter, javascript }));
  const biome = join(ROOT, 'node_modules/@biomejs/biome/bin/biome');
  await runOrStop(process.execPath, [biome, 'format', '--write', '--no-errors-on-unmatched', folder], folder);
};

const runOrStop = async (program: string, args: string[], cwd = ROOT) => {
  const { code, output } = await run(program, args, { cwd });
  if (code !== 0) throw new Stop(output.trim());
};

interface Moved {
  readonly from: string;
  readonly to: string;
  readonly lines: number;
}

/** Files of the product that git follows into a test, and statements that left the product and are new in a test. */
const movedToTests = (before: Commit, after: Commit): Moved[] => {
  const files = before.files.flatMap(({ path, now, kind, lines }) =>
    kind === 'product' && kindOf(now) === 'tests' ? [{ from: path, to: now, lines }] : [],
  );
  const whole = new Set(files.map(({ from }) => from));
  const present = statementsOf(after, 'product');
  const known = statementsOf(before, 'tests');
  const arrived = statementsOf(after, 'tests');
  const statements = before.files
    .filter(({ path, kind }) => kind === 'product' && !whole.has(path))
    .flatMap(({ path, statements }) =>
      [...statements].flatMap(([text, lines]) => {
        const to = arrived.get(text);
        return to && !present.has(text) && !known.has(text) ? [{ from: path, to, lines }] : [];
      }),
    );
  return [...files, ...byPlaces(statements)];
};

/** Where each statement of such files is. */
const statementsOf = ({ files }: Commit, kind: Kind) =>
  new Map(
    files
      .filter((file) => file.kind === kind)
      .flatMap(({ path, statements }) => [...statements.keys()].map((text) => [text, path] as const)),
  );

const byPlaces = (moved: readonly Moved[]): Moved[] =>
  [...Map.groupBy(moved, ({ from, to }) => `${from}\0${to}`).values()].flatMap(([first, ...others]) =>
    first ? [{ ...first, lines: sum([first, ...others].map(({ lines }) => lines)) }] : [],
  );

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

/** The smallest number that this share of all does not exceed. */
const quantile = (numbers: readonly number[], share: number) =>
  numbers.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(numbers.length * share) - 1)] ?? 0;

type Row = readonly [name: string, measure: (commit: Commit) => number];

const linesOf = (files: readonly SourceFile[]) => sum(files.map(({ lines }) => lines));
const product = ({ files }: Commit) => files.filter(({ kind }) => kind === 'product');
const functionsOf = (commit: Commit) => product(commit).flatMap(({ functions }) => functions);
/** A short function without a name is part of the expression around it. */
const namedLengths = (commit: Commit) =>
  functionsOf(commit).flatMap(({ name, lines }) => (name === '' ? [] : [lines]));
const fileLengths = (commit: Commit) => product(commit).map(({ lines }) => lines);
const commentLines = (commit: Commit) => sum(product(commit).map((file) => file.commentLines));

const ROWS: readonly Row[] = [
  ['product lines', (commit) => linesOf(product(commit))],
  ...PACKAGES.map(
    (name): Row => [
      `  of ${name}`,
      (commit) => linesOf(product(commit).filter(({ path }) => path.startsWith(`${name}/`))),
    ],
  ),
  ...ENDINGS.map(
    (ending): Row => [
      `  .${ending}`,
      (commit) => linesOf(product(commit).filter(({ path }) => path.endsWith(`.${ending}`))),
    ],
  ),
  ['product files', (commit) => product(commit).length],
  ['file lines, median', (commit) => quantile(fileLengths(commit), 0.5)],
  ['file lines, 90th percentile', (commit) => quantile(fileLengths(commit), 0.9)],
  ['functions', (commit) => namedLengths(commit).length],
  ['function lines, median', (commit) => quantile(namedLengths(commit), 0.5)],
  ['function lines, 90th percentile', (commit) => quantile(namedLengths(commit), 0.9)],
  [
    `components over ${LONGEST_COMPONENT} lines`,
    (commit) => functionsOf(commit).filter((one) => one.isComponent && one.lines > LONGEST_COMPONENT).length,
  ],
  [
    `functions over ${LONGEST_FUNCTION} lines`,
    (commit) => functionsOf(commit).filter((one) => !one.isComponent && one.lines > LONGEST_FUNCTION).length,
  ],
  ...PATTERNS.map(([name, count]): Row => [name, (commit) => count(product(commit))]),
  ['comment lines', commentLines],
  ['comment lines per 100 functions', (commit) => (100 * commentLines(commit)) / namedLengths(commit).length],
  ['test and tool lines', ({ files }) => linesOf(files.filter(({ kind }) => kind === 'tests'))],
  ['generated lines', ({ files }) => linesOf(files.filter(({ kind }) => kind === 'generated'))],
];

const shown = (value: number) =>
  (Number.isFinite(value) ? value : 0).toLocaleString('en-US', { maximumFractionDigits: 1 });

const linesByPart = (commit: Commit) =>
  new Map(
    [...Map.groupBy(product(commit), ({ path, now }) => partOf(kindOf(now) === 'product' ? now : path))].map(
      ([part, files]) => [part, linesOf(files)],
    ),
  );

/** Lines of each part of the product: those that there were, then those that are new, each with their sum. */
const partLines = (before: Commit, after: Commit): (readonly [string, number, number])[] => {
  const [from, to] = [linesByPart(before), linesByPart(after)];
  const parts = [...new Set([...from.keys(), ...to.keys()])]
    .toSorted()
    .map((part) => [part, from.get(part) ?? 0, to.get(part) ?? 0] as const);
  const sums = (name: string, some: typeof parts) =>
    [
      [name, sum(some.map(([, lines]) => lines)), sum(some.map(([, , lines]) => lines))] as const,
      ...some.map(([part, ...lines]) => [`  ${part}`, ...lines] as const),
    ] as const;
  return [
    ...sums(
      'lines of parts that there were',
      parts.filter(([part]) => from.has(part)),
    ),
    ...sums(
      'lines of new parts',
      parts.filter(([part]) => !from.has(part)),
    ),
  ];
};

const report = (before: Commit, after: Commit, moved: readonly Moved[]) => {
  const line = (name: string, ...values: string[]) =>
    name.padEnd(40) + values.map((value) => value.padStart(10)).join('');
  const rows = ROWS.map(([name, measure]) => {
    const [from, to] = [measure(before), measure(after)];
    return line(name, shown(from), shown(to), shown(to - from));
  });
  const movedLines = sum(moved.map(({ lines }) => lines));
  const fewer = linesOf(product(before)) - movedLines - linesOf(product(after));
  return [
    line('', before.name, after.name, 'change'),
    ...rows,
    '',
    ...partLines(before, after).map(([name, from, to]) =>
      line(name, shown(from), shown(to), shown(to - from)),
    ),
    '',
    line('product lines moved to tests', shown(movedLines)),
    ...moved.map(({ from, to, lines }) => line(`  ${shown(lines)} of ${from}, now in ${to}`).trimEnd()),
    line('fewer product lines without those', shown(fewer)),
  ].join('\n');
};
