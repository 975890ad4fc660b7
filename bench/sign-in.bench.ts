import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { type Browser, chromium, type Page, type Response } from '@playwright/test';
import { buildRegistry } from '../server/src/app.ts';
import { buildServer } from '../server/src/platform/http/server.ts';
import { processLog } from '../server/src/platform/log/log.ts';
import { unservedMachine } from '../server/src/platform/site/machine.ts';
import { Sites } from '../server/src/platform/site/sites.ts';
import { median, ms, report } from './report.ts';
import { type BenchSite, benchSite, DEMO_PASSWORD } from './site.ts';

/** From pressing Submit on the login page to a People table that answers a click; the browser knows nothing yet. */
const SIZES = [
  { people: { clients: 3_300, providers: 1_700 }, target: 2 },
  { people: { clients: 13_200, providers: 6_800 }, target: 2.5 },
];
const ROUNDS = 7;
const SCRIPTS = 230_000;
/** HTML, styles and scripts of the sign-in form, and when a cold phone shows it. */
const FORM = { bytes: 120_000, ms: 3_000, rounds: 5 };
/** A processor 4 × slower, 1.6 Mbit/s, 150 ms there and back. */
const PHONE = { slower: 4, bytesPerSecond: 1_600_000 / 8, latency: 150 };
const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const run = (args: string[]): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] });
    child.once('error', reject);
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`${args.join(' ')}: code ${code}`)),
    );
  });

const buildProduct = () =>
  run([
    '--input-type=module',
    '-e',
    `import('./scripts/build-web.mjs').then((b) => b.buildWeb(process.execPath))`,
  ]);

/** Built by the same tool and packed the same way. */
const buildEmptyPage = async (): Promise<string> => {
  const out = await mkdtemp(join(tmpdir(), 'homecare-empty-page-'));
  await run(['node_modules/vite/bin/vite.js', 'build', 'bench/empty-page', '--outDir', out, '--emptyOutDir']);
  for (const name of await readdir(join(out, 'assets'))) {
    const file = join(out, 'assets', name);
    const content = await readFile(file);
    const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
    await writeFile(`${file}.br`, brotliCompressSync(content, { params }));
  }
  return out;
};

/** Served by the product's own server, so that only the page differs. */
const serveEmptyPage = async ({ site }: BenchSite, webRoot: string) => {
  const sites = new Sites([site], { pickerHosts: [] });
  const registry = buildRegistry(sites, unservedMachine(tmpdir()));
  const app = await buildServer({ sites, registry, log: processLog(false), trustedProxies: [], webRoot });
  return { url: await app.listen({ port: 0, host: '127.0.0.1' }), stop: () => app.close() };
};

const inNewBrowser = async <T>(browser: Browser, work: (page: Page) => Promise<T>): Promise<T> => {
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 }, locale: 'en-US' });
  const page = await context.newPage();
  await page.addInitScript({ path: fileURLToPath(new URL('first-click.js', import.meta.url)) });
  try {
    return await work(page);
  } finally {
    await context.close();
  }
};

/** What is transferred of some kinds of files, as gzip would pack it. */
const countBytes = (page: Page, ending: RegExp) => {
  const files = new Map<string, Promise<Buffer>>();
  const take = (response: Response) => {
    if (ending.test(new URL(response.url()).pathname)) files.set(response.url(), response.body());
  };
  page.on('response', take);
  return async () => {
    // What comes later is not counted, and may still be on its way when the page is closed.
    page.off('response', take);
    const bodies = await Promise.all(files.values());
    return bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0);
  };
};

interface SignIn {
  readonly took: number;
  readonly rows: string;
  readonly scriptBytes: number;
}

const signIn = async (page: Page, url: string): Promise<SignIn> => {
  const scripts = countBytes(page, /\.js$/);
  await page.goto(`${url}/login`, { waitUntil: 'networkidle' });
  await page.getByLabel('Username').fill('admin');
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  const answered = page.evaluate<{ took: number; rows: string }>('window.peopleTableAnswers()');
  await page.getByRole('button', { name: 'Submit' }).click();
  const { took, rows } = await answered;
  return { took, rows, scriptBytes: await scripts() };
};

