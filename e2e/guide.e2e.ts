import { expect, expectAccessible, signInAt, test } from './story.ts';

test('? on Today shows its page of the guide, and leads to the manual', async ({ page, watch }) => {
  await signInAt(page, 'admin', '/today');
  await expect(page.getByRole('heading', { name: 'Today', level: 1 })).toBeVisible();
  await page.getByRole('main').focus();
  await page.keyboard.press('?');
  const guide = page.getByRole('dialog', { name: 'Guide' });
  await expect(guide.getByRole('article', { name: 'Today' })).toContainText('what must I do now?');
  await expect(guide.getByRole('img', { name: /^Today/ })).toHaveJSProperty('naturalWidth', 900);
  await expect(guide.getByText('Search or jump to')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(guide).toHaveCount(0);

  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('menuitem', { name: 'Guide and keys' }).click();
  await guide.getByRole('link', { name: 'Inbox' }).click();
  await expect(guide.getByRole('article', { name: 'Inbox' })).toBeVisible();
  const opened = page.waitForEvent('popup');
  await guide.getByRole('link', { name: 'Open the manual' }).click();
  const manual = await opened;
  watch(manual);
  await expect(manual.getByRole('heading', { name: 'Inbox', level: 1 })).toBeVisible();
  await expect(manual.getByRole('img', { name: /^Inbox/ })).toHaveJSProperty('naturalWidth', 900);
  await expectAccessible(manual);
  await manual.getByRole('link', { name: 'Home Care Dashboard guide' }).click();
  await manual.getByRole('main').getByRole('link', { name: 'Careplan List' }).click();
  await expect(manual).toHaveURL(/\/guide\/careplanlist$/);
  await expect(manual.getByRole('heading', { name: 'Careplan List', level: 1 })).toBeVisible();
});

test('a caregiver reads the page of the phone, in the language of the phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signInAt(page, 'evv', '/evv');
  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('menuitem', { name: 'Guide' }).click();
  const guide = page.getByRole('dialog', { name: 'Guide' });
  await expect(guide.getByRole('article', { name: 'EVV' })).toContainText('I cannot come');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Español' }).click();
  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('menuitem', { name: 'Guía' }).click();
  const inSpanish = page
    .getByRole('dialog', { name: 'Guía' })
    .getByRole('article', { name: 'EVV en español' });
  await expect(inSpanish).toContainText('No puedo ir');
});
