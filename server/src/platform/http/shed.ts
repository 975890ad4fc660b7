import { refuse } from '@homecare/domain/errors.ts';
import type { FastifyInstance } from 'fastify';
import { BASE } from './base-path.ts';
import { sendResult } from './dispatch.ts';

/** Requests under way at once before the server answers 503 early instead of slowly (R25). */
const IN_FLIGHT_LIMIT = 400;
/** Against one address gone wild; a whole office behind one address stays far below it. Logins are throttled elsewhere. */
const PER_ADDRESS = 6_000;
const WINDOW_MS = 10_000;
const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

/** Turns away what is too much, before anything is read or asked. */
export const shed = (app: FastifyInstance) => {
  const isTooMuch = countAddresses();
  let inFlight = 0;
  app.addHook('onRequest', (request, reply, next) => {
    if (request.url.startsWith(BASE)) reply.header('cache-control', 'no-store');
    inFlight += 1;
    // Also when the caller went away before the answer: onResponse would not hear of it.
    reply.raw.once('close', () => {
      inFlight -= 1;
    });
    if (inFlight > IN_FLIGHT_LIMIT) sendResult(undefined, undefined, reply, refuse('unavailable'));
    else if (isTooMuch(request.ip)) {
      reply.header('retry-after', String(WINDOW_MS / 1000));
      sendResult(undefined, undefined, reply, refuse('tooMany'));
    } else next();
  });
};

/** Counts requests per address in windows of ten seconds; this process only, which is enough for a coarse limit. */
const countAddresses = () => {
  const counts = new Map<string, number>();
  let windowEnds = 0;
  return (address: string): boolean => {
    if (LOOPBACK.has(address)) return false;
    const now = performance.now();
    if (now > windowEnds) {
      counts.clear();
      windowEnds = now + WINDOW_MS;
    }
    const count = (counts.get(address) ?? 0) + 1;
    counts.set(address, count);
    return count > PER_ADDRESS;
  };
};
