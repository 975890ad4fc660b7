import type { APIRequestContext, Page } from '@playwright/test';
import { ownTwilio } from './own-agency.ts';
import { expect, expectAccessible, signIn, test } from './story.ts';

/** Sends the agency a text from a phone of the simulated provider. */
const writes = async (request: APIRequestContext, from: string, body: string) => {
  const answer = await request.post(`${ownTwilio()}/simulator/reply`, {
    form: { from, body },
  });
  expect(await answer.json(), 'the application takes the text').toEqual([200]);
};

const PHONE = /\(\d{3}\) \d{3}-\d{4}/;

/** The first caregiver of the list, with the phone number of the row. */
const firstProvider = async (page: Page) => {
  await page.getByRole('tab', { name: /^Providers/ }).click();
  const row = page.getByRole('table', { name: 'People, Providers' }).getByRole('row').nth(1);
  // Until the list has loaded, placeholder rows hold its place.
  await expect(row).toContainText(PHONE);
  // The first cell contains only a box.
  const words = (await row.innerText()).trim();
  const phone = PHONE.exec(words)?.[0] ?? '';
  const [name = ''] = words.split('\n');
  return { row, name, number: `+1${phone.replace(/\D/g, '')}` };
};

const box = (page: Page) => page.getByRole('textbox', { name: /^Answer/ });
const conversation = (page: Page) => page.getByRole('dialog', { name: /^Text messages with/ });
const texts = (page: Page) => page.getByRole('list', { name: 'Texts, the oldest first' });

test('a caregiver’s text shows on their row, the office answers there, and STOP ends it', async ({
  page,
  request,
}) => {
  await signIn(page, 'user');
  const { row, name, number } = await firstProvider(page);
  await writes(request, number, 'I am 20 minutes late, the bus broke down.');
  await page.reload();
  await page.getByRole('tab', { name: /^Providers/ }).click();
  const mark = row.getByRole('button', { name: `New texts from ${name}: 1` });
  await expect(mark).toBeVisible();
  await expect(row.getByText(/^1 new text/)).toBeVisible();
  await expect(page.getByRole('button', { name: '1 new text', exact: true })).toBeVisible();
  await expectAccessible(page);

  await mark.click();
  await expect(texts(page).getByText('I am 20 minutes late, the bus broke down.')).toBeVisible();
  await expect(texts(page).getByText('New', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await box(page).fill('Thank you, the client knows.');
  await conversation(page).getByRole('button', { name: 'Send SMS' }).click();
  await expect(box(page)).toHaveValue('');
  // The worker sends the text, and the provider's callback confirms it.
  await expect(texts(page).getByText(/ · Delivered$/)).toBeVisible();

  await writes(request, number, 'STOP');
  await expect(conversation(page).getByText(/has answered STOP: no text is sent there/)).toBeVisible();
  await expect(box(page)).toBeDisabled();
  await expectAccessible(page);
  await writes(request, number, 'START');
  await expect(box(page)).toBeEnabled();
  await conversation(page).getByRole('button', { name: 'Close' }).last().click();
  await expect(mark).toBeHidden();
  await expect(row.getByRole('button', { name: `Send Email/SMS to ${name}` })).toBeVisible();
});

test('a text from an unknown number is kept, on a phone too', async ({ page, request }) => {
  await writes(request, '+17205558811', 'Is this the agency of my mother?');
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, 'user');
  // The title of the page is not cut off beside both badges.
  await page.goto('/sendsms');
  await expect(page.getByRole('button', { name: '1 new text', exact: true })).toBeVisible();
  const title = page.getByRole('heading', { name: 'SMS sender', level: 1 });
  expect(await title.evaluate((h1) => h1.scrollWidth > h1.clientWidth)).toBe(false);
  await page.getByRole('button', { name: '1 new text', exact: true }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Unknown number \(720\) 555-8811/ }).click();
  await expect(texts(page).getByText('Is this the agency of my mother?')).toBeVisible();
  await expect(conversation(page).getByText(/is not on any record/)).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await expectAccessible(page);
});

test('Configuration shows the balance of the text message account', async ({ page }) => {
  await signIn(page, 'admin');
  await page.getByRole('link', { name: 'Configuration' }).click();
  await page.getByRole('button', { name: 'Twilio Balance' }).click();
  await expect(page.getByText('Success: Balance is: $42.50')).toBeVisible();
});
