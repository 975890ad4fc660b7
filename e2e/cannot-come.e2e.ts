import { today } from './dates.ts';
import { expect, expectAccessible, signIn, test } from './story.ts';

test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED/] });

test('a caregiver says on the phone that they cannot come, even without a network, and the office sees the visit open', async ({
  browser,
  page,
  watch,
}) => {
  const phone = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-US' });
  const caregiver = await phone.newPage();
  watch(caregiver);
  await signIn(caregiver, 'evv');
  // Finds the first day ahead with a visit.
  const cannot = caregiver.getByRole('button', { name: /^I cannot come to/ });
  let date = today();
  while ((await cannot.count()) === 0 && date.since(today()).days < 7) {
    date = date.add({ days: 1 });
    await caregiver.getByRole('button', { name: 'Next day' }).click();
    await expect(caregiver.getByText(/updated|No visits/).first()).toBeVisible();
  }
  const name = (await cannot.first().getAttribute('aria-label'))?.replace('I cannot come to ', '') ?? '';
  expect(name).not.toBe('');
  const before = await cannot.count();
  await cannot.first().click();
  const sheet = caregiver.getByRole('dialog', { name: 'I cannot come' });
  await sheet.getByRole('button', { name: 'Tell the office' }).click();
  await expect(sheet.getByText('Choose a reason.')).toBeVisible();
  await sheet.getByRole('radio', { name: 'Car trouble' }).check();
  await sheet.getByLabel('More for the office (optional)').fill('flat tire');
  await expectAccessible(caregiver);
  await phone.setOffline(true);
  await sheet.getByRole('button', { name: 'Tell the office' }).click();
  await expect(caregiver.getByText(/^Not sent yet: the office does not know/)).toBeVisible();
  await phone.setOffline(false);
  await expect(caregiver.getByText('The office knows that you cannot come.')).toBeVisible();
  await expect(cannot).toHaveCount(before - 1);
  await expectAccessible(caregiver);

  await signIn(page, 'user');
  await page.getByRole('link', { name: /^Schedule/ }).click();
  const day = page.getByLabel('Date', { exact: true });
  await day.fill(`${date.toString().slice(5)}-${date.year}`);
  await day.press('Enter');
  const last = name.split(',')[0] ?? '';
  const open = page.getByRole('button', { name: new RegExp(`${last}.*needs a caregiver`) });
  await expect(open.first()).toBeVisible();
  const left = await open.count();
  await open.first().press('Enter');
  await expect(page.getByText('Car trouble: flat tire').first()).toBeVisible();

  // The caregiver can come after all: the office undoes the call-out, and the visit is theirs again.
  await page.getByRole('button', { name: 'Can come after all…' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Take the call-out back' }).click();
  await expect(page.getByText(/ comes after all\.$/)).toBeVisible();
  await expect(open).toHaveCount(left - 1);
  await phone.close();
});
