import type { Page } from '@playwright/test';
import { expect, expectAccessible, signIn, test } from './story.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const openRecord = async (page: Page, name: string) => {
  await page.getByRole('link', { name: 'People' }).click();
  await page.getByRole('textbox', { name: 'Search people' }).fill(name);
  await page
    .getByRole('row', { name: new RegExp(name) })
    .getByRole('button', { name: /^More for/ })
    .click();
  await page.getByRole('menuitem', { name: /^Edit/ }).click();
};
const contact = (page: Page) => page.getByLabel(/^Emergency Contact( \*)?$/);
const draft = (page: Page) => page.getByText(/You made changes here on .* and did not save them\./);

/** Closes the window without a question, as when the battery dies. */
const loseTheWindow = async (page: Page) => {
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
};

test('values typed into a record and not saved are offered again, to be restored or discarded', async ({
  page,
}) => {
  await signIn(page, 'admin');
  await openRecord(page, 'Cordova, Maximiliano');
  const stored = await contact(page).inputValue();
  await contact(page).fill('Rosa Cordova');
  // After a pause the draft is stored on the device, where it cannot be read.
  await expect.poll(() => draftsOn(page)).toBe(1);
  await loseTheWindow(page);
  await expect(draft(page)).toBeVisible();
  await expect(contact(page)).toHaveValue(stored);
  await expectAccessible(page);
  await button(page, 'Restore').click();
  await expect(contact(page)).toHaveValue('Rosa Cordova');
  await expect(draft(page)).toHaveCount(0);

  // Leaving offers to save, and saving removes the draft.
  await page.getByRole('link', { name: 'Careplan List' }).click();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Save and leave' }).click();
  await expect(page.getByText(/Cordova.* saved/).first()).toBeVisible();
  await expect(page).toHaveURL(/careplanlist/);
  await openRecord(page, 'Cordova, Maximiliano');
  await expect(contact(page)).toHaveValue('Rosa Cordova');
  await expect(draft(page)).toHaveCount(0);

  await contact(page).fill('Nobody');
  await expect.poll(() => draftsOn(page)).toBe(1);
  await loseTheWindow(page);
  await button(page, 'Discard').click();
  await expect(draft(page)).toHaveCount(0);
  await expect.poll(() => draftsOn(page)).toBe(0);
});

test('a week typed into a care plan survives a closed window and is removed at sign-out', async ({
  page,
}) => {
  await signIn(page, 'user');
  await page.getByRole('link', { name: 'Careplan List' }).click();
  await button(page, 'New care plan').click();
  await expect(page).toHaveURL(/careplan(\?|$)/);
  await page.getByRole('textbox', { name: 'Remarks' }).fill('Ring twice');
  await page.getByRole('textbox', { name: 'Time In, Monday', exact: true }).fill('8:15');
  await page.getByRole('textbox', { name: 'Remarks' }).focus();
  const typed = await page.evaluate(() => Date.now());
  await expect.poll(() => draftsOn(page, typed)).toBe(1);
  await loseTheWindow(page);
  await button(page, 'Restore').click();
  await expect(page.getByRole('textbox', { name: 'Remarks' })).toHaveValue('Ring twice');
  await expect(page.getByRole('textbox', { name: 'Time In, Monday', exact: true })).toHaveValue('08:15');

  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/login/);
  await expect.poll(() => draftsOn(page)).toBe(0);
});

/** Number of drafts on the device. A draft is stored only after a pause in typing. */
const draftsOn = (page: Page, since = 0) =>
  page.evaluate(
    (after) =>
      new Promise<number>((resolve) => {
        const opening = indexedDB.open('homecare-drafts');
        opening.onsuccess = () => {
          const rows = opening.result.transaction('drafts').objectStore('drafts').getAll();
          rows.onsuccess = () => {
            opening.result.close();
            resolve(rows.result.filter(({ at }) => Date.parse(at) >= after).length);
          };
        };
      }),
    since,
  );
