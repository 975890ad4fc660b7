import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DrillReport } from '@homecare/domain/health/schema.ts';
import { z } from 'zod';

/** Notes that commands and nightly work leave next to the data, so that the health page has them after a restart. */
const BackupNote = z.strictObject({ made: z.string() });

const FILES = {
  backup: { name: 'last-backup.json', schema: BackupNote },
  drill: { name: 'last-drill.json', schema: DrillReport },
} as const;
type Note = keyof typeof FILES;

const write = async (dataDir: string, note: Note, content: object) => {
  const file = path.join(dataDir, FILES[note].name);
  await writeFile(`${file}.new`, `${JSON.stringify(content, null, 1)}\n`, { mode: 0o600, flush: true });
  await rename(`${file}.new`, file);
};

/** Undefined if there is none, or another release wrote it. */
const read = async <T>(file: string, schema: z.ZodType<T>): Promise<T | undefined> => {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
};

export const noteBackup = (dataDir: string, made: string) => write(dataDir, 'backup', { made });
export const noteDrill = (dataDir: string, report: DrillReport) => write(dataDir, 'drill', report);

export const readLastBackup = async (dataDir: string): Promise<string | undefined> =>
  (await read(path.join(dataDir, FILES.backup.name), BackupNote))?.made;
export const readLastDrill = (dataDir: string): Promise<DrillReport | undefined> =>
  read(path.join(dataDir, FILES.drill.name), DrillReport);
