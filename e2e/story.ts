import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test as base, type Page } from '@playwright/test';
import { DEMO_PASSWORD } from './demo-password.ts';

interface Console {
  /** Errors that the story provokes, as a refused login does. */
  readonly expectedErrors: readonly RegExp[];
  readonly quietConsole: undefined;
}

/** A story also fails when the browser reports an error on the way. */
export const test = base.extend<Console>({
  expectedErrors: [[], { option: true }],
  quietConsole: [
    async ({ page, expectedErrors }, use) => {
      const errors: string[] = [];
      const note = (text: string) => {
        if (!expectedErrors.some((expected) => expected.test(text))) errors.push(text);
      };
      page.on('console', (message) => {
        if (message.type() === 'error') note(`${message.text()} ${message.location().url}`);
      });
      page.on('pageerror', (error) => note(error.message));
      await use(undefined);
      base.expect(errors, 'errors in the browser console').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect } from '@playwright/test';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Finding {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

/** No accessibility rule is broken on the page as it stands. */
export const expectAccessible = async (page: Page) => {
  await page.evaluate(AXE);
  const findings = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run: () => Promise<{ violations: Finding[] }> } };
    const { violations } = await axe.run();
    return violations.map(({ id, nodes }) => ({
      id,
      nodes: nodes
        .slice(0, 3)
        .map(({ html, failureSummary }) => ({ html: html.slice(0, 200), failureSummary })),
    }));
  });
  base.expect(findings, 'broken accessibility rules').toEqual([]);
};

/** A browser that has shown every update note; the story of notices looks at one that has not. */
const knowsUpdates = (page: Page) => page.addInitScript(() => localStorage.setItem('lastUpdate', '1000000'));

/** Signs in through the login screen. */
export const signIn = async (
  page: Page,
  login: string,
  password: string = DEMO_PASSWORD,
  { seesUpdates = false }: { readonly seesUpdates?: boolean } = {},
) => {
  if (!seesUpdates) await knowsUpdates(page);
  await page.goto('/login');
  await page.getByLabel('Username').fill(login);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/login'));
};
