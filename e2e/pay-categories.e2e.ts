import type { Page } from '@playwright/test';
import { expect, expectAccessible, signIn, test } from './story.ts';

const openPayrollSettings = async (page: Page) => {
  await page.goto('/config');
  await page.getByRole('tab', { name: 'Payroll' }).click();
};

// Saving the taken name is refused.
test.use({ expectedErrors: [/status of 400.*save-category/] });

test('an admin adds a pay category, which the rates of a care plan type then offer', async ({ page }) => {
  await signIn(page, 'admin');
  await openPayrollSettings(page);
  await page.getByRole('button', { name: 'New pay category' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Homemaker');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Homemaker has this name or had it before.')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Name').fill('Private pay');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  const table = page.getByRole('table', { name: 'Pay categories' });
  await expect(table.getByText('Private pay')).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('list', { name: 'Pay categories' }).getByText('Private pay')).toBeVisible();
  await expectAccessible(page);
});

test('the agency pays by two weeks, then by weeks from a given day on, and by half months again', async ({
  page,
}) => {
  await signIn(page, 'admin');
  const dialog = page.getByRole('dialog');
  // Far ahead, so that it affects the pay of no other test.
  const offers = async (label: string, periods: readonly string[]) => {
    await page.getByRole('link', { name: 'Payroll', exact: true }).click();
    await page.getByRole('link', { name: 'Export Payroll' }).click();
    // The page that is left also has a Month field.
    await expect(page.getByRole('tablist', { name: 'Payroll export' })).toBeVisible();
    await page.getByRole('textbox', { name: 'Month', exact: true }).fill('2030-01');
    await page.keyboard.press('Enter');
    await expect(page.getByLabel(label, { exact: true }).locator('option')).toHaveText(periods);
    await openPayrollSettings(page);
  };
  await openPayrollSettings(page);
  await page.getByRole('button', { name: 'New pay periods' }).click();
  await dialog.getByLabel('First day').fill('01-01-2030');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('table', { name: 'Pay periods' }).getByText('Two weeks')).toBeVisible();
  await offers('Pay period', [
    '01-01-2030 – 01-14-2030',
    '01-15-2030 – 01-28-2030',
    '01-29-2030 – 02-11-2030',
  ]);
  await page.getByRole('button', { name: 'Correct pay periods from 01-01-2030' }).click();
  await dialog.getByLabel('Pay period').selectOption('Weeks');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('table', { name: 'Pay periods' }).getByText('Weeks')).toBeVisible();
  await offers('Pay period', [
    '01-01-2030 – 01-07-2030',
    '01-08-2030 – 01-14-2030',
    '01-15-2030 – 01-21-2030',
    '01-22-2030 – 01-28-2030',
    '01-29-2030 – 02-04-2030',
  ]);
  await page.getByRole('button', { name: 'Remove pay periods from 01-01-2030' }).click();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(dialog).toBeHidden();
  await offers('Half', ['1st half', '2nd half', 'Both halves']);
});
