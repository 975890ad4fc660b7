import { z } from 'zod';
import { stampText } from '../wire.ts';

/** What the health page looks at, in its order. */
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

/** off: it is not in use here, so that nothing can be wrong with it. */
export const HEALTH_STATES = ['fine', 'look', 'wrong', 'off'] as const;
export type HealthState = (typeof HEALTH_STATES)[number];

export const HealthLine = z.strictObject({
  part: z.enum(HEALTH_PARTS),
  state: z.enum(HEALTH_STATES),
  /** What is right or wrong, as a sentence. */
  words: z.string(),
  /** What to do; null: nothing. */
  advice: z.string().nullable(),
});
export type HealthLine = z.output<typeof HealthLine>;

export const HealthPage = z.strictObject({ at: stampText, lines: z.array(HealthLine) });
export type HealthPage = z.output<typeof HealthPage>;

// ---- what is measured

/** Zeros say that nothing waits; what could not be counted is no zero. */
interface Queue {
  readonly isMeasured: boolean;
  readonly waiting: number;
  /** How long the oldest of them has waited. */
  readonly oldestSeconds: number;
  /** Of the last 24 hours. */
  readonly failed: number;
}

export interface ChannelFacts extends Queue {
  /** Switched on by an admin. */
  readonly isOn: boolean;
  /** An account to send with is set. */
  readonly isConnected: boolean;
  /** Of the last 24 hours: nobody knows whether they went out. */
  readonly unclear: number;
}

export interface AggregatorFacts extends Queue {
  readonly isOn: boolean;
  readonly isConnected: boolean;
  /** The aggregator refused or did not answer: nothing is sent until then. */
  readonly restsUntil: string | null;
}

export interface JobFacts {
  readonly job: string;
  readonly due: number;
  readonly running: number;
  readonly later: number;
  /** Have failed as often as they may. */
  readonly dead: number;
  readonly oldestSeconds: number;
}

export const DISK_PLACES = ['data', 'archive'] as const;
export interface DiskFacts {
  readonly place: (typeof DISK_PLACES)[number];
  readonly freeBytes: number;
  readonly sizeBytes: number;
}

/** The last trial restore of the archive, as it is kept beside the data. */
export const DrillReport = z.strictObject({
  at: stampText,
  outcome: z.enum(['same', 'different', 'failed']),
  /** The instant that was restored; null: it did not come so far. */
  restoredTo: stampText.nullable(),
  seconds: z.number(),
  /** Agencies that were compared, and all that there are. */
  agencies: z.int(),
  ofAgencies: z.int(),
  tables: z.int(),
  rows: z.int(),
  /** Documents that were opened from the archive. */
  documents: z.int(),
  /** Why it failed, or what differs, as sentences. */
  findings: z.array(z.string()),
});
export type DrillReport = z.output<typeof DrillReport>;

export interface CallFacts {
  /** In words. */
  readonly call: string;
  readonly count: number;
  /** Took longer than a second. */
  readonly slow: number;
}

export interface HealthFacts {
  readonly now: string;
  readonly timeZone: string;
  readonly database: {
    readonly isEmbedded: boolean;
    /** Null: it does not answer. */
    readonly answerMs: number | null;
    readonly open: number;
    /** Requests and jobs that wait for a connection now. */
    readonly waiting: number;
  };
  /** Null: they could not be counted. */
  readonly jobs: readonly JobFacts[] | null;
  readonly aggregator: AggregatorFacts;
  readonly texts: ChannelFacts;
  readonly mail: ChannelFacts;
  readonly disks: readonly DiskFacts[];
  readonly lastBackup: string | null;
  readonly archive: {
    readonly isOn: boolean;
    /** When nothing waited to be archived for the last time. */
    readonly upToDate: string | null;
  };
  readonly drill: DrillReport | null;
  /** Of the server itself; null: it serves plain http, or a proxy has the certificate. */
  readonly certificateEnds: string | null;
  readonly isProxied: boolean;
  readonly release: {
    readonly release: string;
    readonly startedAt: string;
    /** Migrations in the database that this release does not know; null: they could not be counted. */
    readonly newerMigrations: number | null;
  };
  readonly calls: readonly CallFacts[];
  readonly slowStatements: number;
}
