import { randomBytes } from 'node:crypto';
import type { Call } from '@homecare/domain/call.ts';
import type { Reason } from '@homecare/domain/errors.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Log } from '../log/log.ts';
import { requestIds, withOrigin } from '../log/origin.ts';
import type { Site } from '../site/site.ts';

/** What is noted about a request until it is logged. */
interface Observed {
  site?: string;
  call?: string;
  refusal?: Reason;
}

declare module 'fastify' {
  interface FastifyRequest {
    observed: Observed | null;
  }
}

export const newRequestIds = () => requestIds(randomBytes(5).toString('hex'));

/** The one place that sees every answer: it counts it, logs a refusal, and logs the request if the operator wants that. */
export const observeRequests = (app: FastifyInstance, log: Log) => {
  app.decorateRequest('observed', null);
  app.addHook('onResponse', (request, reply, next) => {
    const { site, call, refusal } = request.observed ?? {};
    const answered = { request: request.id, site, call, status: reply.statusCode };
    // The pattern of the route, never the address.
    const route = request.routeOptions.url ?? 'none';
    log.event('request', { ...answered, method: request.method, route, ms: Math.round(reply.elapsedTime) });
    if (refusal) log.event('refusal', { ...answered, code: refusal });
    next();
  });
};

/** Everything logged while a call is answered names the call and its request. */
export const observeCall = <T>(site: Site, call: Call, request: FastifyRequest, work: () => T): T => {
  request.observed = { site: site.name, call: call.name };
  return withOrigin({ request: request.id, call: call.name, agency: site.name }, work);
};

export const observeRefusal = (request: FastifyRequest, refusal: Reason) => {
  request.observed = { ...request.observed, refusal };
};
