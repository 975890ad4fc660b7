import type { Page } from '@playwright/test';
import { expect, expectAccessible, signIn, test } from './story.ts';

const PHONE = { width: 390, height: 844 };
const tiles = (page: Page) => page.getByRole('group', { name: 'At stake' });
const table = (page: Page) => page.getByRole('region', { name: 'Authorizations' });

/** '$1,234.56 …' → cents. */
const centsOf = (text: string) =>
  Number(/\$([\d,]+)\.(\d\d)/.exec(text)?.slice(1).join('').replaceAll(',', '') ?? 0);

test('what is at stake is read, narrowed and opened down to the months of one authorization', async ({
  page,
}) => {
  await signIn(page, 'admin');
  await page.getByRole('link', { name: 'Authorizations' }).click();
  await expect(tiles(page)).toContainText(/of \d+ lines/);
  const texts = await tiles(page).getByRole('button').allTextContents();
  const [all = 0, ...parts] = texts.map(centsOf);
  expect(all).toBeGreaterThan(0);
  expect(parts.reduce((sum, cents) => sum + cents, 0)).toBe(all);
  await expectAccessible(page);

  const missing = tiles(page).getByRole('button', { name: /^Missing/ });
  await missing.click();
  await expect(missing).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByText(/^No authorization (since|from)/).first()).toBeVisible();
  await page.getByRole('button', { name: 'Add', exact: true }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add PAR' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('A PAR number is 1 to 30 letters, digits and hyphens.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await tiles(page)
    .getByRole('button', { name: /^Running out/ })
    .click();
  await page.getByRole('button', { name: 'Open', exact: true }).first().click();
  const chart = page.getByRole('slider', { name: 'Units left by day' });
  await chart.focus();
  await page.keyboard.press('End');
  await expect(chart).toHaveAttribute('aria-valuetext', /beyond it if the plan stays/);
  const total = page.getByRole('row', { name: /^Total/ });
  const worked = await page.getByRole('definition').nth(2).textContent();
  await expect(total).toContainText(worked ?? '?');
  await expectAccessible(page);
  await page.setViewportSize(PHONE);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Back to authorizations' }).click();
  await expect(table(page).or(tiles(page)).first()).toBeVisible();
  await expectAccessible(page);
});
