import type { Page } from '@playwright/test';
import { expect, expectAccessible, signIn, signInAt, test } from './story.ts';

const row = (page: Page, name: RegExp) => page.getByRole('row', { name });
const KJERSTI = /Anderson, Kjersti.*Background check expired/;

test('notices are snoozed, assigned and opened at the field they are about, one by one and many at once', async ({
  page,
}) => {
  await signIn(page, 'admin');
  await page.getByRole('button', { name: /^Warnings: \d+$/ }).click();
  await page.getByRole('link', { name: 'Put off or assign in the inbox' }).click();
  await expect(page).toHaveURL(/\/inbox/);
  await page.getByRole('tab', { name: /^Warnings/ }).click();
  await expect(row(page, KJERSTI)).toContainText(/\d\d-\d\d-20\d\d/);
  await expectAccessible(page);

  await row(page, KJERSTI)
    .getByRole('button', { name: /^More for/ })
    .click();
  await page.getByRole('menuitem', { name: 'Snooze until tomorrow, 8 AM' }).click();
  await expect(row(page, KJERSTI)).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row(page, KJERSTI)).toBeVisible();

  // Handles two notices at once.
  const boxes = page.getByRole('table', { name: 'Inbox' }).locator('tbody').getByRole('checkbox');
  await boxes.nth(0).check();
  await boxes.nth(1).check();
  const bar = page.getByRole('region', { name: 'Selected notices' });
  await expect(bar).toContainText('2 selected');
  await bar.getByRole('button', { name: 'Put off or assign' }).click();
  await page
    .getByRole('menuitem', { name: /^Assign to / })
    .first()
    .click();
  await expect(page.getByText(/looks after them$/)).toBeVisible();
  await page.getByRole('combobox', { name: 'Assigned to' }).selectOption('Assigned to nobody');
  const nobody = await page.getByRole('tab', { name: /^Warnings/ }).textContent();
  await page.getByRole('combobox', { name: 'Assigned to' }).selectOption('Assigned to anyone');
  const anyone = await page.getByRole('tab', { name: /^Warnings/ }).textContent();
  const count = (text: string | null) => Number(/\d+/.exec(text ?? '')?.[0]);
  expect(count(anyone) - count(nobody)).toBe(2);

  // Opens the person, at the very field.
  await page.getByRole('combobox', { name: 'Order' }).selectOption('By person');
  await expectAccessible(page);
  await row(page, KJERSTI)
    .getByRole('button', { name: 'Renew Background Check of Anderson, Kjersti' })
    .click();
  await expect(page.getByRole('textbox', { name: /^Background Check/ })).toBeFocused();
});

test('on a phone the inbox is a list', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signInAt(page, 'user', '/inbox');
  await expect(page.getByText(/Background check expired/).first()).toBeVisible();
  await expectAccessible(page);
});

test('a provider has no inbox', async ({ page }) => {
  await signIn(page, 'provider');
  await expect(page.getByRole('link', { name: 'Inbox' })).toHaveCount(0);
  await page.goto('/inbox');
  await expect(page).not.toHaveURL(/inbox/);
});
