import { readFile } from 'node:fs/promises';
import { expect, expectAccessible, signIn, test } from './story.ts';

test('an admin sees margins and the records behind each number', async ({ page }) => {
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

  // One key leads from a line to its visits, and another from a visit to its story.
  await dialog.getByRole('row').nth(1).click();
  await page.keyboard.press('Alt+Enter');
  const visits = page.getByRole('dialog', { name: /^Visits: / });
  await expect(visits.getByText(/^\d+ visits?, \d+:\d\d h$/)).toBeVisible();
  await expectAccessible(page);
  await visits.getByRole('row').nth(1).click();
  await page.keyboard.press('Alt+Enter');
  await expect(page.getByRole('heading', { name: / with / })).toBeVisible();
  await page.goBack();
  await table
    .getByRole('button', { name: /^Margin, / })
    .first()
    .click();
  await expect(dialog.getByText(/lines?: income \$/)).toBeVisible();
  await page.keyboard.press('Escape');

  // The file has one row for each row of the table, with the same dollar amounts.
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV' }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toMatch(/^margin_by_client_\d{4}-\d{2}_\d{4}-\d{2}\.csv$/);
  const [head, ...rows] = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
  expect(head).toBe('"Client","Income","Not paid","Pay","Travel","Overtime","Margin"');
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) {
    const [income = 0, ...others] = [...row.matchAll(/"'?(-?\d+\.\d\d)"/g)].map(([, dollars]) =>
      Number(dollars),
    );
    const margin = others.pop() ?? 0;
    expect(Math.abs(others.reduce((all, part) => all + part, income) - margin)).toBeLessThan(0.005);
  }
  await page.getByLabel('By', { exact: true }).selectOption('service');
  await expect(page.getByRole('table', { name: 'Margin by month of service' })).toBeVisible();
  await page.getByLabel('By', { exact: true }).selectOption('month');
  await expect(page.getByRole('table', { name: 'Margin by month' })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByText(/^income \$/).first()).toBeVisible();
  await expectAccessible(page);

  // A line opens its billing record.
  await page.setViewportSize({ width: 1400, height: 900 });
  const byMonth = page.getByRole('table', { name: 'Margin by month' });
  await byMonth
    .getByRole('button', { name: /^Income, / })
    .first()
    .click();
  await expect(dialog.getByRole('row').nth(1)).toContainText('$');
  await dialog.getByRole('row').nth(1).dblclick();
  await expect(page).toHaveURL(/\/billing(\?at=k[0-9a-z]+)?$/);
});
