import { readFileSync } from 'node:fs';

/** Processor time of a process itself, in seconds; Linux counts in hundredths. A process that is gone has none. */
export const processorOf = (pid: number): number => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [user, system] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13)
      .map(Number);
    return ((user ?? 0) + (system ?? 0)) / 100;
  } catch {
    return 0;
  }
};
