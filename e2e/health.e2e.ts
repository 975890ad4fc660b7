import { expect, expectAccessible, signIn, test } from './story.ts';

test('an admin reads how the server is, at a desk and on a phone', async ({ page }) => {
  await signIn(page, 'admin');
  await page.getByRole('link', { name: 'Health' }).click();
  await expect(page).toHaveURL(/\/health$/);
  const parts = page.getByRole('list', { name: 'Parts of the server' });
  await expect(parts.getByRole('listitem')).toHaveCount(12);
  const lineOf = (part: string) =>
    parts.getByRole('listitem').filter({ has: page.getByRole('heading', { name: part, exact: true }) });
  await expect(lineOf('Database')).toContainText(/PostgreSQL answers in \d+ ms/);
  await expect(lineOf('Disk')).toContainText(/has [\d.]+ [GM]B of [\d.]+ GB free/);
  await expect(lineOf('Backups')).toContainText('No backup has been made here.');
  await expect(lineOf('Archive')).toContainText('Set ARCHIVE_TO');
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(lineOf('Release')).toContainText('the database fits it');
  await expectAccessible(page);
});

test('a manager has no such page', async ({ page }) => {
  await signIn(page, 'user');
  await expect(page.getByRole('link', { name: 'Health' })).toHaveCount(0);
  await page.goto('/health');
  await expect(
    page.getByText('Health is for admins. Ask an admin of your agency to look at it.'),
  ).toBeVisible();
});
