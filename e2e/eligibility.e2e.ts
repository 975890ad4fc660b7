import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, signIn, test } from './story.ts';

// A damaged answer and an address of this server are refused along the way.
test.use({ expectedErrors: [/400 .*(eligibility\/upload-answer|sites\/test-connection)/] });

const badge = (page: Page) => page.getByRole('button', { name: /^Eligibility: \d+$/ });
const countOf = async (page: Page) =>
  Number((await badge(page).getAttribute('aria-label'))?.split(': ')[1] ?? Number.NaN);
const openList = async (page: Page) => {
  await page.getByRole('button', { name: 'Eligibility', exact: true }).click();
  await expect(page).toHaveURL(/\/eligibility$/);
  const list = page.getByRole('main');
  await expect(list.getByRole('table', { name: 'Eligibility' })).toBeVisible();
  return list;
};

test.describe('eligibility', () => {
  test('the payer’s answer becomes entries, and the toolbar lists those that end soon', async ({ page }) => {
    await signIn(page, 'admin');
    const before = await countOf(page);
    const list = await openList(page);
    await expectAccessible(page);
    await list.getByRole('tab', { name: 'Ask the payer' }).click();
    await expect(list.getByText('in 1 file.')).toBeVisible();
    await expect(list.getByText(/^Test mode/)).toBeVisible();
    const make = list.getByRole('button', { name: 'Make file' });
    await expect(make).not.toHaveAttribute('aria-disabled', 'true');
    await make.dblclick();
    await expect(page.getByText(/^\d+ clients in 1 file\./).first()).toBeVisible();
    await expect(list.getByRole('table', { name: 'Request files' }).getByRole('row')).toHaveCount(2);
    await expectAccessible(page);

    const download = page.waitForEvent('download');
    await list.getByRole('button', { name: /^Download tp/ }).click();
    const question = await readFile(await (await download).path(), 'latin1');
    expect(question).toContain('ST*270*0001*005010X279A1~');

    await list.getByRole('button', { name: /^Hand tp.* to the simulated payer$/ }).click();
    await expect(page.getByText(/^Answer read: \d+ entries made/)).toBeVisible();
    await list.getByRole('tab', { name: 'Entries' }).click();
    await list.getByRole('combobox', { name: 'Show' }).selectOption('HCBS Expired soon');
    const row = list.getByRole('row', { name: /HCBS ELDERLY/ }).first();
    await expect(row).toContainText('HCBS Expired soon');
    await row.getByRole('button', { name: /^Details/ }).click();
    const details = page.getByRole('dialog', { name: /^Eligibility of .+, \d\d-\d\d-\d{4}$/ });
    await expect(details.getByText(/EB\*1\*\*30/)).toBeVisible();
    await expectAccessible(page);
    await details.getByRole('button', { name: 'Close' }).last().click();
    await list.getByRole('combobox', { name: 'Show' }).selectOption('Rejected by the payer');
    await expect(list.getByText(/The payer does not know this member/).first()).toBeVisible();
    await list.getByRole('tab', { name: 'Answers' }).click();
    await list
      .getByRole('button', { name: /^Details of 271-/ })
      .first()
      .click();
    await expect(list.getByText('Rejected by the payer', { exact: true })).toBeVisible();
    await expect(list.getByText(/: The payer does not know this member\./).first()).toBeVisible();
    await expectAccessible(page);
    // Each part of the page has its own URL.
    await expect(page).toHaveURL(/\/eligibility\/answers$/);
    await expect.poll(() => countOf(page)).not.toBe(before);
    await badge(page).click();
    const menu = page.getByRole('dialog', { name: /^Eligibility/ });
    await expect(menu.getByText('HCBS Expired soon').first()).toBeVisible();
  });

  test('an entry by hand adds and clears the notice, and a damaged answer changes nothing', async ({
    page,
  }) => {
    await signIn(page, 'admin');
    await page.getByRole('textbox', { name: 'Search people' }).fill('Jaramillo');
    await page.getByRole('row', { name: /Jaramillo, James/ }).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Form report' }).hover();
    await page.getByRole('menuitem', { name: 'Eligibility' }).click();
    const dialog = page.getByRole('dialog', { name: 'Eligibility of Jaramillo, James' });
    await dialog.getByRole('button', { name: 'Add entry' }).click();
    const form = page.getByRole('dialog', { name: 'Add eligibility of Jaramillo, James' });
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form.getByText('Enter the first day of the coverage.')).toBeVisible();
    await expectAccessible(page);
    await form.getByRole('textbox', { name: 'Start' }).fill('01-01-2026');
    await form.getByRole('textbox', { name: 'Note' }).fill('Portal');
    await form.getByRole('button', { name: 'Save' }).dblclick();
    await expect(page.getByText('Success: Eligibility saved')).toBeVisible();
    await expect(dialog.getByRole('row', { name: /Note: Portal/ })).toHaveCount(1);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await expect(page.getByRole('row', { name: /Jaramillo, James/ })).not.toContainText('HCBS Expired');

    await page.getByRole('textbox', { name: 'Search people' }).fill('');
    const list = await openList(page);
    await list.getByRole('tab', { name: 'Answers' }).click();
    await list.getByLabel('Choose an answer of the payer about eligibility (271).').setInputFiles({
      name: 'damaged.271',
      mimeType: 'text/plain',
      buffer: Buffer.from('ISA*00*cut'),
    });
    await expect(list.getByText('The file was not loaded, and nothing was changed.')).toBeVisible();
    await expectAccessible(page);
  });

  test('a manager sees entries without files, and an employee sees nothing', async ({ page }) => {
    await signIn(page, 'user');
    const list = await openList(page);
    await expect(list.getByRole('tab')).toHaveCount(0);
    await expect(list.getByRole('button', { name: 'Add entry' })).toBeVisible();
    await signIn(page, 'provider');
    await expect(page.getByRole('button', { name: 'Eligibility', exact: true })).toHaveCount(0);
  });
});

test.describe('the site', () => {
  test('only an admin edits payer and connections, and a connection is tested before it is saved', async ({
    page,
  }) => {
    await signIn(page, 'admin');
    await page.getByRole('link', { name: 'Configuration' }).click();
    await page.getByRole('tab', { name: 'Payer' }).click();
    const npi = page.getByRole('textbox', { name: 'NPI' });
    await npi.fill('1234567890');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('The NPI has a wrong digit.')).toBeVisible();
    await expectAccessible(page);
    await npi.fill('1234567893');
    await page.getByRole('textbox', { name: 'File prefix' }).fill('co');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Success: Saved')).toBeVisible();

    await page.getByRole('tab', { name: 'Connections' }).click();
    await page.getByRole('button', { name: 'Test connection of Address provider' }).click();
    await expect(
      page.getByText('Suggestions come from this server: there is nothing to test.'),
    ).toBeVisible();
    await page.getByRole('textbox', { name: 'Mail server' }).fill('localhost');
    await page.getByRole('textbox', { name: 'Sender address' }).fill('office@agency.example');
    await page.getByRole('button', { name: 'Test connection of E-mail' }).click();
    await expect(page.getByText('Services beside the server are set by the operator.')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Undo E-mail' }).click();

    await page.getByRole('tab', { name: 'Site' }).click();
    await expect(page.getByText('Set by the operator')).toBeVisible();
    await page.getByRole('textbox', { name: 'New note' }).fill('Eligibility is asked for here.');
    await page.getByRole('button', { name: 'Notify everyone' }).click();
    await expect(page.getByText('Eligibility is asked for here.')).toBeVisible();
    await expectAccessible(page);
  });
});
