import { readFile } from 'node:fs/promises';
import { expect, expectAccessible, signIn, test } from './story.ts';

test('an admin names the accounts and saves the ledger of a month for QuickBooks', async ({ page }) => {
  await signIn(page, 'admin');
  await page.goto('/margin');
  await page.getByRole('link', { name: 'Accounting' }).click();
  await expect(page.getByRole('cell', { name: 'Accounts Receivable' }).first()).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Accounts…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Accounts' });
  const owed = dialog.getByRole('textbox', { name: 'What payers and clients owe' });
  await owed.fill('');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Enter the name of an account.')).toBeVisible();
  await owed.fill('1200 Receivable');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('cell', { name: '1200 Receivable' }).first()).toBeVisible();
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'QuickBooks' }).click();
  const file = await coming;
  expect(file.suggestedFilename()).toMatch(/^ledger_\d{4}-\d\d_\d{4}-\d\d\.iif$/);
  const text = await readFile(await file.path(), 'utf8');
  expect(text).toContain('GENERAL JOURNAL');
  expect(text).toContain('1200 Receivable');
});
