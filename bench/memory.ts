import { readFileSync, writeFileSync } from 'node:fs';

/** Megabytes of a server in its own process. */
export const memoryOf = (pid: number) => {
  const read = (of: 'VmHWM' | 'VmRSS') =>
    Number(new RegExp(`${of}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) /
    1024;
  return {
    now: () => read('VmRSS'),
    /** What a piece of work takes at its highest, above what the server held before. */
    added: async (work: () => Promise<unknown>) => {
      // 5: the highest mark begins anew.
      writeFileSync(`/proc/${pid}/clear_refs`, '5');
      const before = read('VmRSS');
      await work();
      return Math.max(0, read('VmHWM') - before);
    },
  };
};
