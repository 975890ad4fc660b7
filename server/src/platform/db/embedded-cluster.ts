import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { type Account, commandOf, giveTo } from './embedded-account.ts';
import {
  environment,
  fullDisk,
  lastComplaint,
  type Place,
  passwordFile,
  USER,
  WINDOWS,
} from './embedded-place.ts';
import { binary } from './embedded-runtime.ts';
import { isAlive, readOptional, readPostmaster } from './postmaster.ts';
import { StartRefused } from './start-refused.ts';

/** A cluster appears completely or not at all: a killed first start leaves only a folder that the next one removes. */
export async function createCluster(place: Place): Promise<void> {
  const { cluster, home, runtime, account } = place;
  const major = readOptional(join(cluster, 'PG_VERSION'))?.trim();
  if (major !== undefined) {
    if (Number(major) === runtime.major) return giveStopped(place);
    throw new StartRefused(
      `The data in ${home} is of PostgreSQL ${major} and this release runs ${runtime.major}: set PG_BIN to the programs of PostgreSQL ${major}, or restore a backup into a new DATA_DIR.`,
    );
  }
  if (existsSync(cluster) && readdirSync(cluster).length > 0) {
    throw new StartRefused(
      `${cluster} holds files but no database: nothing was changed, choose another DATA_DIR.`,
    );
  }
  place.log('Creating the database');
  removeUnfinished(home);
  const making = join(home, `postgres.new-${process.pid}`);
  mkdirSync(making, { mode: 0o700 });
  giveTo(account, making);
  await initialise(place, making);
  try {
    renameSync(making, cluster);
  } catch (error) {
    rmSync(making, { recursive: true, force: true });
    if (!existsSync(join(cluster, 'PG_VERSION'))) throw error;
  }
  if (!WINDOWS) syncFolder(home);
}

function giveStopped(place: Place): void {
  const owner = readPostmaster(place.cluster);
  if (owner === undefined || !isAlive(owner.pid)) giveTo(place.account, place.cluster);
}

function removeUnfinished(home: string): void {
  for (const name of readdirSync(home)) {
    const maker = /^postgres\.new-(\d+)$/.exec(name)?.[1];
    if (maker && (Number(maker) === process.pid || !isAlive(Number(maker)))) {
      rmSync(join(home, name), { recursive: true, force: true });
    }
  }
}

function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  fsyncSync(handle);
  closeSync(handle);
}

async function initialise(place: Place, folder: string): Promise<void> {
  const provider = place.runtime.major >= 17 ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'] : [];
  const args = [
    ['-D', folder, '-U', USER, '-E', 'UTF8', '--data-checksums', '--no-instructions'],
    [...provider, `--locale=${process.platform === 'linux' ? 'C.UTF-8' : 'C'}`],
    WINDOWS ? ['--auth=scram-sha-256', `--pwfile=${makePassword(place.home)}`] : ['--auth=trust'],
  ].flat();
  const { code, output } = await run(place.account, binary(place.runtime, 'initdb'), args);
  if (code === 0) return;
  rmSync(folder, { recursive: true, force: true });
  if (/No space left/.test(output)) throw new StartRefused(fullDisk(place.home));
  throw new StartRefused(`The database could not be created in ${place.home}: ${lastComplaint(output)}`);
}

function makePassword(home: string): string {
  writeFileSync(passwordFile(home), randomBytes(24).toString('base64url'), { mode: 0o600 });
  return passwordFile(home);
}

function run(account: Account, program: string, given: readonly string[]) {
  const { command, args, owner } = commandOf(account, program, given);
  return new Promise<{ code: number | null; output: string }>((resolve, reject) => {
    const child = spawn(command, args, { ...owner, cwd: dirname(program), env: environment() });
    let output = '';
    child.stdout.on('data', (data) => {
      output += data;
    });
    child.stderr.on('data', (data) => {
      output += data;
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
  });
}
