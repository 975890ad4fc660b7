import type { Page } from '@playwright/test';
import { expect, expectAccessible, signIn, signInAt, test } from './story.ts';

const list = (page: Page, name: string) => page.getByRole('listbox', { name, exact: true });
const toast = (page: Page, words: string) =>
  page.getByRole('region', { name: 'Messages' }).getByText(words, { exact: true });

/** Creates the template as Configuration would. */
const addTemplate = (page: Page, name: string, text: string) =>
  page.evaluate(
    async (fields) => {
      const data = Object.entries(fields).map(([field, value]) => ({ field, value }));
      await fetch('/homecare/api/poster.php', {
        method: 'POST',
        body: new URLSearchParams({ cmd: 'msg_insert', data: JSON.stringify(data) }),
      });
    },
    { name, text },
  );

test('a template is sent to all providers with one press while the sender works elsewhere', async ({
  page,
}) => {
  await signIn(page, 'admin');
  await addTemplate(page, 'Office closed', 'Hello %username%, the office is closed on Friday.');
  await page.getByRole('link', { name: 'SMS sender' }).click();
  await expect(list(page, 'Providers').getByRole('option').first()).toBeVisible();
  const providers = Number(
    await list(page, 'Providers').getByRole('option').first().getAttribute('aria-setsize'),
  );
  await expectAccessible(page);

  // After scrolling without choosing, a click still selects the row that was clicked.
  await list(page, 'Providers').hover();
  await page.mouse.wheel(0, 100_000);
  await list(page, 'Providers').locator(`[aria-posinset="${providers}"]`).click();
  await expect(list(page, 'Send').getByRole('option')).toHaveCount(1);
  await page.getByRole('button', { name: 'All Providers' }).click();
  await expect(list(page, 'Send').getByRole('option').first()).toHaveAttribute(
    'aria-setsize',
    String(providers),
  );
  await page.getByRole('combobox', { name: 'Template' }).selectOption('Office closed');
  await expect(page.getByText(/^Hello (?!%).+, the office is closed on Friday\.$/)).toBeVisible();
  await expect(page.getByText(/^\d+ characters, \d+ segments?$/)).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expectAccessible(page);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Send \d+ texts$/ })
    .click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.getByRole('link', { name: 'People', exact: true }).click();
  await expect(toast(page, 'Success: Messages added to queue.')).toBeVisible();

  await page.getByRole('link', { name: 'SMS sender' }).click();
  await expect(page.getByText(/\d+ texts added to the queue\./)).toBeVisible();
  await page.getByRole('button', { name: 'Send log' }).click();
  const log = page.getByRole('dialog', { name: 'Send log' });
  await expect(log.getByText(/the office is closed on Friday/).first()).toBeVisible();
});

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test.describe('an image', () => {
  // A file that is not an image is refused.
  test.use({ expectedErrors: [/status of 400.*upload-image/] });

  test('an image from the device is sent with a text, on a phone too', async ({ page }) => {
    await signIn(page, 'admin');
    await page.getByRole('link', { name: 'SMS sender' }).click();
    await list(page, 'Clients').getByRole('option').first().click();
    const image = page.getByRole('group', { name: 'Image' });
    const choose = async (name: string, buffer: Buffer) => {
      const chooser = page.waitForEvent('filechooser');
      // Uses the keyboard.
      await image.getByRole('button', { name: /^(Upload|Replace) image$/ }).press('Enter');
      await (await chooser).setFiles({ name, mimeType: 'image/png', buffer });
    };
    await choose('page.png', Buffer.from('<html></html>'));
    await expect(image.getByText('This file is not a PNG or JPG image. Choose another one.')).toBeVisible();
    await choose('office.png', PNG);
    await expect(image.getByText(/^office\.png, \d+ bytes$/)).toBeVisible();
    await image.getByRole('button', { name: 'Remove image' }).click();
    await image.getByRole('button', { name: 'Undo remove' }).click();
    await page.getByRole('textbox', { name: 'Message' }).fill('Our new office, %username%');
    await expect(page.getByAltText('Sent with it: office.png')).toBeVisible();
    await expectAccessible(page);

    await page.setViewportSize({ width: 390, height: 844 });
    await expect(image.getByText(/^office\.png/)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText('1 text goes into the queue, with an image.')).toBeVisible();
    await expect(dialog.getByAltText('Sent with it: office.png')).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Send 1 text' }).click();
    await expect(toast(page, 'Success: Messages added to queue.')).toBeVisible();
    await expect(image.getByRole('button', { name: 'Upload image' })).toBeVisible();
  });
});

test('an e-mail to somebody without a valid address is refused', async ({ page }) => {
  await signIn(page, 'user');
  await page.getByRole('link', { name: 'Email sender' }).click();
  const wrong = list(page, 'All Providers').getByRole('option', { name: /No valid e-mail address/ });
  await wrong.first().click();
  await expect(toast(page, 'Error: This user not have valid email!')).toBeVisible();
  await expect(list(page, 'Send')).toBeHidden();

  await page.getByRole('textbox', { name: 'Body' }).fill('Hello %username%');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(toast(page, 'Error: Empty send list. Please add people to send.')).toBeVisible();

  // Of all providers, only those with a valid address are chosen.
  await page.getByRole('button', { name: 'Providers', exact: true }).click();
  await expect(list(page, 'Send').getByRole('option', { name: /No valid e-mail address/ })).toHaveCount(0);
  await expect(list(page, 'Send').getByRole('option').first()).toBeVisible();
  await expectAccessible(page);
});

test('on a phone the bulk sender shows one step at a time', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signInAt(page, 'user', '/sendsms');
  await page.getByRole('tab', { name: /^Clients/ }).click();
  await list(page, 'Clients').getByRole('option').first().click();
  await page.getByRole('tab', { name: /^Send/ }).click();
  await expect(list(page, 'Send').getByRole('option')).toHaveCount(1);
  await expectAccessible(page);
  await page.getByRole('tab', { name: 'Text' }).click();
  await expect(page.getByText('1 of 1 have a valid phone')).toBeVisible();
  await expectAccessible(page);
});

test.describe('role provider', () => {
  test('has no bulk senders', async ({ page }) => {
    await signIn(page, 'provider');
    await expect(page.getByRole('link', { name: 'SMS sender' })).toHaveCount(0);
    await page.goto('/sendsms');
    await page.waitForURL((url) => url.pathname === '/dashboard');
  });
});
