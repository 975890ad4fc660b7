import { expect, expectAccessible, signIn, test } from './story.ts';

// The refused name is one.
test.use({ expectedErrors: [/status of 400.*save-category/] });

test('an admin adds a pay category, which the rates of a care plan type then offer', async ({ page }) => {
  await signIn(page, 'admin');
  await page.goto('/config');
  await page.getByRole('tab', { name: 'Payroll' }).click();
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
