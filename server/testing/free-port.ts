import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Below the numbers systems use for outgoing connections (from 32768). Otherwise a client that keeps trying the port of a stopped
 * server could be given that port itself, connect to itself and block it.
 */
const [FIRST, LAST] = [24_000, 32_000] as const;

const given = new Set<number>();

/** A different free port of this machine each time. */
export const freePort = async (): Promise<string> => {
  for (;;) {
    const port = randomInt(FIRST, LAST);
    if (given.has(port)) continue;
    given.add(port);
    if (await isFree(port)) return String(port);
  }
};

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error) =>
      'code' in error && error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
    );
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
