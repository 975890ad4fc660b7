import type { Socket } from 'node:net';
import { refuse } from '@homecare/domain/errors.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addressList, callerOf, isLoopbackAddress } from './addresses.ts';
import { BASE } from './base-path.ts';
import { sendResult } from './dispatch.ts';
import { watchPace } from './pace.ts';

/** Requests being answered at once before the server answers 503 early instead of slowly. */
const IN_FLIGHT_LIMIT = 400;
/** Polls come again by themselves in some seconds: they make room long before anybody's work does. */
const POLL_LIMIT = 100;
const WINDOW_MS = 10_000;

/** How much one address may take of the server. A whole office behind one address stays far below. */
export interface TrafficLimits {
  /** Begun in ten seconds. */
  readonly requestsPerAddress: number;
  /** Sent or answered at the same time. */
  readonly openRequestsPerAddress: number;
  readonly connectionsPerAddress: number;
  /** A body that comes more slowly for a whole window loses its connection. */
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

/** What an operator has set; the rest counts as delivered. */
export type ChosenLimits = { readonly [name in keyof TrafficLimits]?: number | undefined };

export const trafficLimits = (chosen: ChosenLimits = {}): TrafficLimits => ({
  requestsPerAddress: chosen.requestsPerAddress ?? DELIVERED.requestsPerAddress,
  openRequestsPerAddress: chosen.openRequestsPerAddress ?? DELIVERED.openRequestsPerAddress,
  connectionsPerAddress: chosen.connectionsPerAddress ?? DELIVERED.connectionsPerAddress,
  leastBytesPerSecond: chosen.leastBytesPerSecond ?? DELIVERED.leastBytesPerSecond,
  paceWindowSeconds: chosen.paceWindowSeconds ?? DELIVERED.paceWindowSeconds,
});

/** What is asked about a request before it is answered. */
interface Asking {
  readonly agency: (request: FastifyRequest) => string;
  /** It reads what is read again in some seconds. */
  readonly isPoll: (request: FastifyRequest) => boolean;
}

/** Turns away what is too much, before anything is read or asked. */
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
    // A proxy of this machine that is not listed as trusted shows all its users as this machine.
    if (isLoopbackAddress(request.ip)) return next();
    const caller = callerOf(request.ip);
    const openNow = open.add(caller);
    // Also when the caller went away before the answer: onResponse would not hear of it.
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
 * A request counts once it was received whole: bodies on their way keep nobody else waiting. Polls are turned away first, so that
 * sign-ins, check-ins and what is saved go on. Beyond the limit an agency with
 * more than its share is turned away, such as one whose database hangs; the others go on, up to twice the limit.
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

/** How many of each there are now. */
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

/** Connections of a trusted proxy are those of all its users: the proxy limits them. */
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

/** Counts requests per caller in windows of ten seconds; this process only, which is enough for a coarse limit. */
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
