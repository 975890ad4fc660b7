import type { Reason } from '@homecare/domain/errors.ts';

/** A request whose answer has left. Everything else is written on the way, where the request is known by itself. */
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

/** What the server writes down besides warnings, and all that each may hold: codes, counts, times, ids of our own. */
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
  /** Kept elsewhere, it shows later that the log was not sealed anew. */
  'log-sealed': { readonly log: string; readonly number: number; readonly digest: string };
  /** The archive was restored for a test and is what it should be; or it is not, or could not be restored. */
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
