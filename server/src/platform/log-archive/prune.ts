import { existsSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import { filesRoot } from '../files/local-store.ts';
import { instantOf, type SealedArchive } from './sealed-archive.ts';

/** Each restore begins a new timeline, so segments are compared without it. */
export const placeInLog = (segment: string) => segment.slice(8, 24);

const Gone = z.record(z.string(), z.string());
const GONE = 'gone.json';

/** Removes what is no longer needed to restore any instant of the last `keptDays` days. */
export const pruneArchive = async (archive: SealedArchive, dataDir: string, keptDays: number) => {
  const limit = Temporal.Now.instant().subtract({ hours: 24 * keptDays });
  const isOld = (instant: string | Temporal.Instant) => Temporal.Instant.compare(instant, limit) < 0;
  const bases = await archive.bases();
  // The newest of the old copies is needed for the oldest instant.
  const old = bases.filter(({ end }) => isOld(end)).slice(0, -1);
  const { store } = archive;
  for (const { stamp } of old) {
    await store.remove(`base/${stamp}.json`);
    await store.remove(`base/${stamp}.tar`);
  }
  const first = bases[old.length];
  if (!first) return;
  for (const segment of await store.list('wal/'))
    if (!segment.endsWith('.history') && placeInLog(segment) < placeInLog(first.firstSegment))
      await store.remove(`wal/${segment}`);
  const directories = (await store.list('directory/')).filter((stamp) => isOld(instantOf(stamp)));
  for (const stamp of directories.slice(0, -1)) await store.remove(`directory/${stamp}`);
  await pruneFiles(archive, dataDir, isOld);
};

/** A file deleted here stays in the archive as long as the rows that refer to it. */
const pruneFiles = async (archive: SealedArchive, dataDir: string, isOld: (instant: string) => boolean) => {
  const { store } = archive;
  const noted = await store.get(GONE);
  const since = noted ? Gone.parse(JSON.parse((await buffer(noted)).toString())) : {};
  const gone: Record<string, string> = {};
  for (const file of await store.list('files/')) {
    if (existsSync(path.join(filesRoot(dataDir), ...file.split('/')))) continue;
    const noticed = since[file] ?? Temporal.Now.instant().toString();
    if (isOld(noticed)) await store.remove(`files/${file}`);
    else gone[file] = noticed;
  }
  await store.put(GONE, Readable.from([JSON.stringify(gone)]));
};
