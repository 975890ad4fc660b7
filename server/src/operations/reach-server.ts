import { ConfigError } from '../platform/config/config-error.ts';
import type { Environment } from '../platform/config/environment.ts';
import { reachEmbeddedPostgres, StartRefused, startEmbeddedPostgres } from '../platform/db/embedded.ts';
import type { Connection } from '../platform/db/pool.ts';
import { OperationRefused } from './archive.ts';

export interface Reached {
  readonly connection: Connection;
  stop(): Promise<void>;
}

/**
 * The PostgreSQL server of this installation, for a command that runs beside the application or without it; `alone`
 * refuses while the application runs.
 */
export const reachServer = async (env: Environment, options: { alone: boolean }): Promise<Reached> => {
  if (env.databaseUrl) return { connection: { url: env.databaseUrl }, stop: async () => undefined };
  const launch = options.alone ? startEmbeddedPostgres : reachEmbeddedPostgres;
  return launch({ dataDir: env.dataDir, log: () => undefined });
};

/** The end of every command: a sentence for what an operator can mend, a stack for what is a fault. */
export const runCommand = async (main: () => Promise<void>): Promise<void> => {
  try {
    await main();
  } catch (error) {
    process.exitCode = 1;
    process.stderr.write(`${explain(error)}\n`);
  }
};

const explain = (error: unknown): string => {
  if (error instanceof OperationRefused || error instanceof ConfigError || error instanceof StartRefused)
    return error.message;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code.startsWith('ERR_PARSE_ARGS') && error instanceof Error) return error.message.split('. ')[0] ?? '';
  if (code === 'ENOSPC' || code === '53100') return 'The disk is full: free some space and try again.';
  if (['ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT', 'EAI_AGAIN', '28P01', '28000'].includes(code))
    return 'The PostgreSQL server of DATABASE_URL cannot be reached with these credentials.';
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
};
