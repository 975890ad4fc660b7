import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { queueState } from '../jobs/queue.ts';
import type { Sites } from '../site/sites.ts';
import { COUNTED } from './events.ts';

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

/** What is measured when somebody asks: the connections of each site, and by the answered function its queue. */
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
  return async () => {
    // A site without a connection is not opened for this: nobody is at work there.
    const open = sites.opened.filter(({ pool }) => pool.totalCount > 0);
    const states = await Promise.all(open.map(queueState));
    queued.reset();
    oldest.reset();
    for (const { site, job, oldestSeconds, ...counts } of states.flat()) {
      oldest.set({ site, job }, oldestSeconds);
      for (const [state, count] of Object.entries(counts)) queued.set({ site, job, state }, count);
    }
  };
};

/** /metrics, for the machine itself. */
export const serveMetrics = (app: FastifyInstance, sites: Sites) => {
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
