import type { Page } from '@playwright/test';
import { showDay } from './dates.ts';
import { CLIENT } from './people.ts';
import { expect, expectAccessible, signIn, test } from './story.ts';

const fill = async (page: Page, values: Readonly<Record<string, string>>) => {
  for (const [label, value] of Object.entries(values)) {
    const field = page
      .getByLabel(new RegExp(`^${RegExp.escape(label)}( \\*)?$`))
      .and(page.locator('input, textarea'))
      .first();
    await field.fill(value);
    await field.blur();
  }
};

/** 'Baca, Guadalupe' of the demo data, misheard on the phone. */
const HEARD = { 'Last name': 'Vaca', 'First name': 'Lupe', DOB: '10-27-1949' };
const NOTE = 'On record? Baca, Guadalupe';

test.use({ expectedErrors: [/409/] });

test('a possible double is shown while the name is typed, and confirmed before saving', async ({ page }) => {
  await signIn(page, 'admin');
  await page.getByRole('button', { name: 'Create New Client' }).click();
  const first = page.getByLabel(/^First name/);
  const before = await first.boundingBox();
  await fill(page, HEARD);
  const note = page.getByRole('button', { name: NOTE });
  await expect(note).toBeVisible();
  expect(await first.boundingBox()).toEqual(before);
  await note.click();
  const dialog = page.getByRole('dialog', { name: NOTE });
  await expect(dialog).toContainText(/has nearly the same name and the same birth date/);
  await expect(dialog).toContainText('born 10-27-1949');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(note).toBeFocused();

  await fill(page, { ...CLIENT, ...HEARD, Medicaid: 'Y678599' });
  await page
    .getByRole('combobox', { name: 'Gender' })
    .or(page.getByRole('textbox', { name: 'Gender' }))
    .first()
    .click();
  await page.getByRole('option', { name: 'Female', exact: true }).click();
  await page.getByLabel('No Unit/Apt').check();
  await fill(page, { 'Home Visit': showDay(-20), 'Start Of Care': showDay(-60) });
  await page.getByRole('combobox', { name: 'Services' }).click();
  await page.getByRole('option', { name: /PRSNL/ }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Save' }).click();
  const question = page.getByRole('dialog', { name: 'Is this right?' });
  await expect(question).toContainText(/Baca, Guadalupe \(ID \d+\) has nearly the same name/);
  await question.getByRole('button', { name: 'Go back and correct' }).click();
  await expect(page.getByLabel(/^Last name/)).toBeFocused();
  await note.click();
  await dialog.getByRole('button', { name: 'Open Baca, Guadalupe' }).click();
  await page.getByRole('button', { name: /Leave|Discard/ }).click();
  await expect(page.getByRole('heading', { name: 'Baca, Guadalupe' })).toBeVisible();
});

test('a candidate who applied before is confirmed before saving, and a narrower window keeps what was typed', async ({
  page,
}, info) => {
  await signIn(page, 'admin');
  await page.getByRole('button', { name: 'Candidates' }).click();
  const list = page.getByRole('dialog', { name: 'Candidates' });
  const form = page.getByRole('dialog', { name: 'Add a candidate' });
  const add = form.getByRole('button', { name: 'Add', exact: true });
  const type = async (name: string, address: string) => {
    await list.getByRole('button', { name: 'Add Candidate' }).click();
    await form.getByLabel('Name').fill(name);
    await form.getByLabel('Phone').fill('3035550161');
    await form.getByLabel('Address').fill(address);
    await form.getByLabel('Date available').fill('12-15-2026');
    await form.getByLabel('Date available').blur();
  };
  await type('Consuelo Abeyta', '77 Elm St, Aurora, CO 80014');
  await add.click();
  await expect(page.getByText('Candidate has been added')).toBeVisible();

  await type('Chelo Abeyta', '9 Oak St, Denver, CO 80202');
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('button', { name: 'More of the people list' })).toBeAttached();
  await expect(form.getByLabel('Name')).toHaveValue('Chelo Abeyta');
  await add.click();
  const question = page.getByRole('dialog', { name: 'Is this right?' });
  await expect(question).toContainText(
    /Abeyta, Consuelo \(candidate\) has the same name in another form and the same phone/,
  );
  await expectAccessible(page);
  await page.screenshot({ path: info.outputPath('phone-question.png') });
  await question.getByRole('button', { name: 'Go back and correct' }).click();
  await expect(form.getByLabel('Name')).toBeFocused();
  await page.setViewportSize({ width: 1400, height: 900 });
  await expect(form.getByLabel('Name')).toHaveValue('Chelo Abeyta');
  await add.click();
  await page.screenshot({ path: info.outputPath('desk-question.png') });
  await question.getByRole('button', { name: 'Save as it is' }).click();
  await expect(list.getByRole('row', { name: /Chelo Abeyta/ })).toBeVisible();
});
