import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import type { Scope } from '../auth/scope.ts';
import type { Job } from '../jobs/job.ts';

/** Nothing in progress takes longer. */
const SETTLED_AFTER = { hours: 1 } as const;
const AT_ONCE = 500;

/** Removes files that no row refers to or needs, and leftovers of killed processes. */
export const sweepFiles = async (scope: Scope): Promise<number> => {
  const before = Temporal.Now.instant().subtract(SETTLED_AFTER);
  const { files } = scope.site;
  let removed = 0;
  let batch: string[] = [];
  const settle = async () => {
    for (const key of await withoutRow(scope, batch)) {
      await files.remove(key);
      removed += 1;
    }
    batch = [];
  };
  for await (const { key, modified } of files.list()) {
    if (Temporal.Instant.compare(modified, before) >= 0) continue;
    batch.push(key);
    if (batch.length === AT_ONCE) await settle();
  }
  await settle();
  return removed + (await sweepIncoming(files.incoming, before));
};

const withoutRow = async (scope: Scope, keys: readonly string[]): Promise<string[]> => {
  if (keys.length === 0) return [];
  const { rows } = await sql<{ key: string }>`select k.key from unnest(${keys}::text[]) k (key)
    where not exists (select from stored_files f where f.key = k.key and f.removed is null)`.execute(
    scope.site.db,
  );
  return rows.map(({ key }) => key);
};

const sweepIncoming = async (folder: string, before: Temporal.Instant) => {
  let removed = 0;
  for (const name of await readdir(folder).catch(() => [])) {
    const file = path.join(folder, name);
    const found = await stat(file).catch(() => undefined);
    if (!found?.isFile() || found.mtimeMs >= before.epochMilliseconds) continue;
    await rm(file, { force: true });
    removed += 1;
  }
  return removed;
};

export const fileSweeper: Job = {
  name: 'sweep-files',
  every: { minutes: 60, at: 41 },
  run: async (scope) => void (await sweepFiles(scope)),
};
