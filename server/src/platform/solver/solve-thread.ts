import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import type { Problem } from '@homecare/domain/calculator/problem.ts';
import { type Solution, solveProblem } from '@homecare/domain/calculator/shortfall.ts';
import { loadSolver } from './highs.ts';

/** What the main thread sends and what this thread answers; one calculation at a time. */
export interface ToSolve {
  readonly problem: Problem;
  readonly names: readonly string[];
  readonly seconds: number;
}
export type FromSolve = { readonly solution: Solution } | { readonly error: unknown };

/** Where a processor is short, calls come before calculations; on Linux the number counts for this thread alone. */
if (process.platform === 'linux') setPriority(0, 10);

const loaded = loadSolver();

const solve = async ({ problem, names, seconds }: ToSolve): Promise<Solution> => {
  const solver = await loaded;
  const end = performance.now() + seconds * 1000;
  return solveProblem(problem, names, solver, () => (end - performance.now()) / 1000);
};

const port = parentPort;
port?.on('message', (message: ToSolve) => {
  solve(message).then(
    (solution) => port.postMessage({ solution } satisfies FromSolve),
    (error: unknown) => port.postMessage({ error } satisfies FromSolve),
  );
});
