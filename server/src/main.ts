import { type Environment, readEnvironment } from './platform/config/environment.ts';
import { explain, start } from './start.ts';

/**
 * Stops cleanly once, even during startup. Ctrl-C arrives twice, from the terminal and from npm; one that comes a second later means
 * 'at once', and the database recovers by itself.
 */
const stopOnSignal = (starting: Promise<() => Promise<void>>, drainSeconds: number) => {
  let since: number | undefined;
  const end = async () => {
    if (since !== undefined) {
      if (performance.now() - since > 1_000) process.exit(130);
      return;
    }
    since = performance.now();
    const stop = await starting.catch(() => undefined);
    setTimeout(() => process.exit(1), 10_000 + drainSeconds * 1_000).unref();
    await stop?.();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
};

const main = async () => {
  let env: Environment | undefined;
  try {
    env = readEnvironment(process.env);
    const starting = start(env);
    stopOnSignal(starting, env.drainSeconds);
    await starting;
  } catch (error) {
    process.stderr.write(`${explain(error, env)}\n`);
    process.exit(1);
  }
};

await main();
