import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Account } from './embedded-account.ts';
import type { Runtime } from './embedded-runtime.ts';
import { StartRefused } from './start-refused.ts';

export interface EmbeddedConnection {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password?: string;
  readonly database: 'postgres';
}

/** One DATA_DIR, with the account and binaries of its server. */
export interface Place {
  readonly home: string;
  readonly cluster: string;
  readonly account: Account;
  readonly runtime: Runtime;
  readonly log: (line: string) => void;
  /** PostgreSQL settings in addition to ours. */
  readonly settings: Readonly<Record<string, string>>;
  /** How long startup may take to recover the log. */
  readonly recoveryMs: number;
}

export const WINDOWS = process.platform === 'win32';
export const USER = 'homecare';

/** Only for Windows, where the server listens on TCP; elsewhere the socket is in a private folder. */
export const passwordFile = (home: string) => join(home, 'postgres.password');

export function connectionOf(place: Place, socketDir: string, port: number): EmbeddedConnection {
  const common = { port, user: USER, database: 'postgres' } as const;
  if (!WINDOWS) return { ...common, host: socketDir };
  return { ...common, host: '127.0.0.1', password: readFileSync(passwordFile(place.home), 'utf8') };
}

/** Without the caller's PGDATA, PGPORT, LD_LIBRARY_PATH and so on. */
export function environment(): NodeJS.ProcessEnv {
  const kept = WINDOWS ? process.env : { PATH: process.env.PATH };
  return { ...kept, LC_ALL: 'C', TZ: 'UTC' };
}

/** System errors an operator can fix, as a sentence. */
export function expected(error: unknown, home: string): unknown {
  if (error instanceof StartRefused || !(error instanceof Error) || !('code' in error)) return error;
  if (error.code === 'ENOSPC') return new StartRefused(fullDisk(home));
  if (error.code === 'EACCES' || error.code === 'EPERM' || error.code === 'EROFS') {
    return new StartRefused(`${home} cannot be written (${reasonOf(error)}): check its owner and mode.`);
  }
  return error;
}

export const fullDisk = (home: string) =>
  `The disk that holds ${home} is full: free some space and start again.`;

export const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** The reason a PostgreSQL program gave. */
export function lastComplaint(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const complaint = lines.findLast((line) => /FATAL|PANIC|error|could not/i.test(line)) ?? lines.at(-1);
  return complaint?.replace(/^.*?(FATAL|PANIC|error): */, '').trim() ?? 'it gave no reason';
}
