import { mkdirSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROLES, type Role } from '@homecare/domain/call.ts';
import type { Browser, Page } from '@playwright/test';
import { type BenchSite, benchSite, DEMO_PASSWORD } from '../bench/site.ts';
import {
  launchBrowser,
  type Opened,
  openedWith,
  openScreen,
  readRoutes,
  type Screen,
} from './opened-screens.ts';
import { forgetShifts, type Look, lookAt, untilDrawn, untilStill, watchShifts } from './stillness.ts';
import { findingsOn, signIn } from './story.ts';

/**
 * Every screen of web/src/app/routes.ts with every tab, and the dialogs that open from its head and from the menu of its first
 * row, by each role that may open it, at three sizes and in two colors: full (300 clients, or those that the environment's
 * CLIENTS says), of an agency with nobody in it, and while the server fails. How far its layout moves until it is still, what
 * axe finds, whether it is wider than the window, how many lines stand above its list, what the console says. In dark colors
 * each answer takes 300 ms longer, so that placeholders are seen. `--keep` photographs each view into test-results/screens. Run
 * as a file of its own it takes words that choose: a part of a path, a role, a width, a color, a state.
 */
const CLIENTS = Number(process.env.CLIENTS ?? 300);
const PEOPLE = { clients: CLIENTS, providers: Math.ceil(CLIENTS / 2), months: 2 };
const STATES = ['full', 'empty', 'failing'] as const;
type State = (typeof STATES)[number];
const SIZES = [
  { width: 1400, height: 900, headLines: 1 },
  { width: 1024, height: 768, headLines: 2 },
  { width: 390, height: 844, headLines: Number.POSITIVE_INFINITY },
];
const COLORS = ['light', 'dark'] as const;
const SLOW_MS = 300;
const MOST_SHIFT = 0.02;
const MOST_DIALOGS = 6;
/** Pages with more above the list than a line holds: the seven switches of the care plan list that are specified, and the board, which is drawn so. */
const MORE_LINES: Readonly<Record<string, readonly number[]>> = {
  '/careplanlist': [1400, 1024],
  '/schedule': [1400],
};
const PICTURES = 'test-results/screens';

interface View extends Look {
  readonly name: string;
  readonly findings: readonly string[];
  readonly errors: readonly string[];
  readonly faults: readonly string[];
}

const words = process.argv.slice(2);
const keeps = words.includes('--keep');
const chosen = words.filter((word) => !word.startsWith('--'));
const isChosen = (groups: readonly string[]) => {
  const among = chosen.filter((word) => groups.some((group) => word === group));
  return among.length === 0 ? groups : among;
};

const faultsOf = (look: Look, mostLines: number, findings: readonly string[], errors: readonly string[]) => [
  ...(look.shift > MOST_SHIFT ? [`moves by ${look.shift.toFixed(3)}`] : []),
  ...(look.overflow > 0 ? [`${look.overflow} px too wide: ${look.widest}`] : []),
  ...(look.headLines > mostLines ? [`head of ${look.headLines} lines`] : []),
  ...findings,
  ...errors.map((error) => `console: ${error.slice(0, 160)}`),
];

/** What moved most, below the line of its view. */
const movesOf = ({ shift, shifts }: Look) =>
  shift <= MOST_SHIFT
    ? ''
    : shifts
        .toSorted((a, b) => b.value - a.value)
        .slice(0, 3)
        .map(
          ({ value, at, moved }) => `\n  ${value.toFixed(3)} at ${Math.round(at)} ms: ${moved.join(' | ')}`,
        )
        .join('');

type Size = (typeof SIZES)[number];

interface Round {
  readonly page: Page;
  readonly size: Size;
  readonly words: string;
  readonly errors: string[];
  readonly views: View[];
}

const record = async ({ page, size, words: round, errors, views }: Round, name: string) => {
  await untilStill(page);
  const look = await lookAt(page);
  const findings = (await findingsOn(page)).map(
    ({ id, nodes }) => `axe ${id}: ${nodes[0]?.html.slice(0, 90) ?? ''}`,
  );
  const said = errors.splice(0);
  const hasMore = MORE_LINES[new URL(page.url()).pathname]?.includes(size.width);
  const mostLines = size.headLines + (hasMore ? 1 : 0);
  const view = `${name} ${round}`;
  if (keeps) await page.screenshot({ path: join(PICTURES, `${view.replaceAll(/[^a-z0-9]+/gi, '-')}.png`) });
  const faults = faultsOf(look, mostLines, findings, said);
  views.push({ ...look, name: view, findings, errors: said, faults });
  if (faults.length > 0) console.log(`${view}: ${faults.join('; ')}${movesOf(look)}`);
};

