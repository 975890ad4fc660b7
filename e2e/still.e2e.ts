import type { Page } from '@playwright/test';
import { lookAt, untilStill, watchShifts } from './stillness.ts';
import { expect, signIn, test } from './story.ts';

/** The pages that stay open all day. `npm run prove screens` covers all pages at more sizes (docs/rules/screens.md, rule 15). */
const MAIN = [
  '/dashboard',
  '/careplanlist',
  '/timeoff',
  '/inbox',
  '/monthclose',
  '/reports',
  '/authorizations',
  '/billing',
  '/claims',
  '/claims/denials',
  '/claims/unpaid',
  '/privatepay',
  '/payroll',
  '/books',
  '/evvadmin',
];

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const expectStill = async (page: Page, path: string) => {
  await page.getByRole('main').waitFor();
  await untilStill(page);
  const { shift, shifts, overflow } = await lookAt(page);
  expect(shift, `${path} moves: ${JSON.stringify(shifts)}`).toBeLessThan(0.02);
  expect(overflow, `${path} is wider than its window`).toBe(0);
};

test('the main pages stay still while they load', async ({ page }) => {
  await signIn(page, 'admin');
  await page.context().addInitScript(watchShifts);
  for (const path of MAIN) {
    await page.goto(path);
    await expectStill(page, path);
    const scripts = await page.evaluate(
      () => performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js')).length,
    );
    expect(scripts, `scripts of ${path}`).toBeLessThan(60);
  }
});

/** The page remembers its record and shows the same one after a reload. */
const expectStillAgain = async (page: Page, heading: RegExp) => {
  await expect(page.getByRole('heading', { name: heading, level: 2 })).toBeVisible();
  await page.reload();
  await expectStill(page, page.url());
  await expect(page.getByRole('heading', { name: heading, level: 2 })).toBeVisible();
};

test('the pages of one authorization and of one visit stay still while they load', async ({ page }) => {
  await signIn(page, 'admin');
  await page.context().addInitScript(watchShifts);
  await page.goto('/authorizations');
  await page
    .getByRole('row')
    .filter({ hasText: /Runs out|Ran out/ })
    .first()
    .press('Enter');
  await expectStillAgain(page, /, /);

  await page.goto('/careplanlist');
  await page.getByRole('table', { name: 'Care plans' }).getByRole('row').nth(1).click();
  await page.keyboard.press('Alt+Enter');
  const visits = page.getByRole('dialog', { name: /^Visits: / });
  await visits.getByRole('row').nth(1).click();
  await page.keyboard.press('Alt+Enter');
  await expectStillAgain(page, / with /);
});
