import type { Page } from '@playwright/test';
import { expect, expectAccessible, signIn, test } from './story.ts';

/** Saved views of the People list (docs/rules/list-views.md). */

/** Only admins see the status of the aggregator. */
const heads = async (page: Page) =>
  (await page.getByRole('table').getByRole('columnheader').allInnerTexts()).filter(
    (head) => head !== 'Sandata',
  );
const openMenu = async (page: Page) => {
  await page.getByRole('button', { name: 'View', exact: true }).click();
  await expect(page.getByRole('list', { name: 'Columns' })).toBeVisible();
};

test('an admin makes a view of the list and shares it; a manager uses it', async ({ page, browser }) => {
  await signIn(page, 'admin');
  await expect(page.getByRole('table', { name: 'People, All' })).toBeVisible();
  const standard = await heads(page);
  await page.getByRole('tab', { name: /^Providers/ }).click();
  await page.getByRole('columnheader', { name: 'DL/ID expiration' }).getByRole('button').click();
  await expect(page.getByRole('columnheader', { name: 'DL/ID expiration' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
  await openMenu(page);
  await page.getByRole('checkbox', { name: 'SSI number' }).uncheck();
  await page.getByRole('checkbox', { name: 'Language' }).check();
  await page.getByRole('switch', { name: 'Compact rows' }).check();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save view' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save view' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Give the view a name.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Papers by day');
  await dialog.getByRole('checkbox', { name: 'Share with the agency' }).check();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).dblclick();
  await expect(page.getByText('The view Papers by day was saved.')).toBeVisible();
  const chosen = await heads(page);

  await page.reload();
  await expect(page.getByRole('table', { name: 'People, Providers' })).toBeVisible();
  expect(await heads(page)).toEqual(chosen);

  const manager = await (await browser.newContext()).newPage();
  await signIn(manager, 'user');
  await expect(manager.getByRole('table', { name: 'People, All' })).toBeVisible();
  expect(await heads(manager)).toEqual(standard);
  await openMenu(manager);
  await manager.getByRole('button', { name: 'Papers by day' }).click();
  await expect(manager.getByRole('table', { name: 'People, Providers' })).toBeVisible();
  expect(await heads(manager)).toEqual(chosen);
  await expect(manager.getByRole('button', { name: /^Delete the view/ })).toHaveCount(0);
  await manager.context().close();

  await openMenu(page);
  await page.getByRole('button', { name: 'Delete the view Papers by day' }).click();
  await page
    .getByRole('dialog', { name: 'Delete the view Papers by day?' })
    .getByRole('button', { name: 'Delete', exact: true })
    .click();
  await expect(page.getByText('The view was deleted.')).toBeVisible();
  await openMenu(page);
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(page.getByRole('columnheader', { name: 'SSI number' })).toBeVisible();
});
