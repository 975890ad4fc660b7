import type { Page } from '@playwright/test';
import { expect, expectAccessible, signIn, signInAt, test } from './story.ts';

/** Finding everything by a few letters (docs/rules/find.md). */

const box = (page: Page) => page.getByRole('combobox', { name: 'Search or jump to' });
const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name });
const group = (page: Page, name: string) => page.getByRole('group', { name });

const openFinder = async (page: Page) => {
  await expect(page.getByRole('button', { name: 'Search or jump to' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(box(page)).toBeFocused();
};

test('a person, a plan, a screen and something to do are found and opened by keys', async ({ page }) => {
  await signIn(page, 'admin');
  await expect(page.getByRole('table', { name: 'People, All' })).toBeVisible();
  await openFinder(page);
  await box(page).fill('dolores mart');
  await expect(group(page, 'People').getByRole('option').first()).toHaveText(/^Martinez, Dolores/);
  await expect(group(page, 'People').getByRole('option').first()).toHaveAttribute('aria-selected', 'true');
  await expect(group(page, 'Visits and plans').getByRole('option').first()).toBeVisible();
  await expect(option(page, /^Call Dolores Martinez/)).toBeVisible();
  await expect(option(page, /^Record time off for Dolores Martinez/)).toBeVisible();
  await expectAccessible(page);
  // Search text is in no URL.
  expect(page.url()).not.toMatch(/dolores|mart/i);
  await page.keyboard.press('ArrowDown');
  await expect(group(page, 'People').getByRole('option').first()).toHaveAttribute('aria-selected', 'false');
  await page.keyboard.press('Escape');
  await expect(box(page)).toHaveCount(0);

  await openFinder(page);
  await box(page).fill('payroll');
  await group(page, 'Go to').getByRole('option', { name: 'Payroll', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Payroll', level: 1 })).toBeVisible();

  await openFinder(page);
  await box(page).fill('add client');
  await expect(option(page, /^Add client/)).toBeVisible();
  await option(page, /^Add client/).click();
  await expect(page.getByRole('textbox', { name: 'Last name' })).toBeVisible();
});

test('Search still filters the list as you type, and archived people are counted', async ({ page }) => {
  await signIn(page, 'admin');
  await openFinder(page);
  await box(page).fill('ortiz');
  await expect(option(page, /^Ortiz/).first()).toBeVisible();
  await page.keyboard.press('ArrowUp');
  await expect(option(page, 'Show only people with “ortiz”')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  const search = page.getByRole('textbox', { name: 'Search people' });
  await expect(search).toHaveValue('ortiz');

  await page.getByRole('button', { name: 'Clear search' }).click();
  await openFinder(page);
  await box(page).fill('jaramillo marisol');
  await expect(page.getByRole('status').filter({ hasText: 'No match. Archived: 1.' })).toBeVisible();
  await option(page, 'Show archived people with “jaramillo marisol”').click();
  await expect(page.getByRole('switch', { name: 'Show Archived' })).toBeChecked();
  await expect(page.getByRole('row', { name: /Jaramillo, Marisol/ })).toBeVisible();
});

test('Tab shows what can be done with a record, Ctrl Enter opens it in a new tab', async ({ page }) => {
  await signIn(page, 'admin');
  await openFinder(page);
  await box(page).fill('dolores mart');
  await expect(option(page, /^Martinez, Dolores/)).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(group(page, 'Martinez, Dolores').getByRole('option', { name: 'Open record' })).toBeVisible();
  await page.keyboard.press('Shift+Tab');
  await expect(option(page, /^Martinez, Dolores/)).toBeVisible();
  const opened = page.context().waitForEvent('page');
  await page.keyboard.press('Control+Enter');
  const tab = await opened;
  // The URL does not reveal the person, but still opens the record.
  expect(tab.url()).not.toMatch(/martinez|dolores|id=/i);
  await expect(tab.getByRole('heading', { name: 'Martinez, Dolores' })).toBeVisible();
  await tab.close();

  // Before anything is typed, recently opened records come first, without names stored on the device.
  await box(page).fill('ortiz');
  await expect(option(page, /^Ortiz/).first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: /^Ortiz/, level: 2 })).toBeVisible();
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /^Schedule/ })
    .click();
  await expect(page.getByRole('heading', { name: 'Schedule', level: 1 })).toBeVisible();
  await openFinder(page);
  await expect(group(page, 'Recent').getByRole('option').first()).toHaveText(/^Ortiz/);
  const kept = await page.evaluate(() => JSON.stringify({ ...localStorage }));
  expect(kept).not.toMatch(/ortiz/i);
  expect(kept).toContain('recent.');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /User menu/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await page.getByRole('button', { name: 'Logout', exact: true }).click();
  await expect(page.getByLabel('Username')).toBeVisible();
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('recent.');
});

test('a manager finds no amounts in the search, and an employee keeps the search box of the list', async ({
  page,
}) => {
  await signIn(page, 'user');
  await openFinder(page);
  await box(page).fill('mart');
  await expect(option(page, /^Martinez, Dolores/)).toBeVisible();
  await expect(group(page, 'Claims')).toHaveCount(0);
  await expect(option(page, 'Margin')).toHaveCount(0);

  await signIn(page, 'provider');
  const search = page.getByRole('textbox', { name: 'Search people' });
  await expect(search).toBeVisible();
  await expect(page.getByRole('button', { name: /^Search or jump to/ })).toHaveCount(0);
  await page.keyboard.press('Control+k');
  await expect(search).toBeFocused();
});

test('/ moves to the search box and ? opens the guide with the keys, except while typing', async ({
  page,
}) => {
  await signIn(page, 'admin');
  const search = page.getByRole('textbox', { name: 'Search people' });
  await expect(page.getByRole('table', { name: 'People, All' })).toBeVisible();
  await page.keyboard.press('/');
  await expect(search).toBeFocused();
  await page.keyboard.type('what?/');
  await expect(search).toHaveValue('what?/');
  await page.keyboard.press('Escape');
  await page.getByRole('main').focus();
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Guide' });
  await expect(keys.getByText('Search or jump to')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(keys).toHaveCount(0);
});

test('on a phone the search opens from the header and fills the screen', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, 'admin');
  await page.getByRole('banner').getByRole('button', { name: 'Search or jump to' }).click();
  await expect(box(page)).toBeFocused();
  await box(page).fill('dolores mart');
  await expect(option(page, /^Martinez, Dolores/)).toBeVisible();
  await expectAccessible(page);
  const size = await page.getByRole('dialog', { name: 'Search or jump to' }).boundingBox();
  expect(size).toMatchObject({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(box(page)).toHaveCount(0);
});

test('a link to a record opens it for a colleague, or says who may open it', async ({ page }) => {
  await signIn(page, 'admin');
  await openFinder(page);
  await box(page).fill('dolores mart');
  await option(page, /^Plan \d+: .* with Martinez, Dolores/)
    .first()
    .click();
  await expect(page).toHaveURL(/\/careplan\?at=k[0-9a-z]+$/);
  const title = page.getByText(/Martinez, Dolores for /).first();
  await expect(title).toBeVisible();
  const words = await title.innerText();
  const address = page.url();
  expect(address).not.toMatch(/martinez|show|id/i);

  await signInAt(page, 'user', address);
  await expect(page.getByText(words).first()).toBeVisible();
  await page.goto('/payroll');
  await expect(
    page.getByText('Payroll is for admins. Ask an admin of your agency to look at it.'),
  ).toBeVisible();
  await expect(page).toHaveURL(/today$/);
});
