import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface WorkerProcess {
  readonly child: ChildProcess;
  readonly ended: Promise<'ended'>;
  /** The first thing it printed. */
  readonly said: string;
}

/** A worker as a process that can be killed; it works once it has printed something. `file` is in this folder. */
export const startWorkerProcess = async (
  file: string,
  env: Readonly<Record<string, string>>,
): Promise<WorkerProcess> => {
  const child = spawn(process.execPath, [fileURLToPath(new URL(file, import.meta.url))], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let complaint = '';
  child.stderr.on('data', (text) => {
    complaint = `${complaint}${text}`.slice(-4_000);
  });
  const ended = once(child, 'exit').then(() => 'ended' as const);
  const first = await Promise.race([once(child.stdout, 'data'), ended]);
  if (first === 'ended') throw new Error(`the worker ended: ${complaint}`);
  return { child, ended, said: String(first[0]) };
};
