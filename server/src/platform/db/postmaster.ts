import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { StartRefused } from './start-refused.ts';

/** What a running server writes about itself into its data folder. */
export interface Postmaster {
  readonly pid: number;
  readonly cluster: string;
  readonly port: number;
  readonly socketDir: string;
}

export function readPostmaster(cluster: string): Postmaster | undefined {
  const lines = readOptional(join(cluster, 'postmaster.pid'))?.split('\n');
  const pid = Number(lines?.[0]);
  if (!lines || !(pid > 0)) return undefined;
  return { pid, cluster: lines[1] ?? '', port: Number(lines[3] ?? 0), socketDir: lines[4] ?? '' };
}

export function readOptional(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT') return undefined;
    if (code === 'EACCES')
      throw new StartRefused(`${path} belongs to another user: start as that user or as root.`);
    throw error;
  }
}

export function isNumberTaken(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** A process that ended but was not collected by its parent counts as dead. */
export function isAlive(pid: number): boolean {
  return isNumberTaken(pid) && !/^\d+ \(.*\) [ZX]/s.test(readQuietly(`/proc/${pid}/stat`));
}

/** Process numbers are reused, in containers after every restart. */
export function isPostgres(pid: number): boolean {
  if (process.platform === 'linux') return readQuietly(`/proc/${pid}/comm`).trim() === 'postgres';
  if (process.platform === 'win32') return true;
  return spawnSync('ps', ['-o', 'comm=', '-p', String(pid)], { encoding: 'utf8' }).stdout.includes(
    'postgres',
  );
}

/** A server process still works in this data folder. A busy one outlives its killed postmaster for a while. */
export function hasBackends(cluster: string): boolean {
  if (process.platform !== 'linux') return false;
  const folder = statSync(cluster);
  return readdirSync('/proc').some((name) => {
    if (!/^\d+$/.test(name) || !isPostgres(Number(name))) return false;
    const works = statQuietly(`/proc/${name}/cwd`);
    return works?.ino === folder.ino && works.dev === folder.dev;
  });
}

/** A process that is ending, or of another user, has no readable folder. */
function statQuietly(path: string) {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

function readQuietly(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
