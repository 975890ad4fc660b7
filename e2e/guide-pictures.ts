import { readdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Role } from '@homecare/domain/call.ts';
import type { Browser, Page } from '@playwright/test';
import { sql } from 'kysely';
import { type BenchSite, benchSite, DEMO_PASSWORD } from '../bench/site.ts';
import { weekOf } from '../server/testing/care.ts';
import { guideNameOf } from '../web/src/features/guide/page.ts';
import { personPath } from '../web/src/platform/person-path.ts';
import { launchBrowser, openedWith, openScreen, readRoutes } from './opened-screens.ts';
import { untilStill, watchShifts } from './stillness.ts';
import { OWN_PAGE, signIn } from './story.ts';

/**
 * `npm run guide` makes the picture of every page of docs/guide, as the example agency looks now; with names of pages, of those
 * alone. A picture is as wide as the page, and as sharp as so many bytes allow.
 */
const PEOPLE = { clients: 40, providers: 24, months: 2 };
const FOLDER = fileURLToPath(new URL('../docs/guide', import.meta.url));
const SIZE = { width: 900, height: 579 };
const MOST_BYTES = 60_000;
const DESK = { viewport: { width: 1400, height: 900 }, deviceScaleFactor: 9 / 7 };
/** Three screens of a phone are beside each other in one picture. */
const PHONE = { viewport: { width: 390, height: 752 }, deviceScaleFactor: 20 / 13 };
const PHONE_TABS = {
  evv: ['Visits', 'My week', 'Time off'],
  'evv-es': ['Visitas', 'Mi semana', 'Ausencias'],
};

type State = Readonly<Record<string, string | number>>;
interface Shown {
  readonly name: string;
  readonly path: string;
  readonly state?: State | undefined;
}

/** A client with a billing record, for the page that opens with nobody. */
const billedClient = async ({ site: { db } }: BenchSite): Promise<State> => {
  const { rows } = await sql<{ client: number; month: string }>`
    select client_id as client, to_char(month, 'YYYY-MM') as month from work where deleted is null order by month desc, id limit 1`.execute(
    db,
  );
  const [row] = rows;
  return row ? { client: row.client, month: row.month } : {};
};

/** A visit that has been billed has more to tell than the newest one. */
const billedVisit = async ({ site: { db } }: BenchSite): Promise<State> => {
  const { rows } = await sql<{ visit: string }>`
    select v.planned_day || ' ' || v.care_plan_id || '  ' || v.id as visit from visits v
    join work w on w.care_plan_id = v.care_plan_id and w.deleted is null and v.planned_day between w.start_period and w.end_period
    where v.status = 'Complete' and exists (select from claim_cards c where c.card_id = w.id)
    order by v.planned_day, v.id limit 1`.execute(db);
  return { visit: rows[0]?.visit ?? '', around: '' };
};

const shownScreens = async (bench: BenchSite): Promise<readonly Shown[]> => {
  const opened = await openedWith(bench);
  const billed = await billedClient(bench);
  const own: Readonly<Record<string, Partial<Shown>>> = {
    person: { path: personPath(Number(opened['/createuser']?.[0]?.id)) },
    billing: { state: billed },
    payroll: { state: { month: billed.month ?? '' } },
    claims: { path: '/claims/denials' },
    visitstory: { state: await billedVisit(bench) },
  };
  return (await readRoutes()).map(({ path }) => {
    const name = guideNameOf(path);
    return { name, path, state: opened[path]?.[0], ...own[name] };
  });
};

/** What is pressed on a page that opens with nothing chosen. */
const PRESSED: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  books: async (page) => {
    await page.getByRole('button', { name: 'Check now' }).click();
    await page.getByText('Worked time').first().waitFor();
  },
  apikeys: (page) => page.getByRole('button', { name: 'New key' }).click(),
  roles: (page) => page.getByRole('button', { name: 'New role' }).click(),
  webhooks: (page) => page.getByRole('button', { name: 'New webhook' }).click(),
  config: (page) => page.getByRole('tab', { name: 'Site' }).click(),
  reports: (page) => page.getByText('Visits By Month', { exact: true }).click(),
};

