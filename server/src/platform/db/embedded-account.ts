import { spawnSync } from 'node:child_process';
import { chownSync, lchownSync, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readVariables } from '../config/environment.ts';
import { StartRefused } from './start-refused.ts';

/**
 * PostgreSQL refuses to run as root. `user`: another account owns and runs it. `namespace`: it runs in an unmapped user namespace,
 * where root's files look like its own and it has no other rights.
 */
export type Account =
  | { readonly kind: 'self' }
  | { readonly kind: 'user'; readonly uid: number; readonly gid: number }
  | { readonly kind: 'namespace' };

export function chooseAccount(folders: readonly string[], cluster: string): Account {
  if (process.getuid?.() !== 0) return { kind: 'self' };
  const users = [
    ownerOf(cluster),
    accountOf(readVariables(process.env).PG_USER),
    accountOf('postgres'),
    accountOf('nobody'),
  ];
  for (const user of users) {
    if (user && folders.every((folder) => canEnter(user, folder))) return { kind: 'user', ...user };
  }
  if (spawnSync('unshare', ['--user', 'true']).status === 0) return { kind: 'namespace' };
  throw new StartRefused(
    `PostgreSQL does not run as root, and ${folders[0]} lies in a folder that its account cannot enter: choose another DATA_DIR or start as an ordinary user.`,
  );
}

/** Spawn options and command line that run `command` as the account. */
export function commandOf(account: Account, command: string, args: readonly string[]) {
  if (account.kind === 'namespace')
    return { command: 'unshare', args: ['--user', command, ...args], owner: {} };
  const owner = account.kind === 'user' ? { uid: account.uid, gid: account.gid } : {};
  return { command, args: [...args], owner };
}

/** The folder itself comes last, so that an interrupted run is continued. */
export function giveTo(account: Account, folder: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = account.kind === 'user' ? account : { uid: 0, gid: 0 };
  if (statSync(folder).uid === uid) return;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    lchownSync(join(entry.parentPath, entry.name), uid, gid);
  }
  chownSync(folder, uid, gid);
}

interface User {
  readonly uid: number;
  readonly gid: number;
}

function ownerOf(folder: string): User | undefined {
  const found = statSync(folder, { throwIfNoEntry: false });
  return found === undefined || found.uid === 0 ? undefined : { uid: found.uid, gid: found.gid };
}

function accountOf(name: string | undefined): User | undefined {
  if (!name) return undefined;
  for (const line of readPasswords()) {
    const [login, , uid, gid] = line.split(':');
    if (login === name && Number(uid) > 0) return { uid: Number(uid), gid: Number(gid) };
  }
  return undefined;
}

function readPasswords(): readonly string[] {
  try {
    return readFileSync('/etc/passwd', 'utf8').split('\n');
  } catch {
    return [];
  }
}

export function canEnter(user: User, folder: string): boolean {
  const { mode, uid, gid } = lstatSync(folder);
  const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
  if ((mode & bit) === 0) return false;
  return folder === dirname(folder) || canEnter(user, dirname(folder));
}
