import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { unpackTar } from 'modern-tar/fs';
import { SealBroken } from '../crypto/sealed-stream.ts';
import { StartRefused, startEmbeddedPostgres } from '../db/embedded.ts';
import { giveSegment, openHandover, recoverySettings, segmentsWanted, type Until } from './handover.ts';
import type { Base, SealedArchive } from './sealed-archive.ts';

export interface Recovery {
  readonly archive: SealedArchive;
  readonly base: Base & { readonly stamp: string };
  /** Must not contain a cluster. */
  readonly dataDir: string;
  readonly until: Until;
}

/** Why it cannot be restored, as a sentence; nothing of the attempt remains. */
export class RecoveryRefused extends Error {
  override readonly name = 'RecoveryRefused';
}

const LOOK_MS = 10;
/** A busy agency's day is replayed in minutes, but a machine may be slow. */
const LONGEST_MS = 12 * 3_600_000;

/** Recovers the cluster of a base to an instant; returns its running server and the time of its last change. */
export const recoverCluster = async ({ archive, base, dataDir, until }: Recovery) => {
  const cluster = path.join(dataDir, 'postgres');
  try {
    await unpackBase(archive, base, cluster);
    const feeding = feedLog(archive, cluster);
    const postgres = await startRecovering(dataDir, until).finally(() => feeding.stop());
    const log = await readFile(path.join(dataDir, 'postgres.log'), 'utf8');
    const last = lastChange(log);
    const gap = await gapBehind(archive, feeding.missing);
    if (postgres instanceof StartRefused)
      throw feeding.broken ?? refusalOf(postgres, { base, hasBegun: log.includes(ENDED), last, gap });
    if (!feeding.broken && !(gap && until === 'latest')) return { postgres, last };
    await postgres.stop();
    throw feeding.broken ?? new RecoveryRefused(endSentence(last, gap));
  } catch (error) {
    await rm(cluster, { recursive: true, force: true });
    if (error instanceof SealBroken)
      throw new RecoveryRefused(`The archive is damaged: ${error.message}. Nothing was restored.`);
    throw error;
  }
};

/** Explains PostgreSQL's refusal by what the archive could provide. */
const startRecovering = async (dataDir: string, until: Recovery['until']) => {
  try {
    return await startEmbeddedPostgres({
      dataDir,
      log: () => undefined,
      settings: recoverySettings(until),
      recoveryMs: LONGEST_MS,
    });
  } catch (error) {
    if (error instanceof StartRefused) return error;
    throw error;
  }
};

/** As accepted by --at. */
export const inSeconds = (instant: Temporal.Instant | string, roundingMode: 'floor' | 'ceil' = 'floor') =>
  Temporal.Instant.from(instant).toString({ smallestUnit: 'second', roundingMode });

/** Without the segments written during it, a copy of the database cannot be opened at all. */
const refusalOf = (
  postgres: StartRefused,
  { base, hasBegun, last, gap }: Stop & { readonly base: Base; readonly hasBegun: boolean },
) => {
  if (hasBegun) return new RecoveryRefused(endSentence(last, gap));
  if (!gap) return postgres;
  return new RecoveryRefused(
    `wal/${gap} is missing from the archive, and the copy of the database of ${inSeconds(base.begin)} cannot be used without it. Nothing was restored.`,
  );
};

/** The last change that was replayed, and the missing segment after it. */
interface Stop {
  readonly last: Temporal.Instant | undefined;
  readonly gap: string | undefined;
}

const endSentence = (last: Temporal.Instant | undefined, gap: string | undefined) => {
  const end = last ? `a change made at ${inSeconds(last)}` : 'its copy of the database';
  const why = gap
    ? `wal/${gap} is missing from the archive, which therefore ends with ${end}`
    : `The archive ends with ${end}`;
  return `${why}. Nothing was restored: name an instant up to then${gap ? '' : ", or 'latest'"}.`;
};

/** The log ends at a missing segment; if a later one exists, the missing one was lost. */
const gapBehind = async (archive: SealedArchive, missing: string | undefined) => {
  if (!missing) return undefined;
  const last = (await archive.store.list('wal/')).filter((name) => /^[0-9A-F]{24}$/.test(name)).at(-1);
  return last && last > missing ? missing : undefined;
};

/** Read from the server's log, which contains only this recovery. */
const ENDED = 'recovery ended before configured recovery target was reached';
const lastChange = (log: string): Temporal.Instant | undefined => {
  const said = [...log.matchAll(/last completed transaction was at log time (\S+) (\S+)/g)].at(-1);
  return said && Temporal.Instant.from(`${said[1]}T${said[2]}`);
};

const unpackBase = async (archive: SealedArchive, base: Recovery['base'], cluster: string) => {
  await mkdir(cluster, { recursive: true, mode: 0o700 });
  const copy = await archive.get(`base/${base.stamp}.tar`);
  if (!copy)
    throw new RecoveryRefused(`base/${base.stamp}.tar is missing from the archive. Nothing was restored.`);
  await pipeline(copy, unpackTar(cluster, { fmode: 0o600, dmode: 0o700 }));
  await writeFile(path.join(cluster, 'backup_label'), base.label, { mode: 0o600 });
  await writeFile(path.join(cluster, 'recovery.signal'), '', { mode: 0o600 });
  await openHandover(cluster);
};

/** Gives the server each segment it requests. A broken one counts as missing, and is named as the reason afterwards. */
const feedLog = (archive: SealedArchive, cluster: string) => {
  const state: { isStopped: boolean; broken?: Error; missing?: string } = { isStopped: false };
  const read = async (segment: string) => {
    if (state.broken) return undefined;
    try {
      const content = await archive.get(`wal/${segment}`);
      return content && (await buffer(content));
    } catch (error) {
      state.broken =
        error instanceof SealBroken ? new SealBroken(`wal/${segment}: ${error.message}`) : toError(error);
      return undefined;
    }
  };
  const give = async (segment: string) => {
    const content = await read(segment);
    if (!content && !segment.endsWith('.history')) state.missing = segment;
    await giveSegment(cluster, segment, content);
  };
  const feed = async () => {
    for (; !state.isStopped; await pause(LOOK_MS))
      for (const segment of await segmentsWanted(cluster))
        await give(segment).catch((error: unknown) => {
          state.broken ??= toError(error);
        });
  };
  const feeding = feed();
  return {
    get broken() {
      return state.broken;
    },
    get missing() {
      return state.missing;
    },
    stop: () => {
      state.isStopped = true;
      return feeding;
    },
  };
};

const toError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)));
