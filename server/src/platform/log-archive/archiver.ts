import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Connection } from '../db/pool.ts';
import { noteArchived } from '../metrics/events.ts';
import { makeBase } from './base-backup.ts';
import { followBesideTheLog } from './beside-the-log.ts';
import { openHandover, sayArchived, sayClosing, segmentsReady } from './handover.ts';
import { pruneArchive } from './prune.ts';
import type { SealedArchive } from './sealed-archive.ts';

export interface Archiving {
  readonly archive: SealedArchive;
  readonly dataDir: string;
  readonly connection: Connection;
  /** False if documents are in a bucket, which keeps its own versions. */
  readonly withFiles: boolean;
  /** How many days back the archive can restore. */
  readonly keptDays: number;
  /** Called once when archiving begins to fail and once when it works again. */
  readonly say: (sentence: string) => void;
}

export interface Archiver {
  /** When nothing was waiting to be archived for the last time; undefined before the first base. */
  readonly upToDate: Temporal.Instant | undefined;
  /** Call before the server stops, so that it no longer waits for a failing archive. */
  prepareStop(): void;
  /** Call after the server has stopped, to archive what it left. */
  stop(): Promise<void>;
}

const LOOK_MS = 500;
const BASE_EVERY_HOURS = 24;
const BASE_LOOK_MS = 60_000;

/** Repeats work until it succeeds; reports once that it fails and once that it works again. */
const persistently = (options: Archiving, state: { isClosing: boolean }, cluster: string) => {
  const failing = new Set<string>();
  return async (what: string, work: () => Promise<void>) => {
    try {
      await work();
      if (failing.delete(what)) options.say(`Archiving ${what} works again.`);
    } catch (error) {
      if (state.isClosing) return sayClosing(cluster);
      const reason = error instanceof Error ? error.message : String(error);
      if (!failing.has(what)) options.say(`Archiving ${what} fails and is tried again: ${reason}`);
      failing.add(what);
    }
  };
};

/** Archives each log segment once the server has finished it. */
const followLog = ({ archive, dataDir, withFiles }: Archiving, cluster: string) => {
  const archiveBeside = followBesideTheLog(archive, dataDir, withFiles);
  let sent = new Set<string>();
  let isFirst = true;
  return async () => {
    const ready = await segmentsReady(cluster);
    // Documents and keys go first, so that a row in an archived log has its file and its site's key there.
    if (ready.length > 0 || isFirst) await archiveBeside();
    isFirst = false;
    for (const segment of ready) {
      // The server may reuse the file as soon as it has read our answer.
      if (!sent.has(segment)) await archive.putFile(`wal/${segment}`, path.join(cluster, 'pg_wal', segment));
      sent.add(segment);
      await sayArchived(cluster, segment);
    }
    sent = new Set(ready);
  };
};

/** Copies the cluster each day and removes old copies; resolves once there is a copy. */
const keepBases = async (options: Archiving, cluster: string) => {
  const { archive, dataDir, connection, keptDays } = options;
  const last = (await archive.bases()).at(-1);
  if (last && !archive.isKeyOf(last)) throw new Error('the archive was sealed with another key');
  if (last && Temporal.Now.instant().since(last.begin).total('hours') < BASE_EVERY_HOURS) return;
  await makeBase(archive, cluster, connection);
  await pruneArchive(archive, dataDir, keptDays);
};

/** Archives the embedded server's log as it is written, with everything needed to use it. */
export const startArchiver = async (options: Archiving): Promise<Archiver> => {
  const cluster = path.join(options.dataDir, 'postgres');
  await openHandover(cluster);
  const state = { isClosing: false, hasBase: false };
  const attempt = persistently(options, state, cluster);
  const archiveReady = followLog(options, cluster);
  const stopping = new AbortController();
  const rest = (ms: number) => pause(ms, undefined, { signal: stopping.signal }).catch(() => undefined);
  let upToDate: Temporal.Instant | undefined;

  const archiveLog = () =>
    attempt('the log', async () => {
      const begun = Temporal.Now.instant();
      await archiveReady();
      if (!state.hasBase) return;
      upToDate = begun;
      noteArchived(begun);
    });
  const archiveLogs = async () => {
    for (; !stopping.signal.aborted; await rest(LOOK_MS)) await archiveLog();
    await archiveLog();
  };
  const makeBases = async () => {
    for (; !stopping.signal.aborted; await rest(BASE_LOOK_MS))
      await attempt('a copy of the database', async () => {
        await keepBases(options, cluster);
        state.hasBase = true;
      });
  };
  const working = [archiveLogs(), makeBases()];
  return {
    get upToDate() {
      return upToDate;
    },
    prepareStop: () => {
      state.isClosing = true;
    },
    stop: async () => {
      stopping.abort();
      await Promise.all(working);
    },
  };
};
