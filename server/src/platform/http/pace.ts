import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

interface Pace {
  readonly leastBytesPerSecond: number;
  readonly paceWindowSeconds: number;
}

/** Windows in a row in which nothing of a waiting answer was taken. */
const WINDOWS_UNREAD = 6;

interface Watched {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** At the last look; undefined before the first one, so that each gets a whole window. */
  received: number | undefined;
  sent: number;
  windowsUnread: number;
}

/**
 * Ends connections that send a body too slowly, or that leave an answer lying. All are looked at together once per window, so
 * that a request costs no timer of its own.
 */
export const watchPace = (app: FastifyInstance, { leastBytesPerSecond, paceWindowSeconds }: Pace) => {
  const watched = new Set<Watched>();
  const least = leastBytesPerSecond * paceWindowSeconds;
  const timer = setInterval(() => {
    for (const each of watched) if (isTooSlow(each, least)) each.request.socket.destroy();
  }, paceWindowSeconds * 1000);
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));
  return (request: IncomingMessage, response: ServerResponse) => {
    const each: Watched = { request, response, received: undefined, sent: 0, windowsUnread: 0 };
    watched.add(each);
    response.once('close', () => watched.delete(each));
  };
};

const isTooSlow = (each: Watched, least: number): boolean => {
  const { request, response } = each;
  const { bytesRead, bytesWritten } = request.socket;
  const before = each.received;
  each.received = bytesRead;
  // What lies here unread waits for us, not we for it.
  const isAwaited = !request.complete && request.readableLength === 0;
  if (before !== undefined && isAwaited && bytesRead - before < least) return true;
  const sent = bytesWritten - request.socket.writableLength;
  const isUnread = response.writableLength > 0 && sent === each.sent;
  each.sent = sent;
  each.windowsUnread = isUnread ? each.windowsUnread + 1 : 0;
  return each.windowsUnread >= WINDOWS_UNREAD;
};
