import { readFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { holdsKind } from './content.ts';
import type { CsvRow } from './csv.ts';

/** The first sheet of an Excel workbook as rows of text, as if saved as CSV. */

/** A file that takes longer is not a list of people, or was made to keep a server busy. */
const MOST_MS = 60_000;
const HEAP = { maxOldGenerationSizeMb: 512 } as const;

const isRows = (message: unknown): message is string[][] => Array.isArray(message);

const readInThread = (bytes: Uint8Array): Promise<string[][]> =>
  new Promise((resolve, reject) => {
    const thread = new Worker(new URL('./workbook-thread.ts', import.meta.url), {
      workerData: bytes,
      resourceLimits: HEAP,
    });
    const late = setTimeout(() => void thread.terminate(), MOST_MS);
    thread.once('message', (rows: unknown) => {
      if (isRows(rows)) resolve(rows);
    });
    thread.once('error', reject);
    // After its answer, or without one.
    thread.once('exit', () => {
      clearTimeout(late);
      reject(new Error('the workbook was not read'));
    });
  });

/** Undefined if it is broken or not a workbook. */
export const readWorkbook = async (path: string, size: number): Promise<CsvRow[] | undefined> => {
  if (!(await holdsKind(path, size, 'xlsx'))) return undefined;
  try {
    const rows = await readInThread(await readFile(path));
    return rows
      .map((cells, at) => ({ at: at + 1, cells }))
      .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  } catch {
    return undefined;
  }
};
