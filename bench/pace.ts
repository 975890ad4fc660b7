import { createHash } from 'node:crypto';

/** Milliseconds of processor time that the task below took on the machine that the targets were written for. */
const REFERENCE_MS = 14.3;
const ROUNDS = 9;

/** A bit of everything that the server does all day: rows made, put in order, written as JSON, read again, hashed. */
const task = (): string => {
  const rows = Array.from({ length: 20_000 }, (_, n) => ({
    id: n,
    name: `Name ${(n * 7_919) % 20_000}`,
    date: `2026-${String((n % 12) + 1).padStart(2, '0')}-15`,
    minutes: (n * 31) % 1_440,
  }));
  const sorted = rows.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const again: unknown = JSON.parse(JSON.stringify(sorted));
  return createHash('sha256').update(JSON.stringify(again)).digest('hex');
};

/** Processor time, so that other work on the machine hardly changes it. */
const processorMs = (work: () => unknown): number => {
  const begun = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1_000;
};

let measured: number | undefined;

/** How much longer than the reference this machine takes: 1 is as fast, 2 takes twice as long. Measured once in a run. */
export const paceOfMachine = (): number => {
  measured ??= Math.min(...Array.from({ length: ROUNDS }, () => processorMs(task))) / REFERENCE_MS;
  return measured;
};
