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

/** What waits in one queue, how long the oldest has waited, and what became of others in the last 24 hours. */
export interface QueueCount {
  readonly waiting: number;
  readonly oldestSeconds: number;
  readonly failed: number;
}

export type MessageCount = QueueCount & { readonly unclear: number };

/** Measurements of one agency, for the health page and /metrics. Undefined values could not be measured. */
export interface SiteReadings {
  readonly site: string;
  /** Undefined if the database does not respond. */
  readonly answerMs: number | undefined;
  readonly open: number;
  readonly waiting: number;
  readonly newerMigrations: number | undefined;
  readonly jobs: readonly JobFacts[] | undefined;
  readonly records: QueueCount | undefined;
  readonly texts: MessageCount | undefined;
  readonly mail: MessageCount | undefined;
}

export const NOTHING = { waiting: 0, oldestSeconds: 0, failed: 0, unclear: 0 };

/** Each is separate: one count that is too slow does not affect the others. */
const measured = <T>(counting: Promise<T>): Promise<T | undefined> => counting.catch(() => undefined);

let known: Promise<readonly string[]> | undefined;
/** Names of this release's migrations, which do not change while it runs. */
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

const UNKNOWN = {
  newerMigrations: undefined,
  jobs: undefined,
  records: undefined,
  texts: undefined,
  mail: undefined,
};

const measureWork = async (site: Site): Promise<Pick<SiteReadings, keyof typeof UNKNOWN>> => {
  const now = site.clock.now().toString();
  const messages = await measured(countWaitingMessages(site.db, now));
  const ofChannel = (name: 'SMS' | 'Email') =>
    messages && (messages.find(({ channel }) => channel === name) ?? NOTHING);
  const jobs = await measured(queueState(site));
  return {
    newerMigrations: await measured(countNewerMigrations(site)),
    jobs: jobs?.map(({ site: _, ...job }) => job),
    records: await measured(countWaitingRecords(site.db, now)),
    texts: ofChannel('SMS'),
    mail: ofChannel('Email'),
  };
};

export const measureSite = async (site: Site): Promise<SiteReadings> => {
  const { pool, name } = site;
  const connections = { site: name, open: pool.totalCount, waiting: pool.waitingCount };
  const answerMs = await measured(answerTime(site));
  // A database that does not respond is not queried five more times.
  return { ...connections, answerMs, ...(answerMs === undefined ? UNKNOWN : await measureWork(site)) };
};

/** Measurements of the server itself. */
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
