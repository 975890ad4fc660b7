import type { Page } from '@playwright/test';
import { chooseFromMenu } from './row-menu.ts';
import { expect, expectAccessible, signIn, test } from './story.ts';

const CLIENT = 'Hollingsworth, Paige';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const box = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

const enter = async (page: Page, cell: string, text: string) => {
  await box(page, cell).fill(text);
  await box(page, cell).blur();
};

const picker = (page: Page, label: 'Provider' | 'Client') =>
  page
    .getByRole('combobox', { name: label })
    .or(page.getByRole('textbox', { name: label }))
    .first();

const row = (page: Page) => page.getByRole('row', { name: new RegExp(CLIENT) });

test.describe.configure({ mode: 'serial' });

test('a client without a caregiver is an open request until it becomes a care plan', async ({ page }) => {
  await signIn(page, 'user');
  await page.getByRole('link', { name: /^Open requests/ }).click();
  await expect(page.getByText('No open requests')).toBeVisible();
  await expectAccessible(page);
  await button(page, 'Add request').first().click();

  // Without a provider, the other fields of the form are checked like those of a plan.
  await button(page, 'Save as open request').click();
  await expect(page.getByText('Create reason is required.')).toBeVisible();
  await picker(page, 'Client').click();
  await picker(page, 'Client').fill(CLIENT);
  await page.getByRole('option', { name: CLIENT }).first().click();
  await page.getByRole('combobox', { name: 'Type' }).or(page.getByLabel(/^Type/)).first().click();
  await page.getByRole('option', { name: 'Personal Care', exact: true }).click();
  await page.getByLabel(/^Create reason/).fill('Discharged home');
  await enter(page, 'Time In, Saturday', '1500');
  await enter(page, 'Bathing minutes, Saturday', '60');
  await button(page, 'Refresh Time').click();
  await button(page, 'Save as open request').click();
  await expect(page.getByText('Kept as an open request.')).toBeVisible();
  await expect(page).toHaveURL(/openrequests$/);
  await expect(row(page)).toContainText('Sat 3:00 PM – 4:00 PM');
  await expect(page.getByRole('link', { name: 'Open requests 1 open' })).toBeVisible();

  // Changes the first day, with a reload in between.
  await chooseFromMenu(page, row(page), /^Edit/);
  await expect(box(page, 'Time In, Saturday')).toHaveValue('15:00');
  await page.reload();
  await expect(box(page, 'Time In, Saturday')).toHaveValue('15:00');
  await enter(page, 'Time In, Saturday', '1600');
  await button(page, 'Refresh Time').click();
  await button(page, 'Save request').click();
  await expect(row(page)).toContainText('Sat 4:00 PM – 5:00 PM');

  await chooseFromMenu(page, row(page), /^Withdraw/);
  await expect(row(page)).toHaveCount(0);
  await button(page, 'Undo').click();
  await expect(row(page)).toBeVisible();

  await row(page).getByRole('button', { name: 'Find a caregiver' }).click();
  const drawer = page.getByRole('dialog', { name: 'Find a caregiver' });
  await expect(drawer.getByText(/can take the whole week/)).toBeVisible();
  await expectAccessible(page);
  const choose = drawer.getByRole('button', { name: /^Choose / }).first();
  const name = ((await choose.getAttribute('aria-label')) ?? '').replace('Choose ', '');
  await choose.click();
  await expect(picker(page, 'Provider')).toHaveValue(new RegExp(name));
  await button(page, 'Create').click();
  await expect(
    page
      .getByText('Success: Care plan created')
      .or(page.getByText(/created/i))
      .first(),
  ).toBeVisible();
  await expect(page).toHaveURL(/openrequests$/);
  await expect(row(page)).toHaveCount(0);
  await page
    .getByRole('tab', { name: /^Filled/ })
    .or(page.getByText('Filled', { exact: true }))
    .first()
    .click();
  await chooseFromMenu(page, row(page), /^Show care plan/);
  await expect(page.getByText(name).first()).toBeVisible();
});

test('archiving a caregiver leaves open requests for the clients', async ({ page }) => {
  await signIn(page, 'admin');
  await page.getByRole('textbox', { name: /^Search/ }).fill('Okafor');
  await chooseFromMenu(page, page.getByRole('row', { name: /Okafor, Chidi/ }), /^Archive/);
  await button(page, 'Continue').click();
  const dialog = page.getByRole('dialog', { name: /^Archive Okafor/ });
  const keep = dialog.getByRole('group', { name: /^Keep as open requests/ });
  const first = keep.getByRole('checkbox', { name: /, .+ – / }).first();
  await first.check();
  await expectAccessible(page);
  await dialog.getByLabel(/^Discharge reason/).fill('Moved away');
  await dialog.getByLabel(/^Discharge date/).fill(await dialog.getByLabel(/^Archive date/).inputValue());
  await dialog.getByRole('button', { name: 'Archive', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await page.getByRole('link', { name: /^Open requests \d+ open/ }).click();
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await expectAccessible(page);
});