/** A caregiver has called out for the next days, and a client is looking for one. */
const addNeeds = async (page: Page, { site: { db } }: BenchSite) => {
  const { rows } = await sql<{ provider: number; client: number }>`
    select provider_id as provider, client_id as client from visits
    where status = 'Planned' and planned_day > current_date
    group by 1, 2 order by count(*) desc, 1 limit 1`.execute(db);
  const [row] = rows;
  if (!row) return;
  const days = (count: number) =>
    new Date(Date.now() + count * 86_400_000).toISOString().replace(/\.\d+/, '');
  const post = async (call: string, data: Readonly<Record<string, unknown>>) => {
    const answer = await page.request.post(`/homecare/api/${call}`, { data, headers: OWN_PAGE });
    if (!answer.ok()) throw new Error(`${call}: ${await answer.text()}`);
  };
  await post('staffing/call-out', { ProviderID: row.provider, from: days(0), until: days(5), note: 'flu' });
  await post('care-plans/save-open-request', {
    id: null,
    rev: null,
    ClientID: row.client,
    Type: 'PCP',
    StartDate: days(3).slice(0, 10),
    Remarks: null,
    createReason: 'More hours approved',
    week: weekOf({ Mon: ['13:00', '15:00'], Sat: ['09:00', '11:00'] }),
  });
};

/** Draws photos beside each other and writes them as a browser does. */
const encode = async (page: Page, photos: readonly Buffer[]): Promise<Buffer> => {
  const written = await page.evaluate(
    async ({ sources, width, height, most }) => {
      const canvas = document.createElement('canvas');
      Object.assign(canvas, { width, height });
      const context = canvas.getContext('2d');
      if (!context) throw new Error('nothing can be drawn');
      context.imageSmoothingQuality = 'high';
      for (const [place, source] of sources.entries()) {
        const image = new Image();
        image.src = source;
        await image.decode();
        const part = width / sources.length;
        context.drawImage(image, place * part, 0, part, height);
      }
      const qualities = [0.85, 0.75, 0.65, 0.55, 0.45, 0.35];
      const tries = qualities.map((quality) => canvas.toDataURL('image/webp', quality).split(',')[1] ?? '');
      return tries.find((text) => text.length * 0.75 <= most) ?? tries.at(-1) ?? '';
    },
    {
      sources: photos.map((photo) => `data:image/png;base64,${photo.toString('base64')}`),
      ...SIZE,
      most: MOST_BYTES,
    },
  );
  return Buffer.from(written, 'base64');
};

const pageOf = async (browser: Browser, url: string, role: Role, size: typeof DESK) => {
  const context = await browser.newContext({
    baseURL: url,
    ...size,
    colorScheme: 'light',
    locale: 'en-US',
    timezoneId: 'America/Denver',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await context.addInitScript(watchShifts);
  await signIn(page, role, DEMO_PASSWORD);
  await untilStill(page);
  return page;
};

const phonePhotos = async (page: Page, tabs: readonly string[]): Promise<Buffer[]> => {
  const photos: Buffer[] = [];
  for (const name of tabs) {
    // Before its name a tab may have a count.
    await page
      .getByRole('navigation')
      .getByRole('button', { name: new RegExp(`^\\d*\\s*${name}$`) })
      .click();
    await untilStill(page);
    photos.push(await page.screenshot());
  }
  return photos;
};

const takeAll = async (
  browser: Browser,
  { bench, url }: { readonly bench: BenchSite; readonly url: string },
  shown: readonly Shown[],
) => {
  const paper = await (await browser.newContext()).newPage();
  const keep = async (name: string, photos: readonly Buffer[]) => {
    const picture = await encode(paper, photos);
    writeFileSync(`${FOLDER}/img/${name}.webp`, picture);
    console.log(`${name} ${(picture.length / 1000).toFixed(0)} kB`);
  };
  const desk = await pageOf(browser, url, 'admin', DESK);
  await addNeeds(desk, bench);
  for (const { name, path, state } of shown.filter((one) => one.name !== 'evv')) {
    await openScreen(desk, path, state);
    await untilStill(desk);
    await PRESSED[name]?.(desk);
    await untilStill(desk);
    await keep(name, [await desk.screenshot()]);
  }
  if (!shown.some(({ name }) => name === 'evv')) return;
  const phone = await pageOf(browser, url, 'evv', PHONE);
  await keep('evv', await phonePhotos(phone, PHONE_TABS.evv));
  await phone.getByRole('button', { name: 'Español' }).click();
  await keep('evv-es', await phonePhotos(phone, PHONE_TABS['evv-es']));
};

const main = async (names: readonly string[]) => {
  const { buildWeb } = await import(fileURLToPath(new URL('../scripts/build-web.mjs', import.meta.url)));
  await buildWeb(process.execPath);
  const pages = new Set(readdirSync(FOLDER).map((file) => file.replace(/\.md$/, '')));
  const bench = await benchSite(PEOPLE);
  const server = await bench.serve();
  const browser = await launchBrowser();
  try {
    const shown = (await shownScreens(bench)).filter(({ name }) => pages.has(name));
    await takeAll(
      browser,
      { bench, url: server.url },
      shown.filter(({ name }) => names.length === 0 || names.includes(name)),
    );
  } finally {
    await browser.close();
    await server.stop();
    await bench.stop();
  }
};

await main(process.argv.slice(2));
