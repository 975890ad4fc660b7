import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import type { Problem } from '@homecare/domain/calculator/problem.ts';
import { type Solution, solveProblem } from '@homecare/domain/calculator/shortfall.ts';
import {
  type Assignment,
  solveWeek,
  type WeekProblem,
  type WeekSolution,
} from '@homecare/domain/staffing/week-problem.ts';
import { loadSolver } from './highs.ts';

/** What the main thread sends: a calculation of the calculator, or the open visits of a week. */
export type Work =
  | { readonly kind: 'calculation'; readonly problem: Problem; readonly names: readonly string[] }
  | { readonly kind: 'week'; readonly problem: WeekProblem; readonly first: Assignment };
/** One work at a time. */
export type ToSolve = Work & { readonly seconds: number };
export type Solved =
  | { readonly kind: 'calculation'; readonly solution: Solution }
  | { readonly kind: 'week'; readonly solution: WeekSolution };
export type FromSolve = Solved | { readonly kind: 'failed'; readonly error: unknown };

/** Where a processor is short, calls come before calculations; on Linux the number counts for this thread alone. */
if (process.platform === 'linux') setPriority(0, 10);

const loaded = loadSolver();

const solve = async (work: ToSolve): Promise<Solved> => {
  const solver = await loaded;
  const end = performance.now() + work.seconds * 1000;
  const secondsLeft = () => (end - performance.now()) / 1000;
  const { kind } = work;
  return kind === 'week'
    ? { kind, solution: solveWeek(work.problem, work.first, solver, secondsLeft) }
    : { kind, solution: solveProblem(work.problem, work.names, solver, secondsLeft) };
};

const port = parentPort;
port?.on('message', (message: ToSolve) => {
  solve(message).then(
    (solved) => port.postMessage(solved satisfies FromSolve),
    (error: unknown) => port.postMessage({ kind: 'failed', error } satisfies FromSolve),
  );
});
