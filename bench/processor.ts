import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readPostmaster } from '../server/src/platform/db/postmaster.ts';

/** Processor time of a process itself, in seconds; Linux counts in hundredths. A process that is gone has none. */
export const processorOf = (pid: number): number => {
  const [user = 0, system = 0] = fieldsOf(pid).slice(11, 13);
  return (user + system) / 100;
};

const fieldsOf = (pid: number): readonly number[] => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
  } catch {
    return [];
  }
};

/** Processor time of the PostgreSQL of this folder, in seconds: of its processes, and of those that have ended. */
export const processorOfPostgres = (dataDir: string): number => {
  const postmaster = readPostmaster(join(dataDir, 'postgres'))?.pid;
  if (postmaster === undefined) return 0;
  const [user = 0, system = 0] = fieldsOf(postmaster).slice(13, 15);
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => fieldsOf(pid)[1] === postmaster);
  return [postmaster, ...children].reduce((sum, pid) => sum + processorOf(pid), (user + system) / 100);
};
