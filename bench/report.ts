import { appendFileSync, readFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { basename } from 'node:path';
import { paceOfMachine } from './pace.ts';

export interface Figure {
  readonly name: string;
  readonly here: string;
  /** What the bare minimum reaches in the same run. */
  readonly limit?: string;
  readonly target: string;
  /** How much of what the target allows is used: up to 1 it is reached. */
  readonly share: number;
}

const HEAD = {
  name: 'Figure',
  here: 'Here',
  limit: 'Limit',
  target: 'Target',
  share: 'Share',
  reached: 'Reached',
} as const;
const COLUMNS = ['name', 'here', 'limit', 'target', 'share', 'reached'] as const;

/** A time that the target allows on the reference machine, as this one's share of it. */
export const shareOfTime = (tookMs: number, allowedMs: number) => tookMs / (allowedMs * paceOfMachine());
/** For what is right or wrong, not more or less. */
export const shareOf = (isRight: boolean) => (isRight ? 1 : Number.POSITIVE_INFINITY);

let reported = 0;
/** For the run of benches, which compares them with those that were kept. */
const keep = (figures: readonly Figure[]) => {
  const file = process.env.BENCH_FIGURES;
  const bench = basename(process.argv[1] ?? '', '.bench.ts');
  const lines = figures.map(({ name, share }, n) =>
    JSON.stringify({ bench, place: reported + n, name, share }),
  );
  reported += figures.length;
  if (file) appendFileSync(file, lines.map((line) => `${line}\n`).join(''));
};

/** The figures of one benchmark as a table. A missed target is said, not punished: the exit code stays 0. */
export const report = (figures: readonly Figure[]) => {
  keep(figures);
  const rows = [
    HEAD,
    ...figures.map((figure) => ({
      ...figure,
      limit: figure.limit ?? '',
      share: figure.share.toFixed(2),
      reached: figure.share <= 1 ? 'yes' : 'NO',
    })),
  ];
  const width = (column: (typeof COLUMNS)[number]) => Math.max(...rows.map((row) => row[column].length));
  console.log(
    `\n${cpus()[0]?.model.trim()}, ${availableParallelism()} cores, Node ${process.version}; times allowed × ${paceOfMachine().toFixed(2)}, the pace of this machine`,
  );
  for (const row of rows)
    console.log(
      COLUMNS.map((column) => row[column].padEnd(width(column)))
        .join('  ')
        .trimEnd(),
    );
};

/** The limit is under 40 lines, and is shown. */
export const showSource = (file: string) => {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  if (lines.length >= 40)
    throw new Error(`${basename(file)} has ${lines.length} lines: a limit has less than 40.`);
  console.log(`\nThe limit, ${basename(file)}:\n${lines.map((line) => `  | ${line}`).join('\n')}`);
};

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
};

export const percent = (share: number) => `${Math.round(share * 100)} %`;
export const ms = (value: number) => `${value.toFixed(value < 100 ? 1 : 0)} ms`;
export const perSecond = (value: number) => `${value.toFixed(value < 100 ? 1 : 0)}/s`;
