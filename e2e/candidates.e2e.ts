import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { showDay } from './dates.ts';
import { expect, expectAccessible, signIn, test } from './story.ts';

const NAME = 'Rosa Delgado';

/** Labels of required fields end in a star. */
const field = (page: Page, label: string) =>
  page
    .getByLabel(new RegExp(`^${RegExp.escape(label)}( \\*)?$`))
    .and(page.locator('input'))
    .first();

test('a candidate is added, changed and hired into a provider', async ({ page }) => {
  await signIn(page, 'user');
  await page.getByRole('button', { name: 'Candidates' }).click();
  const list = page.getByRole('dialog', { name: 'Candidates' });
  await expect(list.getByText('No candidates yet')).toBeVisible();
  await expectAccessible(page);

  await list.getByRole('button', { name: 'Add Candidate' }).click();
  const form = page.getByRole('dialog', { name: 'Add a candidate' });
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  for (const empty of ['Name', 'Phone', 'Address', 'DateAvailable'])
    await expect(form).toContainText(`Error: ${empty} cant be empty`);
  await form.getByLabel('Name').fill(NAME);
  await form.getByLabel('Phone').fill('3035550192');
  await expect(form.getByLabel('Phone')).toHaveValue('(303) 555-0192');
  await form.getByLabel('Date available').fill('12-15-2026');
  // An address that was not chosen from the suggestions has no coordinates.
  await form
    .getByRole('textbox', { name: 'Address' })
    .or(form.getByRole('combobox', { name: 'Address' }))
    .fill('somewhere');
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(form).toContainText('Error: AddressLatitude cant be empty');
  await expectAccessible(page);
  const address = form.getByLabel('Address');
  await address.fill('3000 S Jamaica Ct, Aurora, CO 80014');
  await page
    .getByRole('option', { name: /Jamaica/ })
    .first()
    .click();
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('Candidate has been added')).toBeVisible();
  const row = list.getByRole('row', { name: new RegExp(NAME) });
  await expect(row).toContainText('12-15-2026');
  await expectAccessible(page);

  await row.getByRole('button', { name: `More for ${NAME}` }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const edit = page.getByRole('dialog', { name: `Edit ${NAME}` });
  await edit.getByLabel('Phone').fill('(303) 555-0193');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Candidate has been changed')).toBeVisible();
  await expect(row).toContainText('(303) 555-0193');

  await row.getByRole('button', { name: `Hire ${NAME}` }).click();
  await expect(page).toHaveURL(/createuser/i);
  await expect(field(page, 'Last name')).toHaveValue('Delgado');
  await expect(field(page, 'First name')).toHaveValue('Rosa');
  await expect(field(page, 'Phone')).toHaveValue('(303) 555-0193');
  await expect(field(page, 'Address')).toHaveValue('3000 S Jamaica Ct');
  await expect(field(page, 'City')).toHaveValue('Aurora');
  await expect(field(page, 'ZIP')).toHaveValue('80014');
  const rest = {
    DOB: '03-09-1988',
    'SSI #': '611-47-1188',
    'Emergency Contact': 'Luis Delgado',
    'Emergency Phone': '(303) 555-0194',
    'Start Date': showDay(0),
    'DL/ID Expiration': showDay(900),
    'Safety Training': showDay(-10),
    'Background Check': showDay(-10),
    'CAPS Check': showDay(-10),
    'Staff Evaluation': showDay(-10),
  };
  for (const [label, value] of Object.entries(rest)) {
    await field(page, label).fill(value);
    await field(page, label).blur();
  }
  await page
    .getByRole('combobox', { name: 'Gender' })
    .or(page.getByRole('textbox', { name: 'Gender' }))
    .first()
    .click();
  await page.getByRole('option', { name: 'Female', exact: true }).click();
  await page.getByLabel('No Unit/Apt').check();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL(/dashboard/i);
  await page
    .getByRole('searchbox')
    .or(page.getByPlaceholder(/Name, phone/))
    .first()
    .fill('delgado');
  await expect(page.getByRole('row', { name: /Delgado, Rosa/ })).toBeVisible();
  await page.getByRole('button', { name: 'Candidates' }).click();
  await expect(list.getByText('No candidates yet')).toBeVisible();
});

test('a candidate is deleted after a confirmation', async ({ page }) => {
  await signIn(page, 'admin');
  await page.getByRole('button', { name: 'Candidates' }).click();
  const list = page.getByRole('dialog', { name: 'Candidates' });
  await list.getByRole('button', { name: 'Add Candidate' }).click();
  const form = page.getByRole('dialog', { name: 'Add a candidate' });
  await form.getByLabel('Name').fill('Jon Park');
  await form.getByLabel('Phone').fill('3035550195');
  await form.getByLabel('Date available').fill('12-20-2026');
  await form.getByLabel('Address').fill('10697 E Dartmouth Ave, Aurora, CO 80014');
  await page
    .getByRole('option', { name: /Dartmouth/ })
    .first()
    .click();
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  // The list exports only the candidates that the search found.
  await list.getByRole('textbox', { name: 'Search candidates' }).fill('jon');
  await list.getByRole('button', { name: 'Export' }).click();
  const loading = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'CSV (.csv)' }).click();
  const saved = await loading;
  expect(saved.suggestedFilename()).toMatch(/^candidates_\d{4}-\d\d-\d\d\.csv$/);
  const [head, ...rows] = (await readFile(await saved.path(), 'utf8')).trimEnd().split('\r\n');
  expect(head).toContain('"Name","Phone","Address"');
  expect(rows.map((row) => row.split('","')[1])).toEqual(['Jon Park']);
  await list.getByRole('textbox', { name: 'Search candidates' }).fill('');
  await list.getByRole('button', { name: 'More for Jon Park' }).click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  const confirm = page.getByRole('dialog', { name: 'Delete Jon Park' });
  await expectAccessible(page);
  await confirm.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Candidate has been deleted')).toBeVisible();
  await expect(list.getByText('No candidates yet')).toBeVisible();
});

test('an employee cannot see candidates', async ({ page }) => {
  await signIn(page, 'provider');
  await expect(page.getByRole('row', { name: /./ }).nth(1)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Candidates' })).toHaveCount(0);
});
