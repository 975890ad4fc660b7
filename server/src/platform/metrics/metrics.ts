import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

const aggregator = new Counter({
  name: 'homecare_aggregator_records_total',
  help: 'Records of the aggregator by site and what became of them',
  labelNames: ['site', 'outcome'],
  registers: [],
});
type AggregatorOutcome = 'sent' | 'lacking' | 'again' | 'pause' | 'Success' | 'Failed';
/** Counted in this process; other processes of the same site count their own. */
export const countAggregator = (site: string, outcome: AggregatorOutcome, count: number) =>
  aggregator.inc({ site, outcome }, count);

const messages = new Counter({
  name: 'homecare_messages_total',
  help: 'Messages handed over by site, channel and outcome of the try',
  labelNames: ['site', 'channel', 'outcome'],
  registers: [],
});
type MessageOutcome = 'taken' | 'refused' | 'later' | 'closed' | 'unclear';
/** Counted in this process, like the above. */
export const countMessages = (site: string, channel: string, outcome: MessageOutcome) =>
  messages.inc({ site, channel, outcome });

/** /metrics for the machine itself; requests by route pattern and status. */
export const measureRequests = (app: FastifyInstance) => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  registry.registerMetric(aggregator);
  registry.registerMetric(messages);
  const requests = new Histogram({
    name: 'homecare_request_seconds',
    help: 'Time to answer a request by route and status',
    labelNames: ['route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.15, 0.5, 1, 5],
    registers: [registry],
  });
  // As many as there are routes and statuses: looking one up by its labels costs more than counting.
  const series = new Map<string, ReturnType<typeof requests.labels>>();
  app.addHook('onResponse', (request, reply, next) => {
    const labels = { route: request.routeOptions.url ?? 'none', status: reply.statusCode };
    const key = `${labels.status} ${labels.route}`;
    const one = series.get(key) ?? requests.labels(labels);
    series.set(key, one);
    one.observe(reply.elapsedTime / 1000);
    next();
  });
  app.get('/metrics', async (request, reply) => {
    if (!LOOPBACK.has(request.ip)) return reply.code(404).send();
    return reply.type(registry.contentType).send(await registry.metrics());
  });
};
