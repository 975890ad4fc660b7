import type { Page } from '@playwright/test';
import { expect, expectAccessible, signIn, test } from './story.ts';

test.use({ expectedErrors: [/401/] });

const MARKS = '/homecare/api/today/marks';

const makeKey = async (page: Page) => {
  await page.getByRole('button', { name: 'New key' }).click();
  const dialog = page.getByRole('dialog', { name: 'New key' });
  await dialog.getByRole('button', { name: 'Make key' }).click();
  await expect(dialog.getByText('Give the key a name')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Night report');
  await dialog.getByRole('combobox', { name: 'May read' }).fill('Today');
  await page.getByRole('option', { name: /^Today/ }).click();
  await page.keyboard.press('Escape');
  await expect(dialog.getByText(/Calls: reads \d/)).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Make key' }).click();
  const shown = page.getByRole('dialog', { name: 'Key for Night report' });
  const text = (await shown.getByLabel('Key', { exact: true }).innerText()).trim();
  expect(text).toMatch(/^hcd_/);
  await shown.getByRole('button', { name: 'I have stored it' }).click();
  return text;
};

test('an admin makes a key for a program, sees that it is used, and revokes it', async ({
  page,
  playwright,
  baseURL,
}) => {
  await signIn(page, 'admin');
  await page.goto('/config');
  await page.getByRole('tab', { name: 'Connections' }).click();
  await page.getByRole('link', { name: 'API keys' }).click();
  await expect(page.getByText('No keys yet')).toBeVisible();
  const key = await makeKey(page);
  const row = page.getByRole('row', { name: /Night report/ });
  await expect(row).toContainText('Never');
  await expect(page.getByText(key)).toHaveCount(0);

  const program = await playwright.request.newContext({
    ...(baseURL && { baseURL }),
    extraHTTPHeaders: { authorization: `Bearer ${key}` },
  });
  expect((await program.get(MARKS)).status()).toBe(200);
  await page.reload();
  await expect(row).not.toContainText('Never');
  await expectAccessible(page);

  await row.getByRole('button', { name: /^More for/ }).click();
  await page.getByRole('menuitem', { name: 'Revoke…' }).click();
  await page.getByRole('button', { name: 'Revoke', exact: true }).click();
  await expect(row).toContainText('Revoked');
  expect((await program.get(MARKS)).status()).toBe(401);
  await program.dispose();
});
