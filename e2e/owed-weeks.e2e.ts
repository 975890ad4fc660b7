import { expect, test } from './clocked.ts';
import { expectAccessible, signInAt } from './story.ts';

/** 2 December 2026 in Denver, after the export of November. */
const AFTER = '2026-12-02T17:00:00Z';

test('an exported week with a wrongly counted night is reviewed, corrected once and paid in the next run', async ({
  agency,
  page,
}) => {
  await agency.setClock(AFTER);
  await agency.addExportedWhole('Okafor');
  await signInAt(page, 'payroll', '/payroll');
  await page.getByRole('link', { name: 'Export Payroll' }).click();
  await expect(page.getByText('1 exported week: $38.02 owed')).toBeVisible();
  await page.getByRole('button', { name: 'Review', exact: true }).click();
  const week = page.getByRole('row').filter({ hasText: 'Okafor, Pat' });
  await expect(week).toContainText('$38.02');
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('listitem').filter({ hasText: 'Okafor, Pat' })).toBeVisible();
  await expectAccessible(page);

  await page.setViewportSize({ width: 1400, height: 900 });
  await page.getByRole('button', { name: 'Correct 1 week' }).click();
  await expect(page.getByText('+$38.02 of overtime premium')).toBeVisible();
  await page.getByRole('button', { name: 'Confirm' }).dblclick();
  await expect(week).toContainText('Mara Klein');
  // A confirmed answer is asked for only once, and is still there after a reload.
  await page.reload();
  await expect(week).toContainText('Mara Klein');
  await page.getByRole('tab', { name: 'Export', exact: true }).click();
  await expect(page.getByText('Overtime premium', { exact: true })).toBeVisible();
  await expect(page.getByText('$38.02 owed')).toHaveCount(0);
});
