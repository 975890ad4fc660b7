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
  /** Documents lie in a bucket otherwise, which keeps its own versions. */
  readonly withFiles: boolean;
  /** How many days back it can be restored. */
  readonly keptDays: number;
  /** Told once when archiving begins to fail and once when it works again. */
  readonly say: (sentence: string) => void;
}

export interface Archiver {
  /** When nothing waited to be archived for the last time; undefined before there is a base. */
  readonly upToDate: Temporal.Instant | undefined;
  /** Before the server stops: it waits no longer for an archive that fails. */
  prepareStop(): void;
  /** After the server has stopped: what it left is archived. */
  stop(): Promise<void>;
}

const LOOK_MS = 500;
const BASE_EVERY_HOURS = 24;
const BASE_LOOK_MS = 60_000;

/** Work that is tried again and again; it is said once that it fails, and once that it works again. */
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

/** Archives each segment of the log once the server is done with it. */
const followLog = ({ archive, dataDir, withFiles }: Archiving, cluster: string) => {
  const archiveBeside = followBesideTheLog(archive, dataDir, withFiles);
  let sent = new Set<string>();
  let isFirst = true;
  return async () => {
    const ready = await segmentsReady(cluster);
    // First, so that a row whose log is archived finds its file and the key of its site there.
    if (ready.length > 0 || isFirst) await archiveBeside();
    isFirst = false;
    for (const segment of ready) {
      // The server may use the file for another segment as soon as it has read our answer.
      if (!sent.has(segment)) await archive.putFile(`wal/${segment}`, path.join(cluster, 'pg_wal', segment));
      sent.add(segment);
      await sayArchived(cluster, segment);
    }
    sent = new Set(ready);
  };
};

/** Copies the cluster each day, and removes what is too old; afterwards there is a copy. */
const keepBases = async (options: Archiving, cluster: string) => {
  const { archive, dataDir, connection, keptDays } = options;
  const last = (await archive.bases()).at(-1);
  if (last && !archive.isKeyOf(last)) throw new Error('the archive was sealed with another key');
  if (last && Temporal.Now.instant().since(last.begin).total('hours') < BASE_EVERY_HOURS) return;
  await makeBase(archive, cluster, connection);
  await pruneArchive(archive, dataDir, keptDays);
};

/** Archives the log of the embedded server as it is written, and what the log alone would be worth nothing without. */
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
