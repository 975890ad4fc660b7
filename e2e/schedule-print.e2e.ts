import { expect, expectAccessible, signIn, test } from './story.ts';

test('one caregiver’s week is printed by keyboard, and the weeks of all shown clients with one button', async ({
  context,
  page,
}) => {
  await signIn(page, 'user');
  await page.getByRole('link', { name: /^Schedule/ }).click();
  const one = page.getByRole('button', { name: /^Print week of / }).first();
  await one.focus();
  await expect(one).toBeFocused();
  await expectAccessible(page);
  await page.screenshot({ path: test.info().outputPath('board.png') });
  const sent = context.waitForEvent('request', (request) => request.url().endsWith('schedule/print-week'));
  const opened = context.waitForEvent('page');
  await page.keyboard.press('Enter');
  const request = await sent;
  // No URL contains whose schedule is printed.
  expect(request.postData()).toMatch(/^from=\d{4}-\d\d-\d\d&grouping=caregiver&ids=\d+$/);
  expect((await request.response())?.headers()['content-type']).toBe('application/pdf');
  await (await opened).close();

  await page.getByRole('tab', { name: 'By client' }).click();
  const all = context.waitForEvent('request', (next) => next.url().endsWith('schedule/print-week'));
  await page.getByRole('button', { name: 'Print week', exact: true }).click();
  expect((await all).postData()).toMatch(/&grouping=client&ids=\d+(%2C\d+)+$/);
  expect((await (await all).response())?.status()).toBe(200);
});

test('staffing figures are shown by week, town and scheduler, and printed', async ({ context, page }) => {
  await signIn(page, 'user');
  await page.getByRole('link', { name: /^Schedule/ }).click();
  // The numbers belong to the days shown.
  await page.getByRole('button', { name: /^Visits counted: / }).click();
  await expect(
    page
      .getByRole('dialog', { name: /^Fill rate, / })
      .getByRole('row')
      .nth(1),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Figures' }).click();
  await expect(page.getByRole('heading', { name: 'Staffing figures' })).toBeVisible();
  const fill = page.getByRole('term').filter({ hasText: 'Fill rate' }).locator('..');
  await expect(fill).toContainText(/\d+\.\d%.*of [\d,]+ visits, healthy from 92%/);
  await expect(page.getByRole('img', { name: /^Fill rate by week/ })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Figures by week' }).getByRole('row')).toHaveCount(9);
  await expectAccessible(page);
  // A number opens the visits that it counts, and each visit its story.
  await page.getByRole('button', { name: /^Fill rate: / }).click();
  const list = page.getByRole('dialog', { name: /^Fill rate, / });
  await expect(list.getByText(/^[\d,]+( of [\d,]+)? visits/).first()).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: 'By town' }).click();
  await page.getByRole('button', { name: /^Filled, Aurora: / }).click();
  await expect(page.getByRole('dialog', { name: 'Filled, Aurora' }).getByRole('row').nth(1)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('table', { name: 'Figures by town' })).toContainText('Aurora');
  await page.getByRole('tab', { name: 'By scheduler' }).click();
  await expect(page.getByText('Nothing was covered on these days')).toBeVisible();

  // An end before the start sends no request, and the shown numbers stay.
  const last = page.getByLabel('Last day');
  const typed = await last.inputValue();
  await last.fill('01-01-2020');
  await expect(page.getByText('The last day is before the first.')).toBeVisible();
  await expect(fill).toBeVisible();
  await last.fill(typed);
  await expect(page.getByText('The last day is before the first.')).toHaveCount(0);

  const printed = context.waitForEvent('response', (response) =>
    response.url().includes('staffing/print-figures'),
  );
  await page.getByRole('button', { name: 'Print' }).click();
  expect((await printed).headers()['content-type']).toBe('application/pdf');

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('tab', { name: 'By week' }).click();
  await expectAccessible(page);
  const sideways = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(sideways).toBeLessThanOrEqual(0);
});
