import { statfs } from 'node:fs/promises';
import { wordsOfLook } from '@homecare/domain/access-log/looks.ts';
import type { CallFacts, DiskFacts, DrillReport, JobFacts } from '@homecare/domain/health/schema.ts';
import { countWaitingRecords } from '../aggregator/service.ts';
import { countWaitingMessages } from '../messaging/service.ts';
import { readMigrations } from '../platform/db/migrate.ts';
import { queueState } from '../platform/jobs/queue.ts';
import { callSeconds, lastArchived, slowStatementCount } from '../platform/metrics/events.ts';
import type { Machine } from '../platform/site/machine.ts';
import type { Site } from '../platform/site/site.ts';
import { readLastBackup, readLastDrill } from './notes.ts';

/** What waits in one queue, how long the oldest has, and what became of others in the last 24 hours. */
export interface QueueCount {
  readonly waiting: number;
  readonly oldestSeconds: number;
  readonly failed: number;
}

/** What is measured of one agency: the health page and /metrics both have it from here. */
export interface SiteReadings {
  readonly site: string;
  /** Undefined: the database does not answer, and of nothing below anything is known. */
  readonly answerMs: number | undefined;
  readonly open: number;
  readonly waiting: number;
  readonly newerMigrations: number;
  readonly jobs: readonly JobFacts[];
  readonly records: QueueCount;
  readonly texts: QueueCount & { readonly unclear: number };
  readonly mail: QueueCount & { readonly unclear: number };
}

const NOTHING = { waiting: 0, oldestSeconds: 0, failed: 0, unclear: 0 };

let known: Promise<readonly string[]> | undefined;
/** Names of the migrations of this release, which do not change while it runs. */
const ownMigrations = () => {
  known ??= readMigrations().then((migrations) => migrations.map(({ name }) => name));
  return known;
};

const countNewerMigrations = async ({ pool }: Site): Promise<number> => {
  const { rows } = await pool.query<{ newer: number }>(
    'select count(*)::int as newer from migrations where name <> all($1)',
    [await ownMigrations()],
  );
  return rows[0]?.newer ?? 0;
};

const answerTime = async ({ pool }: Site): Promise<number> => {
  const begun = performance.now();
  await pool.query('select 1');
  return performance.now() - begun;
};

export const measureSite = async (site: Site): Promise<SiteReadings> => {
  const { pool, name } = site;
  const connections = { site: name, open: pool.totalCount, waiting: pool.waitingCount };
  try {
    const now = site.clock.now().toString();
    const answerMs = await answerTime(site);
    const messages = await countWaitingMessages(site.db, now);
    return {
      ...connections,
      answerMs,
      newerMigrations: await countNewerMigrations(site),
      jobs: (await queueState(site)).map(({ site: _, ...job }) => job),
      records: await countWaitingRecords(site.db, now),
      texts: messages.find(({ channel }) => channel === 'SMS') ?? NOTHING,
      mail: messages.find(({ channel }) => channel === 'Email') ?? NOTHING,
    };
  } catch {
    return {
      ...connections,
      answerMs: undefined,
      newerMigrations: 0,
      jobs: [],
      records: NOTHING,
      texts: NOTHING,
      mail: NOTHING,
    };
  }
};

/** What is measured of the server itself. */
export interface MachineReadings {
  readonly disks: readonly DiskFacts[];
  readonly lastBackup: string | undefined;
  readonly upToDate: Temporal.Instant | undefined;
  readonly drill: DrillReport | undefined;
  readonly certificateEnds: Temporal.Instant | undefined;
  readonly calls: readonly CallFacts[];
  readonly slowStatements: number;
}

const measureDisk = async (place: DiskFacts['place'], folder: string): Promise<DiskFacts[]> => {
  const found = await statfs(folder).catch(() => undefined);
  if (!found) return [];
  return [{ place, freeBytes: found.bavail * found.bsize, sizeBytes: found.blocks * found.bsize }];
};

export const measureMachine = async (machine: Machine): Promise<MachineReadings> => {
  const { dataDir, archiveTo, certificateEnds } = machine;
  const archive = archiveTo === undefined ? [] : await measureDisk('archive', archiveTo);
  return {
    disks: [...(await measureDisk('data', dataDir)), ...archive],
    lastBackup: await readLastBackup(dataDir),
    upToDate: await lastArchived(),
    drill: await readLastDrill(dataDir),
    certificateEnds,
    calls: (await callSeconds()).map((counts) => ({ ...counts, call: wordsOfLook(counts.call) })),
    slowStatements: await slowStatementCount(),
  };
};
