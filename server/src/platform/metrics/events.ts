import { sum } from '@homecare/domain/sum.ts';
import { Counter, Gauge, Histogram, type Metric } from 'prom-client';
import type { EventName, Events } from '../log/events.ts';

/** Counted in this process; other processes of the same site count separately. */
const requests = new Histogram({
  name: 'homecare_request_seconds',
  help: 'Time to answer a request by call, or route where it is none, and status',
  labelNames: ['call', 'status'],
  buckets: [0.005, 0.02, 0.05, 0.15, 0.5, 1, 5],
  registers: [],
});
const refusals = new Counter({
  name: 'homecare_refusals_total',
  help: 'Refused requests by call and code',
  labelNames: ['call', 'code'],
  registers: [],
});
const signIns = new Counter({
  name: 'homecare_sign_ins_total',
  help: 'Tries to sign in by site and outcome: ok, refused, locked',
  labelNames: ['site', 'outcome'],
  registers: [],
});
const jobs = new Histogram({
  name: 'homecare_job_seconds',
  help: 'Duration of jobs by site, job and outcome: ok, failed',
  labelNames: ['site', 'job', 'outcome'],
  buckets: [0.01, 0.1, 1, 10, 60, 600],
  registers: [],
});
const sends = new Histogram({
  name: 'homecare_send_seconds',
  help: 'Duration of sends by site, kind and outcome',
  labelNames: ['site', 'kind', 'outcome'],
  buckets: [0.05, 0.2, 1, 5, 30],
  registers: [],
});
const slowStatements = new Counter({
  name: 'homecare_slow_statements_total',
  help: 'Statements of the database over the threshold, by site',
  labelNames: ['site'],
  registers: [],
});
const waits = new Histogram({
  name: 'homecare_connection_wait_seconds',
  help: 'How long requests and jobs waited for a connection to their database, by site; none where one was free',
  labelNames: ['site'],
  buckets: [0.005, 0.05, 0.25, 1, 5],
  registers: [],
});
const aggregatorRecords = new Counter({
  name: 'homecare_aggregator_records_total',
  help: 'Records of the aggregator by site and what became of them',
  labelNames: ['site', 'outcome'],
  registers: [],
});

const archived = new Gauge({
  name: 'homecare_archived_timestamp_seconds',
  help: 'When nothing of the database waited to be archived for the last time; 0 without an archive or before its first copy',
  registers: [],
});

export const COUNTED: readonly Metric[] = [
  archived,
  requests,
  refusals,
  signIns,
  jobs,
  sends,
  slowStatements,
  waits,
  aggregatorRecords,
];

export const noteArchived = (instant: Temporal.Instant) => archived.set(instant.epochMilliseconds / 1000);

/** Undefined if there is no archive, or nothing complete in it yet. */
export const lastArchived = async (): Promise<Temporal.Instant | undefined> => {
  const seconds = (await archived.get()).values[0]?.value ?? 0;
  return seconds === 0 ? undefined : Temporal.Instant.fromEpochMilliseconds(Math.round(seconds * 1000));
};

const SLOW_SECONDS = 1;

/** How often each call was answered since the start, and how often that took over a second. */
export const callSeconds = async () => {
  const counts = new Map<string, { count: number; quick: number }>();
  for (const { metricName, labels, value } of (await requests.get()).values) {
    const { call = '', le }: Readonly<Partial<Record<string, string | number>>> = labels;
    const known = counts.get(String(call)) ?? { count: 0, quick: 0 };
    if (metricName === 'homecare_request_seconds_count') known.count += value;
    if (metricName === 'homecare_request_seconds_bucket' && le === SLOW_SECONDS) known.quick += value;
    counts.set(String(call), known);
  }
  return [...counts].map(([call, { count, quick }]) => ({ call, count, slow: count - quick }));
};

/** Since the start, for all sites. */
export const slowStatementCount = async (): Promise<number> =>
  sum((await slowStatements.get()).values.map(({ value }) => value));

type AggregatorOutcome = 'sent' | 'lacking' | 'again' | 'pause' | 'Success' | 'Failed';
/** Waits for a connection are too many to log, so they are only counted. */
export const countWait = (site: string, seconds: number) => waits.observe({ site }, seconds);
/** The outcome of single records is known long after they were sent. */
export const countAggregator = (site: string, outcome: AggregatorOutcome, count: number) =>
  aggregatorRecords.inc({ site, outcome }, count);

// One entry per call and status, because finding one by its labels costs more than counting.
const answered = new Map<string, ReturnType<typeof requests.labels>>();
const countRequest = ({ call = 'none', status, ms }: { call?: string; status: number; ms: number }) => {
  const key = `${status} ${call}`;
  const series = answered.get(key) ?? requests.labels({ call, status });
  answered.set(key, series);
  series.observe(ms / 1000);
};

const COUNT: { readonly [E in EventName]?: (site: string, fields: Events[E]) => void } = {
  request: (_, { call, route, status, ms }) => countRequest({ call: call ?? route, status, ms }),
  refusal: (_, { call, code }) => refusals.inc({ call: call ?? 'none', code }),
  'sign-in': (site, { outcome }) => signIns.inc({ site, outcome }),
  'job-end': (site, { job, ms }) => jobs.observe({ site, job, outcome: 'ok' }, ms / 1000),
  'job-failed': (site, { job, ms }) => jobs.observe({ site, job, outcome: 'failed' }, ms / 1000),
  send: (site, { kind, outcome, ms }) => sends.observe({ site, kind, outcome }, ms / 1000),
  'slow-statement': (site) => slowStatements.inc({ site }),
};

export const countEvent = <E extends EventName>(site: string, name: E, fields: Events[E]) =>
  COUNT[name]?.(site, fields);
