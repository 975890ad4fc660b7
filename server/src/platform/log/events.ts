import type { Reason } from '@homecare/domain/errors.ts';

/** A request that has been answered. All other events happen during a request, which the log then knows. */
interface Answered {
  readonly request: string;
  readonly site: string | undefined;
  readonly call: string | undefined;
  readonly status: number;
}

interface DrillCounts {
  readonly agencies: number;
  readonly tables: number;
  readonly rows: number;
  readonly documents: number;
  readonly seconds: number;
}

/** What the server logs besides warnings, and the only fields each may have: codes, counts, times, ids of our own. */
export interface Events {
  request: Answered & { readonly method: string; readonly route: string; readonly ms: number };
  refusal: Answered & { readonly code: Reason };
  'sign-in': {
    readonly outcome: 'ok' | 'refused' | 'locked';
    readonly by: 'password' | 'phone' | 'passkey' | 'sso';
    readonly account: number | null;
  };
  'job-begin': { readonly job: string; readonly attempt: number };
  'job-end': { readonly job: string; readonly attempt: number; readonly ms: number };
  'job-failed': {
    readonly job: string;
    readonly attempt: number;
    readonly ms: number;
    readonly error: unknown;
  };
  send: {
    readonly kind: 'SMS' | 'Email' | 'aggregator' | 'payer' | 'webhook';
    readonly outcome: string;
    readonly count: number;
    readonly ms: number;
  };
  /** Recorded elsewhere, it later proves that the log was not resealed. */
  'log-sealed': { readonly log: string; readonly number: number; readonly digest: string };
  /** A test restore of the archive succeeded; or it found differences, or could not restore. */
  drill: DrillCounts;
  'drill-failed': DrillCounts & {
    readonly outcome: 'same' | 'different' | 'failed';
    readonly findings: readonly string[];
  };
  'slow-statement': { readonly statement: string; readonly ms: number };
}
export type EventName = keyof Events;

export const EVENT_LEVELS: Readonly<Record<EventName, 'debug' | 'info' | 'warn'>> = {
  request: 'debug',
  refusal: 'info',
  'sign-in': 'info',
  'job-begin': 'info',
  'job-end': 'info',
  'job-failed': 'warn',
  send: 'info',
  'log-sealed': 'info',
  drill: 'info',
  'drill-failed': 'warn',
  'slow-statement': 'warn',
};
