import { expect, expectAccessible, signIn, test } from './story.ts';

test('an admin makes an archive of everything, downloads it and removes it', async ({ page }) => {
  await signIn(page, 'admin');
  await page.goto('/agencyexport');
  await expect(page.getByText('No archives yet')).toBeVisible();
  await page.getByRole('button', { name: 'Make archive' }).click();
  const row = page.getByRole('row', { name: /by M\.R\./ });
  await expect(row).toContainText('Ready');
  await expectAccessible(page);
  const coming = page.waitForEvent('download');
  await row.getByRole('link', { name: 'Download' }).click();
  expect((await coming).suggestedFilename()).toMatch(/^demo-.*\.tar$/);
  await row.getByRole('button', { name: /^More for/ }).click();
  await page.getByRole('menuitem', { name: 'Remove…' }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(row).toContainText('Removed');
});