/** Tabs of the page, not of a dialog; a tab that shows others shows them too. */
const lookAtTabs = async (round: Round, name: string) => {
  const { page } = round;
  const tabs = page.getByRole('tablist').first().getByRole('tab');
  const count = await tabs.count();
  for (let at = 0; at < count; at += 1) {
    const tab = tabs.nth(at);
    if (!(await tab.isVisible()) || (await tab.getAttribute('aria-selected')) === 'true') continue;
    const label = ((await tab.textContent()) ?? '').replaceAll(/[\d,]+$/g, '').trim();
    await tab.click();
    await untilDrawn(page);
    await forgetShifts(page);
    await record(round, `${name} ${label}`);
  }
};

const lookAtScreen = async (round: Round, screen: Screen, opened: Opened, asks: boolean) => {
  const paths = [screen.path, ...(screen.parts ?? []).map((part) => `${screen.path}/${part}`)];
  for (const path of paths) {
    for (const state of opened[screen.keyed ? screen.path : path] ?? [undefined]) {
      const name = [path, ...(state?.mode ? [state.mode, state.id ?? ''] : [])].join(' ').trim();
      await openScreen(round.page, path, state, () => {
        round.errors.length = 0;
      });
      await record(round, name);
      if (asks) await lookAtDialogs(round, name);
      await lookAtTabs(round, name);
    }
  }
};

/** Opens a dialog and looks at it; Escape closes it, and nothing is answered. */
const lookAtDialog = async (round: Round, name: string, open: () => Promise<unknown>) => {
  const { page } = round;
  await forgetShifts(page);
  await open();
  const dialog = page.getByRole('dialog').last();
  const isOpen = await dialog.waitFor({ timeout: 3_000 }).then(
    () => true,
    () => false,
  );
  if (isOpen) await record(round, name);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
};

/** What is pressed to be asked something: its words end with three dots, or offer something new. */
const ASKS = /…$|^(New|Add) /;

/** The questions of the head of a page, and those of the menu of its first row. */
const lookAtDialogs = async (round: Round, name: string) => {
  const { page } = round;
  const buttons = page.getByRole('main').getByRole('button', { name: ASKS });
  for (let at = 0; at < Math.min(await buttons.count(), MOST_DIALOGS); at += 1) {
    const button = buttons.nth(at);
    if (!(await button.isVisible()) || !(await button.isEnabled())) continue;
    const label = ((await button.textContent()) ?? '').trim();
    await lookAtDialog(round, `${name} ${label}`, () => button.click());
  }
  const more = page.getByRole('button', { name: /^More for/ }).first();
  if (!(await more.isVisible())) return;
  await more.click();
  const words = await page.getByRole('menuitem', { name: ASKS }).allTextContents();
  await page.keyboard.press('Escape');
  for (const entry of words)
    await lookAtDialog(round, `${name} row ${entry}`, async () => {
      await more.click();
      await page.getByRole('menuitem', { name: entry, exact: true }).click();
    });
};

/** What a page is made of before it asks for anything of its own. */
const OF_THE_FRAME = /session|getPremium|siteConfig|latest|poster\.php|list-unread/;

const failFromNowOn = (page: Page) =>
  page.route(/\/homecare\/api\//, (route) =>
    OF_THE_FRAME.test(route.request().url())
      ? route.continue()
      : route.fulfill({
          status: 500,
          json: { result: 'ERROR', code: 500, reason: 'failed', Info: 'The server failed.' },
        }),
  );

const lookAtRound = async (
  browser: Browser,
  url: string,
  about: {
    readonly role: Role;
    readonly size: Size;
    readonly color: (typeof COLORS)[number];
    readonly state: State;
  },
  { screens, opened, views }: { screens: readonly Screen[]; opened: Opened; views: View[] },
) => {
  const { role, size, color, state } = about;
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: size.width, height: size.height },
    colorScheme: color,
    locale: 'en-US',
    timezoneId: 'America/Denver',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('console', (message) => {
    // The document that a page is opened over has no icon.
    const isMeant = state === 'failing' && message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isMeant && !message.location().url.endsWith('/favicon.ico'))
      errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(error.message));
  await context.addInitScript(watchShifts);
  await signIn(page, role, DEMO_PASSWORD);
  await untilStill(page);
  if (color === 'dark') {
    const line = await context.newCDPSession(page);
    await line.send('Network.enable');
    await line.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: SLOW_MS,
      downloadThroughput: -1,
      uploadThroughput: -1,
    });
  }
  if (state === 'failing') await failFromNowOn(page);
  errors.length = 0;
  const round = { page, size, words: `${role} ${size.width} ${color} ${state}`, errors, views };
  for (const screen of screens.filter(({ roles }) => roles.includes(role)))
    await lookAtScreen(round, screen, opened, state === 'full' && color === 'light');
  await context.close();
};

