import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { queueState } from '../jobs/queue.ts';
import type { Site } from '../site/site.ts';
import { COUNTED } from './events.ts';

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

/** What is measured when somebody asks: the connections of each site, and by the answered function its queue. */
const addGauges = (registry: Registry, sites: readonly Site[]) => {
  new Gauge({
    name: 'homecare_pool_connections',
    help: 'Connections to the database by site and state: open, idle, and requests that wait for one',
    labelNames: ['site', 'state'],
    registers: [registry],
    collect() {
      for (const { name: site, pool } of sites) {
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
  return async () => {
    const states = await Promise.all(sites.map(queueState));
    queued.reset();
    oldest.reset();
    for (const { site, job, oldestSeconds, ...counts } of states.flat()) {
      oldest.set({ site, job }, oldestSeconds);
      for (const [state, count] of Object.entries(counts)) queued.set({ site, job, state }, count);
    }
  };
};

/** /metrics, for the machine itself. */
export const serveMetrics = (app: FastifyInstance, sites: readonly Site[]) => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const metric of COUNTED) registry.registerMetric(metric);
  const measureQueues = addGauges(registry, sites);
  app.get('/metrics', async (request, reply) => {
    if (!LOOPBACK.has(request.ip)) return reply.code(404).send();
    await measureQueues();
    return reply.type(registry.contentType).send(await registry.metrics());
  });
};
