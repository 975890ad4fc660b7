import type { Socket } from 'node:net';
import { refuse } from '@homecare/domain/errors.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addressList, callerOf, isLoopbackAddress } from './addresses.ts';
import { BASE } from './base-path.ts';
import { sendResult } from './dispatch.ts';
import { watchPace } from './pace.ts';

/** Requests in progress at which the server answers 503 early rather than slowly. */
const IN_FLIGHT_LIMIT = 400;
/** Polls are repeated after some seconds anyway, so they make room long before other work does. */
const POLL_LIMIT = 100;
const WINDOW_MS = 10_000;

/** How much of the server one address may use. A whole office behind one address stays far below. */
export interface TrafficLimits {
  /** Requests in ten seconds. */
  readonly requestsPerAddress: number;
  /** Requests being sent or answered at the same time. */
  readonly openRequestsPerAddress: number;
  readonly connectionsPerAddress: number;
  /** A body that arrives more slowly for a whole window loses its connection. */
  readonly leastBytesPerSecond: number;
  readonly paceWindowSeconds: number;
}

const DELIVERED: TrafficLimits = {
  requestsPerAddress: 6_000,
  openRequestsPerAddress: 200,
  connectionsPerAddress: 1_000,
  leastBytesPerSecond: 250,
  paceWindowSeconds: 10,
};

/** What an operator has set; defaults apply to the rest. */
export type ChosenLimits = { readonly [name in keyof TrafficLimits]?: number | undefined };

export const trafficLimits = (chosen: ChosenLimits = {}): TrafficLimits => ({
  requestsPerAddress: chosen.requestsPerAddress ?? DELIVERED.requestsPerAddress,
  openRequestsPerAddress: chosen.openRequestsPerAddress ?? DELIVERED.openRequestsPerAddress,
  connectionsPerAddress: chosen.connectionsPerAddress ?? DELIVERED.connectionsPerAddress,
  leastBytesPerSecond: chosen.leastBytesPerSecond ?? DELIVERED.leastBytesPerSecond,
  paceWindowSeconds: chosen.paceWindowSeconds ?? DELIVERED.paceWindowSeconds,
});

/** What must be known about a request before it is answered. */
interface Asking {
  readonly agency: (request: FastifyRequest) => string;
  /** It is a poll, which will be repeated in some seconds. */
  readonly isPoll: (request: FastifyRequest) => boolean;
}

/** Turns away excess requests before anything is read or queried. */
export const shed = (
  app: FastifyInstance,
  limits: TrafficLimits,
  trustedProxies: readonly string[],
  of: Asking,
) => {
  limitConnections(app, limits.connectionsPerAddress, trustedProxies);
  const isTooMuch = countRequests(limits.requestsPerAddress);
  const open = new Counts();
  const watch = watchPace(app, limits);
  app.addHook('onRequest', (request, reply, next) => {
    if (request.url.startsWith(BASE)) reply.header('cache-control', 'no-store');
    watch(request.raw, reply.raw);
    // A local proxy that is not listed as trusted makes all its users look like this machine.
    if (isLoopbackAddress(request.ip)) return next();
    const caller = callerOf(request.ip);
    const openNow = open.add(caller);
    // Also counts when the caller leaves before the answer, which onResponse would miss.
    reply.raw.once('close', () => open.remove(caller));
    if (openNow > limits.openRequestsPerAddress) return sendRetryAfter(reply, 1);
    if (isTooMuch(caller)) return sendRetryAfter(reply, WINDOW_MS / 1000);
    return next();
  });
  limitAnswers(app, of);
};

const sendRetryAfter = (reply: FastifyReply, seconds: number) => {
  reply.header('retry-after', String(seconds));
  return sendResult(undefined, undefined, reply, refuse('tooMany'));
};

/**
 * A request counts once it has been received in full, so slow bodies hold nobody up. Polls are turned away first, so that sign-ins,
 * check-ins and saves continue. Beyond the limit, an agency with more than its share is turned away, such as one whose database
 * hangs; others continue, up to twice the limit.
 */
const limitAnswers = (app: FastifyInstance, of: Asking) => {
  let inFlight = 0;
  const byAgency = new Counts();
  app.addHook('preValidation', (request: FastifyRequest, reply, next) => {
    inFlight += 1;
    const agency = of.agency(request);
    const own = byAgency.add(agency);
    reply.raw.once('close', () => {
      inFlight -= 1;
      byAgency.remove(agency);
    });
    const isTooMuch = inFlight > IN_FLIGHT_LIMIT && own > IN_FLIGHT_LIMIT / byAgency.size;
    const isPollTooMuch = inFlight > POLL_LIMIT && of.isPoll(request);
    if (isPollTooMuch || isTooMuch || inFlight > 2 * IN_FLIGHT_LIMIT)
      sendResult(undefined, undefined, reply, refuse('unavailable'));
    else next();
  });
};

/** How many of each key there are now. */
class Counts {
  readonly #counts = new Map<string, number>();

  add(key: string): number {
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, count);
    return count;
  }

  get size() {
    return this.#counts.size;
  }

  remove(key: string) {
    const count = (this.#counts.get(key) ?? 0) - 1;
    if (count > 0) this.#counts.set(key, count);
    else this.#counts.delete(key);
  }
}

/** Connections of a trusted proxy belong to all its users, so the proxy limits them. */
const limitConnections = (app: FastifyInstance, most: number, trustedProxies: readonly string[]) => {
  const open = new Counts();
  const isProxy = addressList(trustedProxies);
  app.server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    if (isLoopbackAddress(address) || isProxy(address)) return;
    const caller = callerOf(address);
    if (open.add(caller) > most) socket.destroy();
    socket.once('close', () => open.remove(caller));
  });
};

/** Counts requests per caller in windows of ten seconds, for this process only, which is enough for a coarse limit. */
const countRequests = (most: number) => {
  let counts = new Counts();
  let windowEnds = 0;
  return (caller: string): boolean => {
    const now = performance.now();
    if (now > windowEnds) {
      counts = new Counts();
      windowEnds = now + WINDOW_MS;
    }
    return counts.add(caller) > most;
  };
};
