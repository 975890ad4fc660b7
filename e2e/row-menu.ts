import type { Locator, Page } from '@playwright/test';
import { expect } from './story.ts';

/** Opens the menu of a row by keyboard and chooses; `action` is the name of the entry, or how it reads. */
export const chooseFromMenu = async (page: Page, row: Locator, action: string | RegExp) => {
  const item = page.getByRole('menuitem', { name: action });
  // Where the row is missing or there are two of it, this says so.
  await expect(row).toBeVisible();
  // The focus may still be on its way back from a menu or dialog that was just closed.
  await expect(async () => {
    await row.focus();
    await page.keyboard.press('Shift+F10');
    await expect(item).toBeVisible({ timeout: 1_500 });
  }).toPass({ timeout: 60_000 });
  await item.click();
};
