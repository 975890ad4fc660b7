import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { SessionValues } from '@homecare/domain/accounts/schema.ts';
import { sessionInitials } from '@homecare/domain/accounts/signing-in.ts';
import { test as base, type Page } from '@playwright/test';
import { DEMO_PASSWORD } from './demo-password.ts';
import { openAgencyOf, type Wishes } from './own-agency.ts';

interface Story extends Wishes {
  /** Errors that the story provokes, as a refused login does. */
  readonly expectedErrors: readonly RegExp[];
  /** For a page beside the story's own: its errors fail the story too. */
  readonly watch: (page: Page) => void;
  readonly quietConsole: undefined;
}

/** A story also fails when the browser reports an error on the way. */
export const test = base.extend<Story>({
  localServices: [false, { option: true }],
  baseURL: async ({ localServices }, use, { file }) => use((await openAgencyOf(file, { localServices })).url),
  expectedErrors: [[], { option: true }],
  watch: async ({ expectedErrors }, use) => {
    const errors: string[] = [];
    const note = (text: string) => {
      if (!expectedErrors.some((expected) => expected.test(text))) errors.push(text);
    };
    await use((page) => {
      page.on('console', (message) => {
        if (message.type() === 'error') note(`${message.text()} ${message.location().url}`);
      });
      page.on('pageerror', (error) => note(error.message));
    });
    base.expect(errors, 'errors in the browser console').toEqual([]);
  },
  quietConsole: [
    async ({ page, watch }, use) => {
      watch(page);
      await use(undefined);
    },
    { auto: true },
  ],
});

export { expect } from '@playwright/test';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export interface Finding {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string | undefined }[];
}

/** No accessibility rule is broken on the present page; a dialog that is just opening gets a second look. */
export const expectAccessible = (page: Page) =>
  base.expect(() => lookForFindings(page)).toPass({ intervals: [500], timeout: 30_000 });

const lookForFindings = async (page: Page) =>
  base.expect(await findingsOn(page), 'broken accessibility rules').toEqual([]);

/** The accessibility rules that the present page breaks. */
export const findingsOn = async (page: Page): Promise<Finding[]> => {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  return page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: { run: (options: { resultTypes: string[] }) => Promise<{ violations: Finding[] }> };
    };
    // Every rule runs; only what breaks one is described element by element.
    const { violations } = await axe.run({ resultTypes: ['violations'] });
    return violations.map(({ id, nodes }) => ({
      id,
      nodes: nodes
        .slice(0, 3)
        .map(({ html, failureSummary }) => ({ html: html.slice(0, 200), failureSummary })),
    }));
  });
};

/** A browser that has shown every update note: none covers a story of something else. */
export const hideUpdates = (page: Page) =>
  page.addInitScript(() => localStorage.setItem('lastUpdate', '1000000'));

/** The session as the login screen keeps it, beside a browser that has shown every update note. */
const kept = (login: string, site: string, seesUpdates: boolean, values: SessionValues) => ({
  uid: String(values.uid),
  site,
  username: login,
  role: values.role,
  initials: sessionInitials(values.full_name),
  evv_id: String(values.evv_id ?? ''),
  first_page: values.first_page,
  ...(!seesUpdates && { lastUpdate: '1000000' }),
});

/** What the product's own pages send with every call. */
export const OWN_PAGE = { 'X-Requested-With': 'homecare' };

/** Signs in by the call alone and opens the first page, or another one: the login screen has a story of its own. */
export const signIn = async (
  page: Page,
  login: string,
  password: string = DEMO_PASSWORD,
  { seesUpdates = false, at }: { readonly seesUpdates?: boolean; readonly at?: string } = {},
) => {
  // A page of whoever was signed in before would find its session ended, and sign this one out.
  if (page.url() !== 'about:blank') await page.goto('about:blank');
  const data = JSON.stringify([
    { field: 'user', value: login },
    { field: 'pass', value: password },
  ]);
  const answer = await page.request.post('/homecare/api/poster.php', {
    form: { cmd: 'login', data },
    headers: OWN_PAGE,
  });
  base.expect(answer.status(), `sign-in of ${login}`).toBe(200);
  const { data: values }: { data: SessionValues } = await answer.json();
  const { origin } = new URL(answer.url());
  const cookies = await page.context().cookies(origin);
  // A session's cookie names its site.
  const [site = ''] = decodeURIComponent(cookies[0]?.value ?? '').split('~');
  const localStorage = Object.entries(kept(login, site, seesUpdates, values)).map(([name, value]) => ({
    name,
    value,
  }));
  await page.context().setStorageState({ cookies, origins: [{ origin, localStorage }] });
  await page.goto(at ?? (values.role === 'evv' ? '/evv' : '/dashboard'));
};

/** Signs in with what is to be seen open at once: no page is loaded only to be left. */
export const signInAt = (page: Page, login: string, at: string) => signIn(page, login, undefined, { at });

/** Signs in as people do. */
export const signInByScreen = async (page: Page, login: string, password: string = DEMO_PASSWORD) => {
  await hideUpdates(page);
  await page.goto('/login');
  await page.getByLabel('Username').fill(login);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/login'));
};
