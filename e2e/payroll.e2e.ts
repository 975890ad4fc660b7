import type { Page } from '@playwright/test';
import { tableIn } from '../server/testing/workbook.ts';
import { lastMonth } from './dates.ts';
import { expect, expectAccessible, signIn, test } from './story.ts';

/** Last month, whose timesheets mostly arrived and were billed, so there is something to pay. */
const month = lastMonth;

const openMonth = async (page: Page) => {
  await page.getByRole('link', { name: 'Payroll' }).click();
  await page.getByRole('textbox', { name: 'Month', exact: true }).fill(month);
  await page.keyboard.press('Enter');
};
const status = async (page: Page, path: string) => (await page.request.get(`/homecare/api/${path}`)).status();

test('an admin sees everyone’s pay, with the totals of the List Monthly Report', async ({ page }) => {
  await signIn(page, 'admin');
  await openMonth(page);
  const table = page.getByRole('table', { name: `Pay of ${month}` });
  await expect(table).toBeVisible();
  await expectAccessible(page);
  const foot = await table.locator('tfoot').locator('th, td').allTextContents();
  expect(foot[0]).toMatch(/^\d+ providers?$/);

  const answer = await page.request.get(
    `/homecare/api/Billing_generator/FlatPayroll.php?from=${month}&to=${month}&private=all&export=xls`,
  );
  const { totals } = await tableIn(await answer.body());
  const total = (title: string) => Number(totals[title]).toFixed(2);
  const shown = foot.map((text) => text.replace(/[$,]/g, ''));
  expect(shown.slice(3, 12)).toEqual(
    ['1st paid', '2nd paid', 'Paid'].flatMap((part) =>
      ['working', 'travel', 'total'].map((title) => total(`${part} ${title}`)),
    ),
  );
  expect(shown.slice(12)).toEqual(
    ['Straight pay', 'Overtime hours', 'Overtime premium', 'Gross'].map((title) => total(title)),
  );

  // Selects one provider by keyboard and opens the report.
  const first = table.locator('tbody').getByRole('button').first();
  const name = await first.innerText();
  await first.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: `Overtime of ${name}` })).toBeVisible();
  await expectAccessible(page);
  const file = page.context().waitForEvent('request', (request) => request.url().includes('Provider.php'));
  await page.getByRole('button', { name: 'Provider Report' }).click();
  await page.getByRole('menuitem', { name: 'PDF' }).click();
  expect((await file).url()).toMatch(/id=\d+/);
  // The selection is kept while other pages are open.
  await page.getByRole('link', { name: 'People' }).click();
  await page.getByRole('link', { name: 'Payroll' }).click();
  await page.getByRole('button', { name: 'Show everybody' }).click();
  await expect(table.locator('tfoot').getByRole('rowheader')).toHaveText(foot[0] ?? '');
});

test('payroll shows a group of clients, a month without pay, and fits a phone', async ({ page }) => {
  await signIn(page, 'admin');
  await openMonth(page);
  await page.getByLabel('Report group').selectOption('nonprivate');
  await expect(page.getByText('Overtime is calculated across all clients')).toBeVisible();
  await page.getByLabel('Report group').selectOption('all');
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('region', { name: `Pay of ${month}` })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('textbox', { name: 'Month', exact: true }).fill('2019-01');
  await page.keyboard.press('Enter');
  await expect(page.getByText('No paid hours in 2019-01')).toBeVisible();
  await expectAccessible(page);
});

for (const role of ['user', 'provider'] as const)
  test(`is closed to the role ${role}`, async ({ page }) => {
    await signIn(page, role);
    await expect(page.getByRole('link', { name: 'Payroll' })).toHaveCount(0);
    await page.goto('/payroll');
    await expect(page).toHaveURL(role === 'user' ? /\/today$/ : /\/dashboard$/);
    for (const path of [
      `payroll/get-month?date=${month}&private=all`,
      `Billing_generator/FlatPayroll.php?month=${month}`,
    ])
      expect(await status(page, path)).toBe(403);
  });

test('an admin runs a check of the books and opens a record it lists', async ({ page }) => {
  await signIn(page, 'admin');
  await page.getByRole('link', { name: 'Books' }).click();
  await page.getByRole('button', { name: 'Check now' }).click();
  await expect(page.getByText('Everything adds up.')).toBeVisible();
  await expectAccessible(page);
  const records = page.getByRole('region', { name: 'Billing records', exact: true });
  await records.getByRole('button', { name: /^Not claimed yet/ }).click();
  const list = page.getByRole('table', { name: 'Not claimed yet' });
  await expect(list).toBeVisible();
  await expectAccessible(page);
  await list.getByRole('button', { name: 'Open' }).first().click();
  await expect(page).toHaveURL(/\/billing(\?at=k[0-9a-z]+)?$/);
  await expect(page.getByRole('heading', { name: 'Billing', level: 1 })).toBeVisible();
});
