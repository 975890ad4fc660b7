import type { Page } from '@playwright/test';
import { expect, expectAccessible, signIn, test } from './story.ts';

const addScheduler = async (page: Page) => {
  await page.getByRole('button', { name: 'New role' }).click();
  const dialog = page.getByRole('dialog', { name: 'New role' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Scheduler');
  await dialog.getByRole('button', { name: 'Add role' }).click();
  await expect(dialog.getByText(/^Not saved\. Take something away/)).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Messages' }).selectOption('Not at all');
  await dialog.getByRole('combobox', { name: 'People', exact: true }).selectOption('Sees only');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Add role' }).click();
  await expect(page.getByRole('row', { name: /Scheduler/ })).toContainText(
    'No Messages; no changes in People',
  );
};

const giveTo = async (page: Page, login: string) => {
  await page.getByRole('link', { name: 'Create Account' }).first().click();
  const row = page.getByRole('row', { name: new RegExp(`^${login} `) });
  await row.getByRole('button', { name: /^More for/ }).click();
  await page.getByRole('menuitem', { name: 'Edit…' }).click();
  const dialog = page.getByRole('dialog', { name: /^Edit/ });
  await dialog.getByRole('combobox', { name: 'Role' }).click();
  await page.getByRole('option', { name: 'Scheduler (Manager with less)' }).click();
  await expect(dialog.getByText('This signs the account out everywhere')).toBeVisible();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(row).toContainText('Scheduler');
};

test('an admin makes a role with fewer rights, and whoever gets it sees and reaches no more', async ({
  page,
  browser,
  baseURL,
  watch,
}) => {
  await signIn(page, 'admin');
  await page.goto('/createprovider');
  await page.getByRole('link', { name: 'Roles' }).click();
  await expect(page.getByText('No roles of your own yet')).toBeVisible();
  await addScheduler(page);
  await giveTo(page, 'user');
  await page.goto('/roles');
  await expect(page.getByRole('row', { name: /Scheduler/ })).toContainText('user');

  const theirs = await (await browser.newContext({ ...(baseURL && { baseURL }) })).newPage();
  watch(theirs);
  await signIn(theirs, 'user');
  await theirs.goto('/dashboard');
  const menu = theirs.getByRole('navigation', { name: 'Main' });
  await expect(menu.getByRole('link', { name: 'Careplan List' })).toBeVisible();
  await expect(menu.getByRole('link', { name: 'SMS sender' })).toHaveCount(0);
  await expect(menu.getByRole('link', { name: 'Inbox' })).toHaveCount(0);
  await theirs
    .getByRole('row')
    .nth(1)
    .getByRole('button', { name: /^More for/ })
    .click();
  await expect(theirs.getByRole('menuitem', { name: /Record log/ })).toBeVisible();
  await expect(theirs.getByRole('menuitem', { name: /Text messages|Send to (Client|Provider)/ })).toHaveCount(
    0,
  );
  await theirs.goto('/sendsms');
  await expect(theirs.getByText('SMS sender is not in your role Scheduler.')).toBeVisible();
  await expect(theirs).toHaveURL(/\/(dashboard|today)$/);
});
