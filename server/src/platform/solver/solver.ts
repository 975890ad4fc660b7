import { Worker } from 'node:worker_threads';
import type { Problem } from '@homecare/domain/calculator/problem.ts';
import { LIMIT_SECONDS, type Solution } from '@homecare/domain/calculator/shortfall.ts';
import type { Assignment, WeekProblem, WeekSolution } from '@homecare/domain/staffing/week-problem.ts';
import type { FromSolve, Solved, ToSolve } from './solve-thread.ts';

/** How many calculations may wait for the thread before the server says that it is busy. */
export const WAITING_LIMIT = 4;
/** A thread that does not end in time is stopped. */
const HARD_LIMIT_MS = (LIMIT_SECONDS + 5) * 1000;

export class TooManyCalculations extends Error {}
/** The machine is too busy to finish a calculation in time. */
export class NotInTime extends Error {}

interface Job {
  readonly message: ToSolve;
  readonly ended: (answer: FromSolve) => void;
}

const waiting: Job[] = [];
let thread: Worker | undefined;
let job: Job | undefined;
let timer: NodeJS.Timeout | undefined;

const end = (answer: FromSolve) => {
  clearTimeout(timer);
  const ended = job;
  job = undefined;
  thread?.unref();
  ended?.ended(answer);
  next();
};

/** A dead thread loses its calculation; the next one gets a new thread. */
const drop = (worker: Worker, error: unknown) => {
  if (thread !== worker) return;
  thread = undefined;
  end({ kind: 'failed', error });
};

const start = () => {
  const worker = new Worker(new URL('./solve-thread.ts', import.meta.url));
  worker.on('message', end);
  worker.on('error', (error) => drop(worker, error));
  worker.on('exit', () => drop(worker, new Error('the solving thread ended')));
  return worker;
};

const next = () => {
  if (job) return;
  job = waiting.shift();
  if (!job) return;
  thread ??= start();
  const worker = thread;
  worker.ref();
  timer = setTimeout(() => {
    drop(worker, new NotInTime('the solving thread did not end in time'));
    void worker.terminate();
  }, HARD_LIMIT_MS);
  worker.postMessage(job.message);
};

/** Solves in a separate thread, one after the other in order of arrival. */
const solve = async (message: ToSolve): Promise<Solved> => {
  if (waiting.length >= WAITING_LIMIT) throw new TooManyCalculations();
  const answer = await new Promise<FromSolve>((resolve) => {
    waiting.push({ message, ended: resolve });
    next();
  });
  if (answer.kind === 'failed') throw answer.error;
  return answer;
};

export const solveApart = async (problem: Problem, names: readonly string[]): Promise<Solution> => {
  const solved = await solve({ kind: 'calculation', problem, names, seconds: LIMIT_SECONDS });
  if (solved.kind !== 'calculation') throw new Error('the solving thread answered something else');
  return solved.solution;
};

/** Seconds for the open visits of a week, not counting loading the facts. */
const WEEK_SECONDS = 3;

/** A number both threads see; `hurryUp` ends a calculation with what has been found. */
export const newHurry = () => new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
export const hurryUp = (hurry: SharedArrayBuffer) => void Atomics.store(new Int32Array(hurry), 0, 1);

export const solveWeekApart = async (
  problem: WeekProblem,
  first: Assignment,
  hurry: SharedArrayBuffer,
): Promise<WeekSolution> => {
  const solved = await solve({ kind: 'week', problem, first, seconds: WEEK_SECONDS, hurry });
  if (solved.kind !== 'week') throw new Error('the solving thread answered something else');
  return solved.solution;
};
