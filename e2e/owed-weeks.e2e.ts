import { expect, expectAccessible, signIn, test } from './story.ts';

const WEEK = {
  ID: 3,
  Provider: 'Okafor, Pat',
  from: '2026-11-08',
  through: '2026-11-14',
  hours: 400,
  premium: 3802,
  who: null,
  at: null,
};
/** Weeks of runs before nights were split: a new agency has none. */
const WEEKS = [
  WEEK,
  { ...WEEK, ID: 4, Provider: 'Zimmer, Ada', hours: -100, premium: -950 },
  { ...WEEK, ID: 5, Provider: 'Boateng, Adjoa', who: 'Mara Klein', at: '2026-11-20T17:00:00Z' },
];

test('the export says which exported weeks owe overtime, and shows them for review', async ({ page }) => {
  await page.route('**/payroll/list-owed-weeks*', (route) =>
    route.fulfill({ json: { result: 'OK', code: 200, data: WEEKS } }),
  );
  await signIn(page, 'admin');
  await page.goto('/payroll');
  await page.getByRole('button', { name: 'Export Payroll' }).click();
  await expect(page.getByText('2 exported weeks: $38.02 owed, $9.50 overpaid')).toBeVisible();
  await page.getByRole('button', { name: 'Review', exact: true }).click();
  await expect(page.getByText('Mara Klein')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Correct 1 week' }).click();
  await expect(page.getByText('+$38.02 of overtime premium')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByText('Zimmer, Ada')).toBeVisible();
  await expectAccessible(page);
});
