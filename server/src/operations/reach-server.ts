import { ConfigError } from '../platform/config/config-error.ts';
import type { Environment } from '../platform/config/environment.ts';
import { givenWays, oneWay, type Ways } from '../platform/db/databases.ts';
import { reachEmbeddedPostgres, StartRefused, startEmbeddedPostgres } from '../platform/db/embedded.ts';
import { type Directory, FileDirectory } from '../platform/site/directory.ts';
import { TableDirectory } from '../platform/site/directory-table.ts';
import { OperationRefused } from './archive.ts';

export interface Reached {
  readonly ways: Ways;
  readonly directory: Directory;
  stop(): Promise<void>;
}

/** The installation's PostgreSQL server and sites, for a command that runs with or without the application; `alone` refuses to run next to it. */
export const reachServer = async (env: Environment, options: { alone: boolean }): Promise<Reached> => {
  const ways = givenWays(env);
  if (ways) {
    const directory = await TableDirectory.open(ways, env.dataDir);
    return { ways, directory, stop: () => directory.end() };
  }
  const launch = options.alone ? startEmbeddedPostgres : reachEmbeddedPostgres;
  const { connection, stop } = await launch({ dataDir: env.dataDir, log: () => undefined });
  return { ways: oneWay(connection), directory: new FileDirectory(env.dataDir), stop };
};

/** Ends every command with a sentence if an operator can fix the problem, and with a stack trace if it is a bug. */
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
