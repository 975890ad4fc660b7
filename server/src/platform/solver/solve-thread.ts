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

/** Work from the main thread: a calculation of the calculator, or the open visits of a week. */
export type Work =
  | { readonly kind: 'calculation'; readonly problem: Problem; readonly names: readonly string[] }
  | { readonly kind: 'week'; readonly problem: WeekProblem; readonly first: Assignment };
/** One task at a time. */
export type ToSolve = Work & {
  readonly seconds: number;
  /** A shared number: 1 asks for what has been found so far. */
  readonly hurry?: SharedArrayBuffer | undefined;
};
export type Solved =
  | { readonly kind: 'calculation'; readonly solution: Solution }
  | { readonly kind: 'week'; readonly solution: WeekSolution };
export type FromSolve = Solved | { readonly kind: 'failed'; readonly error: unknown };

/** Calls take precedence over calculations when processors are busy; on Linux the priority applies to this thread only. */
if (process.platform === 'linux') setPriority(0, 10);

/** A goal that has begun is finished; later ones get this much time. */
const HURRIED_SECONDS = 0.02;

const loaded = loadSolver();

const solve = async (work: ToSolve): Promise<Solved> => {
  const solver = await loaded;
  const end = performance.now() + work.seconds * 1000;
  const isHurried = () => work.hurry !== undefined && Atomics.load(new Int32Array(work.hurry), 0) === 1;
  const secondsLeft = () =>
    Math.min((end - performance.now()) / 1000, isHurried() ? HURRIED_SECONDS : Infinity);
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
