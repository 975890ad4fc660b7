import { expect, expectAccessible, signIn, test } from './story.ts';

test('an admin sees who earns money, and the records behind each number', async ({ page }) => {
  await signIn(page, 'admin');
  await page.getByRole('link', { name: 'Margin' }).click();
  const table = page.getByRole('table', { name: 'Margin by client' });
  await expect(table.getByRole('button', { name: /^Income, / }).first()).toBeVisible();
  await expectAccessible(page);
  await table
    .getByRole('button', { name: /^Margin, / })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: /^Margin: / });
  await expect(dialog.getByText(/lines?: income \$/)).toBeVisible();
  await expect(dialog.getByRole('table')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByLabel('By', { exact: true }).selectOption('month');
  await expect(page.getByRole('table', { name: 'Margin by month' })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByText(/^income \$/).first()).toBeVisible();
  await expectAccessible(page);
});