const openEmptyPage = async (page: Page, url: string): Promise<number> => {
  await page.goto(url, { waitUntil: 'commit' });
  return page.evaluate<number>('window.emptyPageAnswers()');
};

/** The form on a phone that has never seen the page: when it can be typed in, and what it took until then. */
const openOnPhone = async (page: Page, url: string): Promise<{ took: number; bytes: number }> => {
  await page.setViewportSize({ width: 390, height: 800 });
  const chrome = await page.context().newCDPSession(page);
  const { slower: rate, bytesPerSecond, latency } = PHONE;
  await chrome.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
  await chrome.send('Emulation.setCPUThrottlingRate', { rate });
  const bytes = countBytes(page, /^\/login$|\.(js|css)$/);
  await page.goto(`${url}/login`, { waitUntil: 'commit' });
  const took = await page.evaluate<number>('window.formIsShown()');
  return { took, bytes: await bytes() };
};

/** Each size has a database and servers of its own. */
const measureSize = async (
  browser: Browser,
  emptyPage: string,
  { people, target }: (typeof SIZES)[number],
) => {
  const bench = await benchSite(people);
  const server = await bench.serve();
  // The example agency, whose accounts its server makes, starts on Today; the table that is measured is that of People.
  await bench.site.pool.query(`update accounts set start_on_today = false where login = 'admin'`);
  const empty = await serveEmptyPage(bench, emptyPage);
  try {
    const signIns: SignIn[] = [];
    const emptyPages: number[] = [];
    for (let round = -1; round < ROUNDS; round += 1) {
      const one = await inNewBrowser(browser, (page) => signIn(page, server.url));
      const other = await inNewBrowser(browser, (page) => openEmptyPage(page, empty.url));
      if (round < 0) continue;
      signIns.push(one);
      emptyPages.push(other);
    }
    const forms: Awaited<ReturnType<typeof openOnPhone>>[] = [];
    for (let round = 0; round < FORM.rounds; round += 1)
      forms.push(await inNewBrowser(browser, (page) => openOnPhone(page, server.url)));
    return { target, signIns, emptyPages, forms };
  } finally {
    await empty.stop();
    await server.stop();
    await bench.stop();
  }
};
type Measured = Awaited<ReturnType<typeof measureSize>>;

const figureOfSignIn = ({ target, signIns, emptyPages }: Measured) => {
  const took = median(signIns.map((one) => one.took));
  const bare = median(emptyPages);
  return {
    name: `Submit to a People table that answers a click (${signIns[0]?.rows}), against opening an empty React page and clicking it`,
    here: `${ms(took)} = ${(took / bare).toFixed(1)} ×`,
    limit: ms(bare),
    target: `at most ${target} × the limit`,
    share: took / bare / target,
  };
};

await buildProduct();
const emptyPage = await buildEmptyPage();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium',
  args: FLAGS,
});
try {
  const measured: Measured[] = [];
  for (const size of SIZES) measured.push(await measureSize(browser, emptyPage, size));
  const signIns = measured.flatMap((one) => one.signIns);
  const forms = measured.flatMap((one) => one.forms);
  const scripts = median(signIns.map((one) => one.scriptBytes));
  const formBytes = median(forms.map((one) => one.bytes));
  const formShown = median(forms.map((one) => one.took));
  report([
    ...measured.map(figureOfSignIn),
    {
      name: 'Scripts transferred until then, gzip',
      here: `${(scripts / 1000).toFixed(0)} kB`,
      target: `at most ${SCRIPTS / 1000} kB`,
      share: scripts / SCRIPTS,
    },
    {
      name: 'The sign-in form alone: HTML, styles and scripts, gzip',
      here: `${(formBytes / 1000).toFixed(0)} kB`,
      target: `at most ${FORM.bytes / 1000} kB`,
      share: formBytes / FORM.bytes,
    },
    {
      name: 'The form on a cold phone (processor 4 × slower, 1.6 Mbit/s, 150 ms)',
      here: ms(formShown),
      target: `at most ${FORM.ms / 1000} s`,
      share: formShown / FORM.ms,
    },
  ]);
} finally {
  await browser.close();
  await rm(emptyPage, { recursive: true, force: true });
}
