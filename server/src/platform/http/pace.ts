import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

interface Pace {
  readonly leastBytesPerSecond: number;
  readonly paceWindowSeconds: number;
}

/** Consecutive windows in which nothing of a waiting answer was read. */
const WINDOWS_UNREAD = 6;

interface Watched {
  readonly request: IncomingMessage;
  /** At the last check; undefined before the first, so that everyone gets a full window. */
  received: number | undefined;
}

/**
 * Ends connections that send a body too slowly or do not read an answer. All are checked together once per window, so that a request
 * needs no timer.
 */
export const watchPace = (app: FastifyInstance, { leastBytesPerSecond, paceWindowSeconds }: Pace) => {
  const watched = new Set<Watched>();
  const least = leastBytesPerSecond * paceWindowSeconds;
  const timer = setInterval(() => {
    for (const each of watched) if (isTooSlow(each, least)) each.request.socket.destroy();
  }, paceWindowSeconds * 1000);
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));
  // Only the runtime sees how much of a large piece has been sent, which it counts as activity. An answer still being made has nothing to read yet.
  app.server.setTimeout(WINDOWS_UNREAD * paceWindowSeconds * 1000, (socket: Socket) => {
    if (socket.writableLength > 0) socket.destroy();
  });
  return (request: IncomingMessage, response: ServerResponse) => {
    const each: Watched = { request, received: undefined };
    watched.add(each);
    response.once('close', () => watched.delete(each));
  };
};

const isTooSlow = (each: Watched, least: number): boolean => {
  const { request } = each;
  const { bytesRead } = request.socket;
  const before = each.received;
  each.received = bytesRead;
  // What has arrived and not been read is waiting for us.
  const isAwaited = !request.complete && request.readableLength === 0;
  return before !== undefined && isAwaited && bytesRead - before < least;
};