/** Everything that belongs to somebody; accounts, settings and types stay, as on the first day. */
const emptyAgency = async ({ site: { pool } }: BenchSite) => {
  const { rows } = await pool.query<{ name: string }>(`
    with recursive owned as (
      select 'people'::regclass::oid as id union select 'candidates'::regclass::oid
      union select con.conrelid from pg_constraint con join owned on con.confrelid = owned.id
        where con.contype = 'f' and con.conrelid <> 'accounts'::regclass)
    select id::regclass::text as name from owned`);
  const client = await pool.connect();
  try {
    await client.query("set session_replication_role = 'replica'");
    await client.query('update accounts set provider_id = null');
    for (const { name } of rows) await client.query(`delete from ${name}`);
  } finally {
    client.release(true);
  }
};

/** All rounds of some states with one server. */
const lookAtAgency = async (
  bench: BenchSite,
  { states, screens, opened }: { states: readonly State[]; screens: readonly Screen[]; opened: Opened },
  views: View[],
) => {
  const server = await bench.serve();
  const browser = await launchBrowser();
  try {
    for (const state of states)
      for (const role of ROLES.filter((one) => isChosen(ROLES).includes(one)))
        for (const size of SIZES.filter(({ width }) =>
          isChosen(SIZES.map((one) => String(one.width))).includes(String(width)),
        ))
          for (const color of COLORS.filter((one) => isChosen(COLORS).includes(one)))
            await lookAtRound(browser, server.url, { role, size, color, state }, { screens, opened, views });
  } finally {
    await browser.close();
    await server.stop();
  }
};

const main = async () => {
  const { buildWeb } = await import(fileURLToPath(new URL('../scripts/build-web.mjs', import.meta.url)));
  await buildWeb(process.execPath);
  if (keeps) mkdirSync(PICTURES, { recursive: true });
  const routes = await readRoutes();
  const wanted = chosen.filter((word) => word.startsWith('/'));
  const screens = routes.filter(
    ({ path }) => wanted.length === 0 || wanted.some((word) => path === word || word === `${path}*`),
  );
  const states = STATES.filter((one) => isChosen(STATES).includes(one));
  const views: View[] = [];
  const bench = await benchSite(PEOPLE);
  try {
    const peopled = states.filter((state) => state !== 'empty');
    if (peopled.length > 0)
      await lookAtAgency(bench, { states: peopled, screens, opened: await openedWith(bench) }, views);
    if (states.includes('empty')) {
      await emptyAgency(bench);
      // A caregiver without a record has no phone to look at.
      const ofOffice = screens.map((screen) => ({
        ...screen,
        roles: screen.roles.filter((role) => role !== 'evv'),
      }));
      await lookAtAgency(bench, { states: ['empty'], screens: ofOffice, opened: {} }, views);
    }
  } finally {
    await bench.stop();
  }
  return views;
};

const printViews = (views: readonly View[]) => {
  const sorted = views.toSorted((a, b) => b.faults.length - a.faults.length || b.shift - a.shift);
  console.log(`\n${cpus()[0]?.model.trim()}, ${availableParallelism()} cores, Node ${process.version}`);
  console.log('shift  axe  px  lines  console  view');
  for (const { shift, findings, overflow, headLines, errors, name } of sorted) {
    const figures = [
      shift.toFixed(3),
      String(findings.length).padStart(4),
      String(overflow).padStart(3),
      String(headLines).padStart(6),
      String(errors.length).padStart(8),
    ];
    console.log(`${figures.join(' ')}  ${name}`);
  }
  const failed = views.filter(({ faults }) => faults.length > 0).length;
  console.log(`\n${views.length} views, ${failed} with something to mend`);
  return failed;
};

process.exitCode = printViews(await main()) > 0 ? 1 : 0;
