import { expect, expectAccessible, signIn, signInAt, test } from './story.ts';

test.describe('reports', () => {
  test('a report is opened, set to another month, sorted and downloaded', async ({ page, context }) => {
    await signIn(page, 'user');
    await page.getByRole('link', { name: 'Reports', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Clients and providers' })).toBeVisible();
    await expect(page.getByText('No report chosen')).toBeVisible();
    await expectAccessible(page);

    await page.getByRole('textbox', { name: 'Search reports' }).fill('active');
    await page.getByRole('button', { name: 'Clients Active', exact: true }).click();
    const rows = page.getByRole('region', { name: 'Rows of Clients Active' });
    await expect(rows.getByRole('row', { name: /^Baca, Guadalupe/ }).first()).toBeVisible();
    await expect(rows.getByRole('columnheader', { name: 'Hours a week' })).toBeVisible();
    await expectAccessible(page);

    const names = () => rows.getByRole('row').locator('td:first-child').allTextContents();
    const before = await names();
    const head = rows.getByRole('button', { name: 'Name', exact: true });
    await head.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await expect(rows.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'descending');
    expect((await names()).slice(0, -1)).toEqual(before.slice(0, -1).toReversed());

    await page.getByLabel('Group').selectOption('private');
    await expect(page.getByText(/Group: Private Only/)).toBeVisible();
    const file = context.waitForEvent('request', (request) =>
      request.url().includes('Reports/ClientsActive.php'),
    );
    await page.getByRole('button', { name: 'PDF', exact: true }).click();
    expect((await file).url()).toMatch(/type=private&export=pdf$/);
  });

  test('the statistic report opens, and a missing year is requested', async ({ page }) => {
    await signInAt(page, 'admin', '/reports');
    await page.getByRole('button', { name: 'Statistic Report', exact: true }).click();
    await expect(page.getByRole('img', { name: /^Billed hours/ })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('textbox', { name: 'Year' }).fill('');
    await expect(page.getByRole('heading', { name: 'Please select year' })).toBeVisible();

    // A month by weeks shows hours billed, paid and denied.
    await page.getByRole('button', { name: 'Month Overview', exact: true }).click();
    const chart = page.getByRole('figure');
    await expect(chart.getByRole('img', { name: /^Hours by week/ })).toBeVisible();
    for (const name of ['Billed', 'Paid', 'Denied hours'])
      await expect(chart.getByText(name, { exact: true })).toBeVisible();
    await expectAccessible(page);
  });

  test('a report is e-mailed every Monday until it is stopped', async ({ page }) => {
    await signInAt(page, 'admin', '/reports');
    await page.getByRole('button', { name: 'Missing TS', exact: true }).click();
    await page.getByRole('button', { name: 'E-mail every Monday' }).click();
    const dialog = page.getByRole('dialog', { name: 'E-mail every Monday: Missing TS' });
    await dialog.getByRole('textbox', { name: 'E-mail address' }).fill('marisol@front-range.example');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Save' }).dblclick();
    await expect(dialog).toBeHidden();
    const mailed = page.getByRole('region', { name: 'E-mailed every Monday' });
    await expect(mailed.getByRole('button', { name: 'Missing TS', exact: true })).toBeVisible();
    await expectAccessible(page);
    await page.reload();
    await mailed.getByRole('button', { name: 'Stop the mail about Missing TS' }).click();
    await expect(mailed).toBeHidden();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(mailed.getByRole('button', { name: 'Missing TS', exact: true })).toBeVisible();
  });

  test('on a phone the report preview is a page of its own', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await signInAt(page, 'admin', '/reports');
    await page.getByRole('button', { name: 'Providers Active', exact: true }).click();
    await page.getByRole('button', { name: 'Show preview' }).click();
    await expect(page.getByRole('heading', { name: 'Providers Active' })).toBeInViewport();
    await expect(page.getByRole('button', { name: 'Providers Start', exact: true })).toBeHidden();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Reports', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Providers Start', exact: true })).toBeVisible();
  });
});
