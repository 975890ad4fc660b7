import { expect, test } from './clocked.ts';
import { test as demo, expectAccessible, signIn, signInAt } from './story.ts';

/** 2 December 2026 in Denver. */
const AFTER = '2026-12-02T17:00:00Z';

test('a caregiver sees a day that is paid shorter than worked, and the office sees it before the payroll run and pays it as recorded', async ({
  agency,
  browser,
  page,
  watch,
}) => {
  await agency.setClock(AFTER);
  await agency.addLongDay('Okafor');
  const phone = await browser.newContext({
    viewport: { width: 390, height: 844 },
    locale: 'en-US',
    baseURL: agency.url,
  });
  const caregiver = await phone.newPage();
  watch(caregiver);
  await signInAt(caregiver, 'okafor', '/evv');
  await caregiver.getByRole('button', { name: 'My week' }).click();
  const own = caregiver.getByRole('region', { name: 'Worked and paid' });
  const day = own.getByRole('listitem').filter({ hasText: 'Tue 11-24' });
  await expect(day).toContainText('worked 2:15, paid 2:00');
  await expect(day).toContainText('because the visit was longer than planned');
  await expect(own.getByRole('listitem').filter({ hasText: 'Mon 11-23' })).not.toContainText('because');
  await expectAccessible(caregiver);

  await signInAt(page, 'payroll', '/payroll');
  await page.getByRole('textbox', { name: 'Month', exact: true }).fill('2026-11');
  await page.getByRole('link', { name: 'Export Payroll' }).click();
  await expect(page.getByText('1 day is paid shorter than worked: 0:15 h, $4.75')).toBeVisible();
  await page.getByRole('button', { name: 'Review', exact: true }).click();
  const row = page.getByRole('row').filter({ hasText: 'Okafor, Pat' }).filter({ hasText: 'worked' });
  await expect(row).toContainText('Longer than planned');
  await expectAccessible(page);
  await row.getByRole('button', { name: 'Pay as recorded' }).click();
  const asking = page.getByRole('dialog', { name: 'Pay 2:15 on 11-24-2026' });
  await expect(asking).toContainText('Okafor, Pat gets 0:15 h more ($4.75 straight pay)');
  await asking.getByRole('button', { name: 'Pay as recorded' }).dblclick();
  await expect(page.getByText('All recorded time is paid')).toBeVisible();
  await expectAccessible(page);

  await caregiver.reload();
  await caregiver.getByRole('button', { name: 'My week' }).click();
  await expect(day).toContainText('worked 2:15, paid 2:15');
  await expect(day).not.toContainText('because');
});

demo('work that is not billed yet is one line, which leads to the month close', async ({ page }) => {
  await signIn(page, 'admin');
  await page.goto('/payroll/export');
  await page.getByRole('tab', { name: /^Unpaid time/ }).click();
  const unbilled = page.getByText(/is not billed yet for \d+ clients?: [\d,]+ recorded days?, \d+:\d\d h\./);
  await expect(unbilled).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Close the month' }).click();
  await expect(page.getByRole('list', { name: 'Stages' })).toBeVisible();
});
