// Node built-ins only: this runs before anything is installed, on any Node from 20 on.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/** A sentence for the operator instead of a stack. */
export class Stop extends Error {}

/** Runs main; its result is the exit code, an expected failure one line on stderr. */
export async function command(main) {
  try {
    process.exitCode = (await main(process.argv.slice(2))) ?? 0;
  } catch (error) {
    console.error(error instanceof Stop ? error.message : error);
    process.exitCode = 1;
  }
}

/** Where lines cannot be written over, a step that goes on says so this often. */
const LINE_EVERY_SECONDS = 5;

/** Says what is going on once it takes longer than a second, and that it goes on. */
export async function step(title, work) {
  const begun = Date.now();
  const seconds = () => `${Math.round((Date.now() - begun) / 1000)} s`;
  const inPlace = process.stdout.isTTY;
  let ticks = 0;
  const tick = () => {
    ticks += 1;
    if (inPlace) process.stdout.write(`\r${title} … ${seconds()} `);
    else if (ticks === 1) console.log(`${title} …`);
    else if (ticks % LINE_EVERY_SECONDS === 0) console.log(`${title} … ${seconds()}`);
  };
  const timer = setInterval(tick, 1_000);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    if (ticks > 0) console.log(`${inPlace ? '\r' : ''}${title} … done in ${seconds()}`);
  }
}

/** Ends with the exit code and all that was said; never rejects for a failing program. */
export function run(program, args, options = {}) {
  return new Promise((resolve, reject) => {
    const { show = false, env = {}, ...rest } = options;
    const child = spawn(program, args, {
      cwd: ROOT,
      stdio: ['ignore', show ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe'],
      ...rest,
      env: { ...process.env, ...env },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text) => {
        output += text;
      });
    }
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code: code ?? 1, signal, output }));
  });
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Runs a program in the foreground, hands it our signals once each, and gives its exit code; it is ended after `limitMs`. */
export function foreground(program, args, { env = {}, limitMs } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: ROOT,
      stdio: 'inherit',
      env: { ...process.env, ...env },
      timeout: limitMs,
    });
    const sent = new Set();
    // Listening also keeps us here until the child has let its requests finish.
    const pass = (name) => {
      if (!sent.has(name)) child.kill(name);
      sent.add(name);
    };
    for (const name of SIGNALS) process.on(name, pass);
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      for (const name of SIGNALS) process.off(name, pass);
      resolve(signal === null ? code : 1);
    });
  });
}

/** All files below the paths, in a stable order. */
export function filesBelow(paths) {
  return paths.flatMap((path) => {
    const full = join(ROOT, path);
    if (!existsSync(full)) return [];
    const entries = readdirSync(full, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    return files.map((entry) => relative(ROOT, join(entry.parentPath ?? entry.path, entry.name))).sort();
  });
}

export function hashOf(files, more = '') {
  const hash = createHash('sha256').update(more);
  for (const file of files) {
    hash.update(`\0${file}\0`).update(existsSync(join(ROOT, file)) ? readFileSync(join(ROOT, file)) : '');
  }
  return hash.digest('hex');
}
