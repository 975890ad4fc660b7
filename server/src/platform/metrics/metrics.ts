import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { queueState } from '../jobs/queue.ts';
import type { Site } from '../site/site.ts';
import type { Sites } from '../site/sites.ts';
import { COUNTED } from './events.ts';

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

/** A gauge that a feature measures on request. */
export interface Measure {
  readonly name: string;
  readonly help: string;
  readonly labels: readonly string[];
}
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}
export interface Measures {
  readonly all: readonly Measure[];
  /** Measures the server and these sites. */
  readonly take: (open: readonly Site[]) => Promise<readonly Sample[]>;
}

const NO_MEASURES: Measures = { all: [], take: async () => [] };

const addMeasures = (registry: Registry, { all, take }: Measures) => {
  const gauges = new Map(
    all.map(({ name, help, labels }) => [
      name,
      new Gauge({ name, help, labelNames: [...labels], registers: [registry] }),
    ]),
  );
  return async (open: readonly Site[]) => {
    const samples = await take(open);
    for (const gauge of gauges.values()) gauge.reset();
    // A gauge without labels would show 0 if nothing was measured.
    for (const { name, labels } of all) if (labels.length === 0) gauges.get(name)?.remove();
    for (const { name, labels, value } of samples) gauges.get(name)?.set(labels, value);
  };
};

/** Measured on request: the connections of each site and, with the returned function, the queues of open sites. */
const addGauges = (registry: Registry, sites: Sites) => {
  new Gauge({
    name: 'homecare_pool_connections',
    help: 'Connections to the database by site and state: open, idle, and requests that wait for one',
    labelNames: ['site', 'state'],
    registers: [registry],
    collect() {
      this.reset();
      for (const { name: site, pool } of sites.opened) {
        this.set({ site, state: 'open' }, pool.totalCount);
        this.set({ site, state: 'idle' }, pool.idleCount);
        this.set({ site, state: 'waiting' }, pool.waitingCount);
      }
    },
  });
  const oldest = new Gauge({
    name: 'homecare_queue_oldest_seconds',
    help: 'How long the oldest job of a queue has been due',
    labelNames: ['site', 'job'],
    registers: [registry],
  });
  const queued = new Gauge({
    name: 'homecare_queue_jobs',
    help: 'Queued jobs by site, job and state: due, running, later, dead',
    labelNames: ['site', 'job', 'state'],
    registers: [registry],
  });
  return async (open: readonly Site[]) => {
    // A database that does not respond has no numbers; /readyz reports it.
    const states = await Promise.all(open.map((site) => queueState(site).catch(() => [])));
    queued.reset();
    oldest.reset();
    for (const { site, job, oldestSeconds, ...counts } of states.flat()) {
      oldest.set({ site, job }, oldestSeconds);
      for (const [state, count] of Object.entries(counts)) queued.set({ site, job, state }, count);
    }
  };
};

/** Serves /metrics, for the machine itself. */
export const serveMetrics = (app: FastifyInstance, sites: Sites, measures = NO_MEASURES) => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const metric of COUNTED) registry.registerMetric(metric);
  const measureQueues = addGauges(registry, sites);
  const takeMeasures = addMeasures(registry, measures);
  app.get('/metrics', async (request, reply) => {
    if (!LOOPBACK.has(request.ip)) return reply.code(404).send();
    // A site without connections is not in use, and is not opened for this.
    const open = sites.opened.filter(({ pool }) => pool.totalCount > 0);
    await measureQueues(open);
    await takeMeasures(open);
    return reply.type(registry.contentType).send(await registry.metrics());
  });
};
