import { expect, expectAccessible, signIn, test } from './story.ts';

test('the week of one caregiver is printed by keys, and that of all shown clients with one button', async ({
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
  // Who is printed stands in no address.
  expect(request.postData()).toMatch(/^from=\d{4}-\d\d-\d\d&grouping=caregiver&ids=\d+$/);
  expect((await request.response())?.headers()['content-type']).toBe('application/pdf');
  await (await opened).close();

  await page.getByRole('tab', { name: 'By client' }).click();
  const all = context.waitForEvent('request', (next) => next.url().endsWith('schedule/print-week'));
  await page.getByRole('button', { name: 'Print week', exact: true }).click();
  expect((await all).postData()).toMatch(/&grouping=client&ids=\d+(%2C\d+)+$/);
  expect((await (await all).response())?.status()).toBe(200);
});
