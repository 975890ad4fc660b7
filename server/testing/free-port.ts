import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Below the numbers that systems give to outgoing connections (from 32768): while a server is down, a client that keeps
 * trying its port would sooner or later be given that very port for its own end, connect to itself, and hold it.
 */
const [FIRST, LAST] = [24_000, 32_000] as const;

const given = new Set<number>();

/** A port of this machine where nothing listens, another one each time. */
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
