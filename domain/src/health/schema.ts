import { z } from 'zod';
import { stampText } from '../wire.ts';

/** The parts of the health page, in its order. */
export const HEALTH_PARTS = [
  'database',
  'jobs',
  'aggregator',
  'texts',
  'mail',
  'disk',
  'backups',
  'archive',
  'drill',
  'certificate',
  'release',
  'slow',
] as const;
export type HealthPart = (typeof HEALTH_PARTS)[number];

/** 'off' means that the part is not in use here, so nothing can be wrong with it. */
export const HEALTH_STATES = ['fine', 'look', 'wrong', 'off'] as const;
export type HealthState = (typeof HEALTH_STATES)[number];

export const HealthLine = z.strictObject({
  part: z.enum(HEALTH_PARTS),
  state: z.enum(HEALTH_STATES),
  /** A sentence about the state of the part. */
  words: z.string(),
  /** What to do; null if nothing. */
  advice: z.string().nullable(),
});
export type HealthLine = z.output<typeof HealthLine>;

export const HealthPage = z.strictObject({ at: stampText, lines: z.array(HealthLine) });
export type HealthPage = z.output<typeof HealthPage>;

// ---- measurements

/** A queue. If it could not be counted, `isMeasured` is false and its zeros mean nothing. */
interface Queue {
  readonly isMeasured: boolean;
  readonly waiting: number;
  /** Seconds that the oldest entry has waited. */
  readonly oldestSeconds: number;
  /** Failures in the last 24 hours. */
  readonly failed: number;
}

export interface ChannelFacts extends Queue {
  /** An admin has switched the channel on. */
  readonly isOn: boolean;
  /** A sending account is configured. */
  readonly isConnected: boolean;
  /** Messages of the last 24 hours of which nobody knows whether they were sent. */
  readonly unclear: number;
}

export interface AggregatorFacts extends Queue {
  readonly isOn: boolean;
  readonly isConnected: boolean;
  /** Nothing is sent until then, because the aggregator refused or did not answer. */
  readonly restsUntil: string | null;
}

export interface JobFacts {
  readonly job: string;
  readonly due: number;
  readonly running: number;
  readonly later: number;
  /** Jobs that failed on every allowed try. */
  readonly dead: number;
  readonly oldestSeconds: number;
}

export const DISK_PLACES = ['data', 'archive'] as const;
export interface DiskFacts {
  readonly place: (typeof DISK_PLACES)[number];
  readonly freeBytes: number;
  readonly sizeBytes: number;
}

/** The last test restore of the archive, as stored beside the data. */
export const DrillReport = z.strictObject({
  at: stampText,
  outcome: z.enum(['same', 'different', 'failed']),
  /** The moment that was restored; null if the drill failed before that. */
  restoredTo: stampText.nullable(),
  seconds: z.number(),
  /** Number of agencies compared, and of all agencies. */
  agencies: z.int(),
  ofAgencies: z.int(),
  tables: z.int(),
  rows: z.int(),
  /** Number of documents opened from the archive. */
  documents: z.int(),
  /** Why it failed or what differs, as sentences. */
  findings: z.array(z.string()),
});
export type DrillReport = z.output<typeof DrillReport>;

export interface CallFacts {
  /** Title of the call. */
  readonly call: string;
  readonly count: number;
  /** Number of calls that took more than a second. */
  readonly slow: number;
}

export interface HealthFacts {
  readonly now: string;
  readonly timeZone: string;
  readonly database: {
    readonly isEmbedded: boolean;
    /** Null if the database does not answer. */
    readonly answerMs: number | null;
    readonly open: number;
    /** Requests and jobs now waiting for a connection. */
    readonly waiting: number;
  };
  /** Null if the jobs could not be counted. */
  readonly jobs: readonly JobFacts[] | null;
  readonly aggregator: AggregatorFacts;
  readonly texts: ChannelFacts;
  readonly mail: ChannelFacts;
  readonly disks: readonly DiskFacts[];
  readonly lastBackup: string | null;
  readonly archive: {
    readonly isOn: boolean;
    /** Last time when nothing was waiting to be archived. */
    readonly upToDate: string | null;
  };
  readonly drill: DrillReport | null;
  /** Expiry of the server's own certificate; null if it serves plain HTTP or a proxy holds the certificate. */
  readonly certificateEnds: string | null;
  readonly isProxied: boolean;
  readonly release: {
    readonly release: string;
    readonly startedAt: string;
    /** Number of migrations in the database that this release does not know; null if they could not be counted. */
    readonly newerMigrations: number | null;
  };
  readonly calls: readonly CallFacts[];
  readonly slowStatements: number;
}
