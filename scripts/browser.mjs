import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { run, step } from './steps.mjs';

/** A Chromium without windows first: a new page takes it a fifth of the time. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
];
const PLACES = [
  '/usr/bin/chromium',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
];

/** The path of a Chromium or Chrome, or the one command that brings one. */
export async function findBrowser() {
  const found = installedBrowser();
  if (found) return { path: found };
  if (mayInstall()) {
    await step('Installing Chromium', installChromium);
    const now = installedBrowser();
    if (now) return { path: now };
  }
  return { advice: `No Chromium or Chrome was found. Run: ${adviceFor()} (or set CHROMIUM_PATH)` };
}

function installedBrowser() {
  const given = process.env.CHROMIUM_PATH;
  if (given) return answers(given) ? given : undefined;
  const onPath = (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return [...onPath, ...PLACES, ...downloaded()].find((path) => existsSync(path) && answers(path));
}

// The package of some systems is only a pointer to a store that is not there.
function answers(path) {
  if (process.platform === 'win32') return existsSync(path);
  try {
    return /Chrom/.test(
      execFileSync(path, ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
    );
  } catch {
    return false;
  }
}

/** What `playwright install chromium` has brought. */
function downloaded() {
  const folder = process.env.PLAYWRIGHT_BROWSERS_PATH ?? join(homedir(), '.cache/ms-playwright');
  if (!existsSync(folder)) return [];
  const versions = readdirSync(folder).filter((name) => /^chromium-\d+$/.test(name));
  return versions.flatMap((name) =>
    ['chrome-linux', 'chrome-linux64'].map((part) => join(folder, name, part, 'chrome')),
  );
}

const isDebian = () =>
  existsSync('/usr/bin/apt-get') && /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'));

const mayInstall = () => process.getuid?.() === 0 && isDebian() && !process.env.CHROMIUM_PATH;

async function installChromium() {
  const options = { env: { DEBIAN_FRONTEND: 'noninteractive' } };
  await run('apt-get', ['update'], options);
  let failed = '';
  // Older releases of Debian have no package of the first.
  for (const name of ['chromium-headless-shell', 'chromium']) {
    const { code, output } = await run(
      'apt-get',
      ['install', '-y', '--no-install-recommends', name],
      options,
    );
    if (code === 0) return;
    failed += `${output.trim()}\n`;
  }
  console.log(failed.trim());
}

function adviceFor() {
  if (isDebian()) return 'sudo apt-get update && sudo apt-get install -y chromium';
  return 'npx playwright install --with-deps chromium';
}
