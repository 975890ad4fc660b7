import { expect, expectAccessible, signIn, test } from './story.ts';

test('a caregiver and the office create calendar links, and a new link replaces the old one', async ({
  browser,
  page,
  request,
  watch,
}) => {
  const phone = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-US' });
  const caregiver = await phone.newPage();
  watch(caregiver);
  await signIn(caregiver, 'evv');
  await caregiver.getByRole('button', { name: 'My week' }).click();
  const card = caregiver.getByRole('region', { name: 'My calendar' });
  await card.getByRole('button', { name: /Make an address|New address/ }).click();
  const address = card.getByLabel('Secret address');
  await expect(address).toHaveValue(/\/l\/[\w-]{43}$/);
  await expectAccessible(caregiver);
  await caregiver.screenshot({ path: test.info().outputPath('phone.png'), fullPage: true });
  const first = new URL(await address.inputValue()).pathname;
  const read = await request.get(first);
  expect(read.status()).toBe(200);
  expect(await read.text()).toContain('BEGIN:VCALENDAR');
  await card.getByRole('button', { name: 'New address' }).click();
  await expect(address).not.toHaveValue(new RegExp(`${first}$`));
  expect((await request.get(first)).status()).toBe(404);
  await card.getByRole('button', { name: 'Take away' }).click();
  await expect(card.getByRole('button', { name: 'Make an address' })).toBeVisible();
  await expect(address).toBeHidden();
  await phone.close();

  await signIn(page, 'user');
  await page.getByRole('link', { name: 'People' }).click();
  await page.getByLabel('Search people').fill('Bekele');
  await page.getByRole('row').filter({ hasText: 'Bekele' }).first().click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Calendar address' }).click();
  const dialog = page.getByRole('dialog', { name: /^Calendar address of Bekele/ });
  await dialog.getByRole('button', { name: /Make an address|New address/ }).click();
  await expect(dialog.getByLabel('Address')).toHaveValue(/\/l\/[\w-]{43}$/);
  await expect(dialog.getByRole('status')).toContainText('not read yet');
  await expectAccessible(page);
  await page.screenshot({ path: test.info().outputPath('office.png') });
  await dialog.getByRole('button', { name: 'Take away' }).click();
  await expect(dialog.getByRole('status')).toHaveText('No address yet.');
});
