import type { Page } from '@playwright/test';
import { expect, expectAccessible, signIn, test } from './story.ts';

const PHONE = { width: 390, height: 844 };
const tiles = (page: Page) => page.getByRole('group', { name: 'At stake' });
const table = (page: Page) => page.getByRole('region', { name: 'Authorizations' });

/** '$1,234.56 …' → cents. */
const centsOf = (text: string) =>
  Number(/\$([\d,]+)\.(\d\d)/.exec(text)?.slice(1).join('').replaceAll(',', '') ?? 0);

const pressTile = (page: Page, name: RegExp) => tiles(page).getByRole('button', { name }).click();

/** The text sent to the case manager of the first line. */
const openRequests = async (page: Page) => {
  await page.getByRole('button', { name: 'Request units' }).first().click();
  const requests = page.getByRole('dialog', { name: /requests?$/ });
  await expect(requests.getByRole('button', { name: 'Print PDF' })).toBeVisible();
  return requests;
};

/** Opens the first authorization whose units do not last. */
const openShortLine = (page: Page) =>
  page
    .getByRole('row')
    .filter({ hasText: /Runs out|Ran out/ })
    .first()
    .getByRole('button')
    .first()
    .click();

test('an authorization list is filtered by what is at stake, and one authorization opens down to its months', async ({
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

  await pressTile(page, /^Running out/);
  const requests = await openRequests(page);
  await expect(requests.getByText(/: \d+ units?, \d\d-\d\d-\d{4} to/)).toBeVisible();
  await expectAccessible(page);
  await requests.getByRole('button', { name: 'Close' }).last().click();
  await openShortLine(page);
  const chart = page.getByRole('slider', { name: 'Units left by day' });
  await chart.focus();
  await page.keyboard.press('End');
  await expect(chart).toHaveAttribute('aria-valuetext', /units? beyond it if the plan stays/);
  await page.getByRole('tab', { name: 'Hours' }).click();
  await expect(chart).toHaveAttribute('aria-valuetext', /\d h beyond it/);
  await page.getByRole('tab', { name: 'Dollars' }).click();
  await expect(chart).toHaveAttribute('aria-valuetext', /\$[\d,]+\.\d\d beyond it/);
  await page.getByRole('button', { name: 'Justify' }).click();
  const why = page.getByRole('dialog', { name: 'Beyond a limit' });
  await why.getByRole('button', { name: 'Save' }).click();
  await expect(why.getByText('Write why this care is needed beyond the limit.')).toBeVisible();
  await why.getByLabel('Justification').fill('Two more transfers a day since the fall');
  await why.getByRole('button', { name: 'Save' }).click();
  const kept = page.getByRole('region', { name: 'Justifications' });
  await expect(kept).toContainText('Two more transfers a day since the fall');
  const total = page.getByRole('row', { name: /^Total/ });
  const worked = await page.getByRole('definition').nth(2).textContent();
  await expect(total).toContainText(worked ?? '?');
  await expectAccessible(page);
  await page.setViewportSize(PHONE);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Back to authorizations' }).click();
  await expect(table(page).or(tiles(page)).first()).toBeVisible();
  await expectAccessible(page);

  // On a phone the filters are behind one button, and none is wider than the window.
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  const filters = page.getByRole('dialog', { name: 'Filters' });
  await filters.getByLabel('Program').selectOption({ index: 1 });
  await expectAccessible(page);
  await filters.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('button', { name: 'Filters, one is on' })).toBeVisible();
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
  expect(wide).toBe(false);
});

test('a manager reads units, asks for a renewal, and writes no authorization', async ({ page }) => {
  await signIn(page, 'user');
  await page.getByRole('link', { name: 'Authorizations' }).click();
  await expect(tiles(page)).toContainText(/of \d+ lines/);
  await expect(page.getByRole('button', { name: 'New authorization' })).toHaveCount(0);
  await pressTile(page, /^Missing/);
  const requests = await openRequests(page);
  await requests.getByRole('button', { name: 'Close' }).last().click();
  await pressTile(page, /^Running out/);
  await openShortLine(page);
  await expect(page.getByRole('slider', { name: 'Units left by day' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Edit' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Add renewal' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Client', exact: true }).click();
  await expect(page.getByText(/^PAR, saved at once/)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Add (PAR|program)/ })).toHaveCount(0);
  await expectAccessible(page);
});

test('a client’s program is added, changed, filtered by, and deleted', async ({ page }) => {
  await signIn(page, 'admin');
  await page.getByRole('link', { name: 'Authorizations' }).click();
  // Lines without an authorization have nothing to open.
  await page.getByRole('row').filter({ hasText: 'PAR 0' }).first().getByRole('button').first().click();
  const client = (await page.getByRole('heading', { level: 2 }).first().textContent())?.split(',')[0] ?? '';
  await page.getByRole('button', { name: 'Client', exact: true }).click();
  await page.getByRole('button', { name: 'Add program' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add program' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Enter its first day.')).toBeVisible();
  await dialog.getByLabel('From').fill('01-01-2026');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();

  await page.getByRole('button', { name: 'Edit CFC from 01-01-2026' }).click();
  const change = page.getByRole('dialog', { name: 'Change program' });
  await change.getByLabel('Program').selectOption('Waiver');
  await change.getByLabel('Waiver (optional)').fill('EBD');
  await change.getByRole('button', { name: 'Save' }).click();
  await expect(change).toBeHidden();
  const remove = page.getByRole('button', { name: 'Delete Waiver (EBD) from 01-01-2026' });
  await expect(remove).toBeVisible();

  await page.getByRole('link', { name: 'Authorizations' }).click();
  await page.getByLabel('Program').selectOption('Waiver');
  await expect(page.getByRole('cell', { name: /Waiver, / }).first()).toBeVisible();
  await expect(page.getByRole('cell', { name: new RegExp(`^${client}, `) }).first()).toBeVisible();
  await page.getByLabel('Program').selectOption('All programs');

  await page.goBack();
  await remove.click();
  await page.getByRole('dialog', { name: 'Delete program' }).getByRole('button', { name: 'Delete' }).click();
  await expect(remove).toBeHidden();
});
