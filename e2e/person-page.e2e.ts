import type { Page } from '@playwright/test';
import { expect, expectAccessible, signIn, signInAt, test } from './story.ts';

/** Everything about one person, on tabs with their own URLs (docs/rules/person-page.md). */

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 2 });

/** Opens the page by the name in the People list. */
const openPerson = async (page: Page, name: string) => {
  const search = page.getByRole('textbox', { name: 'Search people' });
  await expect(page.getByRole('table', { name: 'People, All' })).toBeVisible();
  await search.fill(name);
  await page.getByRole('table', { name: 'People, All' }).getByRole('link', { name, exact: true }).click();
  await expect(heading(page, name)).toBeVisible();
};

test('a name opens a person page whose tab links reveal nothing', async ({ page }) => {
  await signIn(page, 'admin');
  await openPerson(page, 'Martinez, Dolores');
  await expect(page).toHaveURL(/\/person\/k[0-9a-z]+$/);
  expect(page.url()).not.toMatch(/martinez|dolores/i);
  await expect(page.getByRole('link', { name: /^\(720\) 555/ }).first()).toHaveAttribute(
    'href',
    /^tel:\+1720/,
  );
  await expect(page.getByRole('region', { name: 'This week' }).getByRole('listitem').first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Care plans' }).getByRole('link').first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Papers' })).toBeVisible();
  await expectAccessible(page);

  await tab(page, 'Plans').click();
  await expect(page).toHaveURL(/\/person\/k[0-9a-z]+\/plans$/);
  const plans = page.getByRole('table', { name: 'Care plans' });
  await expect(plans.getByRole('link', { name: 'Martinez, Dolores' }).first()).toBeVisible();
  await expectAccessible(page);
  // The other person of a care plan is one click away, and Back returns here.
  const other = plans.getByRole('link').filter({ hasNotText: 'Martinez, Dolores' }).first();
  const name = await other.innerText();
  await other.click();
  await expect(heading(page, name)).toBeVisible();
  await page.goBack();
  await expect(heading(page, 'Martinez, Dolores')).toBeVisible();
  await expect(tab(page, 'Plans')).toHaveAttribute('aria-selected', 'true');

  await page.reload();
  await expect(tab(page, 'Plans')).toHaveAttribute('aria-selected', 'true');
  await expect(plans).toBeVisible();
});

test('the person page has messages, files, the log and the record as tabs', async ({ page }) => {
  await signIn(page, 'admin');
  await openPerson(page, 'Martinez, Dolores');
  await tab(page, 'Messages').click();
  await expect(page.getByRole('textbox', { name: /^Answer/ })).toBeVisible();
  await expectAccessible(page);
  await tab(page, 'Files').click();
  await page.getByRole('button', { name: 'Add File' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Close', exact: true })).toHaveCount(0);
  await tab(page, 'History').click();
  await expect(page.getByRole('region', { name: 'Changes of Martinez, Dolores' })).toBeVisible();
  await tab(page, 'Looks').click();
  const looks = page.getByRole('table', { name: 'Looks at Martinez, Dolores' });
  await expect(looks.getByText('Page of the person').first()).toBeVisible();
  await expectAccessible(page);
  await tab(page, 'Schedule').click();
  await page.getByRole('button', { name: 'Next week' }).click();
  await expect(page.getByRole('tabpanel').getByRole('listitem')).toHaveCount(7);
  await expectAccessible(page);
  await tab(page, 'Edit').click();
  await expect(page.getByRole('textbox', { name: 'Last name' })).toHaveValue('Martinez');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(tab(page, 'Overview')).toHaveAttribute('aria-selected', 'true');
});

test('a link sent to a colleague without access says who may open it', async ({ page }) => {
  await signIn(page, 'admin');
  await openPerson(page, 'Abeyta, Rosalind');
  await tab(page, 'Billing').click();
  await expect(page.getByRole('button', { name: 'Record payment' })).toBeVisible();
  await expectAccessible(page);
  const address = page.url();

  await signInAt(page, 'user', address);
  await expect(heading(page, 'Abeyta, Rosalind')).toBeVisible();
  await expect(tab(page, 'Billing')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Billing is for admins' })).toBeVisible();
  await expect(page.getByText('Ask an admin of your agency')).toBeVisible();
  await tab(page, 'Record').click();
  await expect(page.getByRole('heading', { name: 'Identity' })).toBeVisible();

  await signInAt(page, 'provider', address.replace('/billing', ''));
  await expect(heading(page, 'Abeyta, Rosalind')).toBeVisible();
  await expect(tab(page, 'Schedule')).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'This week' })).toHaveCount(0);

  await page.goto(`${address.replace('/billing', '').slice(0, -2)}`);
  await expect(page.getByRole('heading', { name: 'This person was not found' })).toBeVisible();
});

test('on a phone the person page reads from top to bottom', async ({ page }) => {
  await signIn(page, 'admin');
  await openPerson(page, 'Martinez, Dolores');
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('region', { name: 'This week' }).getByRole('listitem')).toHaveCount(7);
  await expectAccessible(page);
  const width = await page.evaluate(() => document.querySelector('[data-scroller]')?.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
});
